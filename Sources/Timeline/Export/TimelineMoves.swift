public import MotionTypes
internal import TextFormats

extension TimelineExport {
    /// A Moves storyline, version 1.1: an array of days with summaries and segments, times local with their offset.
    ///
    /// An item over midnight stands in both days, whole; the summary counts what falls into the day. A pause within a move is
    /// no activity of that format and is left out of the activities. Distances include the straight lines across silences, since
    /// that format has one distance only. `offset` is the distance from UTC in seconds.
    public static func moves(_ document: TimelineDocument, offset: (Timestamp) -> Int) -> String {
        guard let whole = document.span else { return "[]\n" }
        return moves(document, days: TimelineDay.days(of: whole, offset: offset), offset: offset)
    }

    /// The same, of some days only.
    public static func moves(_ document: TimelineDocument, days: [TimelineDay], offset: (Timestamp) -> Int) -> String {
        let names = document.namesOfPlaces
        let days = days.map { day in
            let inside = day.items(among: document.items)
            let summary = day.summary(of: inside).filter { $0.activity != .stationary }.map { total in
                "{" + name(total.activity) + ",\"duration\":" + number(total.duration.inSeconds, 0) + ",\"distance\":"
                    + number(total.distance + total.unobservedDistance, 0) + "}"
            }
            var members = ["\"date\":\"" + day.date.filter { $0 != "-" } + "\""]
            members.append("\"summary\":[" + summary.joined(separator: ",") + "]")
            let segments = inside.map { segment($0, names, offset) }
            members.append("\"segments\":[" + segments.joined(separator: ",") + "]")
            members.append("\"lastUpdate\":" + utc(inside.last?.span.end ?? day.span.end))
            return "{" + members.joined(separator: ",") + "}"
        }
        return "[" + days.joined(separator: ",\n") + "]\n"
    }

    private static func segment(_ item: TimelineItem, _ names: [String: String], _ offset: (Timestamp) -> Int) -> String
    {
        let times = "\"startTime\":" + local(item.span.start, offset) + ",\"endTime\":" + local(item.span.end, offset)
        switch item {
        case .gap: return "{\"type\":\"off\"," + times + "}"
        case .visit(let visit):
            let identifier = visit.placeIdentifier ?? ""
            let label = names[identifier].map { ",\"name\":" + JSONText.quoted($0) } ?? ""
            let place =
                "{\"id\":" + String(number(of: identifier)) + label + ",\"type\":\""
                + (label.isEmpty ? "unknown" : "user")
                + "\",\"location\":{\"lat\":" + number(visit.latitude, 7) + ",\"lon\":" + number(visit.longitude, 7)
                + "}}"
            let inside = visit.activities.map { reported in
                "{" + name(reported.activity) + ",\"manual\":false,\"startTime\":" + local(reported.span.start, offset)
                    + ",\"endTime\":" + local(reported.span.end, offset) + ",\"duration\":"
                    + number(reported.span.seconds, 0) + ",\"distance\":0}"
            }
            return "{\"type\":\"place\"," + times + ",\"place\":" + place
                + ",\"activities\":[" + inside.joined(separator: ",") + "]}"
        case .move(let move):
            let activities = move.sections.filter { $0.activity != .stationary }.map { activity($0, offset) }
            return "{\"type\":\"move\"," + times + ",\"activities\":[" + activities.joined(separator: ",") + "]}"
        }
    }

    private static func activity(_ section: MoveSection, _ offset: (Timestamp) -> Int) -> String {
        let points = section.path.joined().map { point in
            "{\"lat\":" + number(point.latitude, 7) + ",\"lon\":" + number(point.longitude, 7) + ",\"time\":"
                + local(point.time, offset) + "}"
        }
        var members = [name(section.activity), "\"manual\":false"]
        members.append("\"startTime\":" + local(section.span.start, offset))
        members.append("\"endTime\":" + local(section.span.end, offset))
        members.append("\"duration\":" + number(section.span.seconds, 0))
        members.append("\"distance\":" + number(section.distance + section.unobservedDistance, 0))
        members.append("\"trackPoints\":[" + points.joined(separator: ",") + "]")
        return "{" + members.joined(separator: ",") + "}"
    }

    private static func name(_ activity: Activity) -> String {
        let word = activity == .automotive ? "transport" : activity.rawValue
        return "\"activity\":\"" + word + "\",\"group\":\"" + word + "\""
    }

    /// A place's number: that format has integers. A place that came from it keeps its own; else FNV-1a over the identifier,
    /// folded to 53 bits, which JSON readers keep exactly.
    private static func number(of identifier: String) -> UInt64 {
        if identifier.hasPrefix(MovesStoryline.identifierPrefix),
            let number = UInt64(identifier.dropFirst(MovesStoryline.identifierPrefix.count)), number < 1 << 53
        {
            return number
        }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in identifier.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash >> 11
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// `"20140603T152242-0700"`.
    private static func local(_ time: Timestamp, _ offset: (Timestamp) -> Int) -> String {
        let seconds = offset(time)
        let minutes = abs(seconds) / 60
        return "\"" + compact(time + .seconds(seconds))
            + (seconds < 0 ? "-" : "+") + padded(minutes / 60, 2) + padded(minutes % 60, 2) + "\""
    }

    private static func utc(_ time: Timestamp) -> String { "\"" + compact(time) + "Z\"" }

    private static func compact(_ time: Timestamp) -> String {
        String(time.iso8601.prefix(while: { $0 != "." }).filter { $0 != "-" && $0 != ":" })
    }
}
