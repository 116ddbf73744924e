// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

extension TimelineExport {
    /// A Moves storyline, version 1.1: an array of days with summaries and segments, times local with their offset.
    ///
    /// An item over midnight is in both days, uncut; the summary counts only its part of the day. The format has no
    /// pauses, so that a pause within a move is left out of the activities. It has a single distance, which includes
    /// the straight lines across silences.
    ///
    /// - Parameters:
    ///   - document: the timeline.
    ///   - days: the days to write; nil: all days of the timeline.
    ///   - offset: the distance from UTC in seconds.
    public static func moves(
        _ document: TimelineDocument, days: [TimelineDay]? = nil, offset: (Timestamp) -> Int
    ) -> String {
        let days = days ?? document.span.map { TimelineDay.days(of: $0, offset: offset) } ?? []
        guard !days.isEmpty else { return "[]\n" }
        let names = document.namesOfPlaces
        return JSONWriter.line { json in
            json.array { json in
                for (index, day) in days.enumerated() {
                    if index > 0 { json.newLine() }
                    let inside = day.items(among: document.items)
                    json.object { json in
                        json.add("date", day.date.filter { $0 != "-" })
                        json.array("summary") { json in
                            for total in day.summary(of: inside) where total.activity != .stationary {
                                json.object { json in
                                    name(total.activity, to: &json)
                                    json.add("duration", total.duration.inSeconds, places: 0)
                                    if let distance = total.wholeDistance { json.add("distance", distance, places: 0) }
                                    steps(total.steps, total.activity, to: &json)
                                }
                            }
                        }
                        json.array("segments") { json in
                            for item in inside { segment(item, names, offset, to: &json) }
                        }
                        json.add("lastUpdate", compact(inside.last?.span.end ?? day.span.end) + "Z")
                    }
                }
            }
        }
    }

    private static func segment(
        _ item: TimelineItem, _ names: [String: String], _ offset: (Timestamp) -> Int, to json: inout JSONWriter
    ) {
        json.object { json in
            switch item {
            case .gap: json.add("type", "off")
            case .visit: json.add("type", "place")
            case .move: json.add("type", "move")
            }
            times(item.span, offset, to: &json)
            switch item {
            case .gap: break
            case .visit(let visit):
                place(of: visit, names, to: &json)
                json.array("activities") { json in
                    for reported in visit.activities {
                        json.object { json in
                            name(reported.activity, to: &json)
                            json.add("manual", false)
                            times(reported.span, offset, to: &json)
                            json.add("duration", reported.span.seconds, places: 0)
                            json.add("distance", 0)
                        }
                    }
                }
            case .move(let move):
                json.array("activities") { json in
                    for section in move.sections where section.activity != .stationary {
                        activity(section, offset, to: &json)
                    }
                }
            }
        }
    }

    private static func place(of visit: Visit, _ names: [String: String], to json: inout JSONWriter) {
        let identifier = visit.placeIdentifier ?? ""
        json.object("place") { json in
            json.add("id", json: String(number(of: identifier)))
            if let label = names[identifier] { json.add("name", label) }
            json.add("type", names[identifier] == nil ? "unknown" : "user")
            json.object("location") { json in
                json.add("lat", visit.latitude, places: 7)
                json.add("lon", visit.longitude, places: 7)
            }
        }
    }

    private static func activity(
        _ section: MoveSection, _ offset: (Timestamp) -> Int, to json: inout JSONWriter
    ) {
        json.object { json in
            name(section.activity, section.vehicle, to: &json)
            json.add("manual", false)
            times(section.span, offset, to: &json)
            json.add("duration", section.span.seconds, places: 0)
            if let distance = section.wholeDistance { json.add("distance", distance, places: 0) }
            steps(section.steps, section.activity, to: &json)
            json.array("trackPoints") { json in
                for point in section.path.joined() {
                    json.object { json in
                        json.add("lat", point.latitude, places: 7)
                        json.add("lon", point.longitude, places: 7)
                        json.add("time", local(point.time, offset))
                    }
                }
            }
        }
    }

    /// Moves gave steps to walks and runs only.
    private static func steps(_ steps: Int?, _ activity: Activity, to json: inout JSONWriter) {
        guard let steps, activity == .walking || activity == .running else { return }
        json.add("steps", steps)
    }

    private static func times(_ span: TimeSpan, _ offset: (Timestamp) -> Int, to json: inout JSONWriter) {
        json.add("startTime", local(span.start, offset))
        json.add("endTime", local(span.end, offset))
    }

    /// The kind of vehicle is an activity of the group `transport`, with the word of Moves.
    private static func name(_ activity: Activity, _ vehicle: Vehicle? = nil, to json: inout JSONWriter) {
        let word = activity == .automotive ? "transport" : activity.rawValue
        json.add("activity", vehicle.map { $0 == .subway ? "underground" : $0.rawValue } ?? word)
        json.add("group", word)
    }

    /// A place's number. A place from a storyline keeps its own. Others have FNV-1a over the identifier, folded to 53
    /// bits, which JSON readers keep exactly.
    private static func number(of identifier: String) -> UInt64 {
        if identifier.hasPrefix(MovesStoryline.identifierPrefix),
            let number = UInt64(
                identifier.dropFirst(MovesStoryline.identifierPrefix.count), in: 0...(1 << 53) - 1)
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

    /// `20140603T152242-0700`.
    private static func local(_ time: Timestamp, _ offset: (Timestamp) -> Int) -> String {
        let seconds = offset(time)
        let minutes = Int(clamping: seconds.magnitude / 60)
        return compact(time + .seconds(seconds))
            + (seconds < 0 ? "-" : "+") + padded(minutes / 60, 2) + padded(minutes % 60, 2)
    }

    private static func compact(_ time: Timestamp) -> String {
        String(time.iso8601.prefix(while: { $0 != "." }).filter { $0 != "-" && $0 != ":" })
    }
}
