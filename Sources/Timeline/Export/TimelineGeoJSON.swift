internal import MotionTypes
internal import TextFormats

extension TimelineExport {
    /// A GeoJSON FeatureCollection (RFC 7946): visits as points, sections as lines coloured by activity.
    ///
    /// Colours stand in the properties of the simplestyle convention, version 1.1, so that common viewers show them. A path that
    /// crosses the antimeridian is cut there. Pauses and sections without a path have a null geometry.
    public static func geoJSON(_ document: TimelineDocument) -> String {
        let names = document.namesOfPlaces
        var features: [String] = []
        for item in document.items {
            switch item {
            case .visit(let visit):
                let properties = [
                    member("kind", "\"visit\""), member("start", "\"" + visit.span.start.iso8601 + "\""),
                    member("end", "\"" + visit.span.end.iso8601 + "\""),
                    member("place", visit.placeIdentifier.map(JSONText.quoted) ?? "null"),
                    member("title", JSONText.quoted(visit.placeIdentifier.map { names[$0] ?? $0 } ?? "visit")),
                    member("marker-color", "\"#d63e2a\""),
                ]
                let point = "{\"type\":\"Point\",\"coordinates\":" + position(visit.longitude, visit.latitude) + "}"
                features.append(feature(point, properties))
            case .move(let move):
                for section in move.sections {
                    let properties = [
                        member("kind", "\"section\""), member("activity", JSONText.quoted(section.activity.rawValue)),
                        member("start", "\"" + section.span.start.iso8601 + "\""),
                        member("end", "\"" + section.span.end.iso8601 + "\""),
                        member("distance", number(section.distance, 1)),
                        member("stroke", JSONText.quoted(colour(section.activity))), member("stroke-width", "4"),
                    ]
                    features.append(feature(lines(section.path), properties))
                }
            case .gap(let gap):
                let properties = [
                    member("kind", "\"gap\""), member("start", "\"" + gap.span.start.iso8601 + "\""),
                    member("end", "\"" + gap.span.end.iso8601 + "\""),
                ]
                features.append(feature("null", properties))
            }
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[" + (features.isEmpty ? "" : "\n")
            + features.joined(separator: ",\n") + "]}\n"
    }

    /// The colour of an activity: walking green, running orange, cycling blue, automotive grey, a pause violet.
    static func colour(_ activity: Activity) -> String {
        switch activity {
        case .stationary: "#9b59b6"
        case .walking: "#2ca02c"
        case .running: "#ff7f0e"
        case .cycling: "#1f77b4"
        case .automotive: "#555555"
        }
    }

    private static func feature(_ geometry: String, _ properties: [String]) -> String {
        "{\"type\":\"Feature\",\"geometry\":" + geometry + ",\"properties\":{"
            + properties.joined(separator: ",") + "}}"
    }

    private static func position(_ longitude: Double, _ latitude: Double) -> String {
        "[" + number(longitude, 7) + "," + number(latitude, 7) + "]"
    }

    private static func lines(_ path: [[PathPoint]]) -> String {
        var lines: [String] = []
        for piece in path {
            var line: [String] = []
            func end() {
                if line.count > 1 { lines.append("[" + line.joined(separator: ",") + "]") }
                line.removeAll()
            }
            for (index, point) in piece.enumerated() {
                if index > 0, abs(point.longitude - piece[index - 1].longitude) > 180 { end() }
                line.append(position(point.longitude, point.latitude))
            }
            end()
        }
        switch lines.count {
        case 0: return "null"
        case 1: return "{\"type\":\"LineString\",\"coordinates\":" + lines[0] + "}"
        default:
            return "{\"type\":\"MultiLineString\",\"coordinates\":[" + lines.joined(separator: ",") + "]}"
        }
    }
}
