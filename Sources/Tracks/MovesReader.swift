import MotionTypes
import TextFormats

/// The storyline of Moves: an array of days, each with segments; a segment has a place or not, and activities.
///
/// Track points are fixes; a place gives a fix where it begins and one where it ends, at the place. Activities are
/// reports (`transport` is automotive) and so is a place without movement (stationary). Version 1.1 writes local times
/// with an offset; 1.0 wrote UTC and the codes `wlk`, `run`, `cyc`, `trp`.
enum MovesReader {
    static func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        var builder = TrackBuilder(format: .moves)
        var reader = JSONReader(bytes)
        if reader.peek() == UInt8(ascii: "[") {
            try reader.array { (reader) throws(InputError) in try add(day: try reader.element(), to: &builder)
            }
        } else {
            try add(day: try reader.element(), to: &builder)
        }
        try reader.expectEnd()
        return try builder.track()
    }

    private static func add(day: JSONElement, to builder: inout TrackBuilder) throws(InputError) {
        // A day without data has null.
        for segment in day["segments"]?.elements ?? [] {
            let start = try moment(segment["startTime"])
            let end = try moment(segment["endTime"])
            if segment["type"]?.text == "place" {
                if let place = segment["place"]?["location"] {
                    for time in [start, end] { try addFix(place, at: time, to: &builder) }
                }
                if let start { builder.addReport(.stationary, .high, start: start) }
            }
            for activity in segment["activities"]?.elements ?? [] { try add(activity, to: &builder) }
        }
    }

    private static func add(_ activity: JSONElement, to builder: inout TrackBuilder) throws(InputError) {
        let name = (activity["group"] ?? activity["activity"])?.text ?? ""
        if let start = try moment(activity["startTime"]) {
            switch name {
            case "walking", "wlk": builder.addReport(.walking, .high, start: start)
            case "running", "run": builder.addReport(.running, .high, start: start)
            case "cycling", "cyc": builder.addReport(.cycling, .high, start: start)
            case "transport", "trp": builder.addReport(.automotive, .high, start: start)
            default: builder.addReport([], .high, start: start)
            }
        }
        for point in activity["trackPoints"]?.elements ?? [] {
            try addFix(point, at: try moment(point["time"]), to: &builder)
        }
    }

    private static func addFix(_ point: JSONElement, at time: Timestamp?, to builder: inout TrackBuilder)
        throws(InputError)
    {
        guard let time else { return builder.count(.withoutTime) }
        guard let latitude = point["lat"]?.number, let longitude = point["lon"]?.number else {
            return builder.count(.withoutPosition)
        }
        let fields = FixFields(latitude: latitude, longitude: longitude)
        builder.addFix(try fields.location(at: time.sinceEpoch, line: point.line))
    }

    private static func moment(_ element: JSONElement?) throws(InputError) -> Timestamp? {
        guard let element else { return nil }
        guard let text = element.text, let moment = Timestamp(iso8601Basic: text) else {
            throw InputError(
                .malformed, line: element.line, problem: "a time that cannot be read",
                remedy: "Moves writes 20140603T152242-0700")
        }
        return moment
    }
}
