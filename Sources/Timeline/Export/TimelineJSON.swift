internal import MotionTypes
internal import TextFormats

/// Timelines as text. Pure encoders: items in, text out, the same in every locale.
public enum TimelineExport {
    /// The project's own format, version 1; FORMAT.md of this module describes it. One item a line.
    public static func json(_ items: [TimelineItem]) -> String {
        var text = "{\"gaitway\":\"timeline\",\"version\":1,\"items\":["
        for (index, item) in items.enumerated() {
            text += index == 0 ? "\n" : ",\n"
            text += json(item)
        }
        return text + (items.isEmpty ? "]}\n" : "\n]}\n")
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
            members.append(member("longest_silence", number(visit.longestSilence, 3)))
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
                "[" + number(point.longitude, 7) + "," + number(point.latitude, 7) + ",\"" + point.time.iso8601 + "\"]"
            }
            return "[" + points.joined(separator: ",") + "]"
        }
        var members = [member("activity", JSONText.quoted(section.activity.rawValue))]
        members += times(section.span)
        members.append(member("evidence", JSONText.quoted(section.evidence.rawValue)))
        members.append(member("duration", number(section.span.duration, 3)))
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
