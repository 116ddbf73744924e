internal import MotionTypes
internal import TextFormats

/// Timelines as text. Pure encoders: items in, text out, the same in every locale.
public enum TimelineExport {
    /// The project's own format, version 1; FORMAT.md of this module describes it. One item a line.
    ///
    /// - Parameters:
    ///   - document: the timeline.
    ///   - days: the days whose summaries stand beside it.
    ///   - timeZone: the zone of the days, an IANA name.
    public static func json(_ document: TimelineDocument, days: [TimelineDay] = [], timeZone: String? = nil) -> String {
        var text = "{\"gaitway\":\"timeline\",\"version\":1"
        if let timeZone { text += "," + member("time_zone", JSONText.quoted(timeZone)) }
        text += list("items", document.items.map { json($0) })
        text += list("places", document.places.map(place))
        if !days.isEmpty { text += list("days", days.map { day($0, document.items) }) }
        return text + "}\n"
    }

    /// A list of objects, one a line.
    private static func list(_ key: String, _ lines: [String]) -> String {
        ",\n" + member(key, "[" + (lines.isEmpty ? "" : "\n") + lines.joined(separator: ",\n") + "]")
    }

    private static func place(_ place: Place) -> String {
        let members = [
            member("identifier", JSONText.quoted(place.identifier)), member("latitude", number(place.latitude, 7)),
            member("longitude", number(place.longitude, 7)), member("radius", number(place.radius, 1)),
            member("name", place.name.map(JSONText.quoted) ?? "null"),
        ]
        return "{" + members.joined(separator: ",") + "}"
    }

    private static func day(_ day: TimelineDay, _ items: [TimelineItem]) -> String {
        let summary = day.summary(of: items).map { total in
            let members = [
                member("activity", JSONText.quoted(total.activity.rawValue)),
                member("duration", number(total.duration.inSeconds, 3)), member("distance", number(total.distance, 1)),
                member("unobserved_distance", number(total.unobservedDistance, 1)),
            ]
            return "{" + members.joined(separator: ",") + "}"
        }
        let members = [member("date", JSONText.quoted(day.date))] + times(day.span)
        return "{" + (members + [member("summary", "[" + summary.joined(separator: ",") + "]")]).joined(separator: ",")
            + "}"
    }

    /// One item as a JSON object on one line.
    public static func json(_ item: TimelineItem) -> String {
        var members: [String] = []
        func start(_ kind: String) {
            members.append(member("kind", JSONText.quoted(kind)))
            members += times(item.span)
            members.append(member("ongoing", item.isOngoing ? "true" : "false"))
        }
        switch item {
        case .visit(let visit):
            start("visit")
            members.append(member("place", visit.placeIdentifier.map(JSONText.quoted) ?? "null"))
            members.append(member("latitude", number(visit.latitude, 7)))
            members.append(member("longitude", number(visit.longitude, 7)))
            members.append(member("spread", number(visit.spread, 1)))
            members.append(member("fixes", String(visit.fixCount)))
            members.append(member("longest_silence", number(visit.longestSilence.inSeconds, 3)))
            let activities = visit.activities.map { reported in
                "{"
                    + ([member("activity", JSONText.quoted(reported.activity.rawValue))] + times(reported.span))
                    .joined(separator: ",") + "}"
            }
            members.append(member("activities", "[" + activities.joined(separator: ",") + "]"))
        case .move(let move):
            start("move")
            members.append(member("distance", number(move.distance, 1)))
            members.append(member("sections", "[" + move.sections.map(section).joined(separator: ",") + "]"))
        case .gap(let gap):
            start("gap")
            members.append(member("displacement", number(gap.displacement, 1)))
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    private static func section(_ section: MoveSection) -> String {
        let pieces = section.path.map { piece in
            let points = piece.map { point in
                "[" + number(point.longitude, 7) + "," + number(point.latitude, 7) + ",\"" + point.time.iso8601 + "\""
                    + (point.altitude.map { "," + number($0, 1) } ?? "") + "]"
            }
            return "[" + points.joined(separator: ",") + "]"
        }
        var members = [member("activity", JSONText.quoted(section.activity.rawValue))]
        members += times(section.span)
        members.append(member("evidence", JSONText.quoted(section.evidence.rawValue)))
        members.append(member("duration", number(section.span.seconds, 3)))
        members.append(member("distance", number(section.distance, 1)))
        members.append(member("unobserved_distance", number(section.unobservedDistance, 1)))
        members.append(member("mean_speed", number(section.meanSpeed, 2)))
        members.append(member("maximum_speed", number(section.maximumSpeed, 2)))
        members.append(member("path", "[" + pieces.joined(separator: ",") + "]"))
        return "{" + members.joined(separator: ",") + "}"
    }

    private static func times(_ span: TimeSpan) -> [String] {
        [
            member("start", "\"" + span.start.iso8601 + "\""),
            member("end", "\"" + span.end.iso8601 + "\""),
        ]
    }

    static func member(_ key: String, _ value: String) -> String { "\"" + key + "\":" + value }

    /// A number with at most `places` decimals; what is not known, or is no number, is null.
    static func number(_ value: Double?, _ places: Int) -> String {
        guard let value, value.isFinite else { return "null" }
        return DecimalText.text(value, places: places)
    }
}
