// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A Moves storyline as written in its file: an array of days, or one day, each with segments. The caller interprets
/// them.
///
/// Version 1.1 writes local times with an offset; 1.0 wrote UTC and the codes `wlk`, `run`, `cyc`, `trp`.
enum MovesFile {
    /// Reads a file, a day at a time.
    ///
    /// - Throws: `InputError` with the line: `truncated` or `malformed` if it is not JSON, and errors that `day`
    ///   throws.
    static func read(
        _ bytes: [UInt8], day: (_ day: MovesDay) throws(InputError) -> Void
    ) throws(InputError) {
        var reader = JSONReader(bytes)
        if reader.peek() == UInt8(ascii: "[") {
            try reader.array { (reader) throws(InputError) in try day(MovesDay(element: try reader.element())) }
        } else {
            try day(MovesDay(element: try reader.element()))
        }
        try reader.expectEnd()
    }
}

/// One day of a storyline.
package struct MovesDay: Sendable {
    fileprivate let element: JSONElement

    /// The line it begins on, from 1.
    package var line: Int { element.line }
    /// Whether it is an object, as a day must be.
    var isObject: Bool { element.members != nil }
    /// Its segments; a day without data has null for them.
    package var segments: [MovesSegment] { element["segments"]?.elements?.map(MovesSegment.init) ?? [] }
}

/// A stretch of a day: at a place, on the move, or off.
package struct MovesSegment: Sendable {
    fileprivate let element: JSONElement

    package var line: Int { element.line }
    /// `place`, `move` or `off`.
    package var type: String? { element["type"]?.text }
    /// Where it begins and ends.
    package var times: MovesTimes { MovesTimes(element: element) }
    package var place: MovesPlace? { element["place"].map(MovesPlace.init) }
    package var activities: [MovesActivity] { element["activities"]?.elements?.map(MovesActivity.init) ?? [] }
}

/// The place of a segment.
package struct MovesPlace: Sendable {
    fileprivate let element: JSONElement

    /// Its number in the file.
    package var number: UInt64? { element["id"]?.number.flatMap { UInt64($0, in: .any) } }
    package var name: String? { element["name"]?.text }
    package var location: MovesPoint? { element["location"].map(MovesPoint.init) }
}

/// An activity within a segment.
package struct MovesActivity: Sendable {
    fileprivate let element: JSONElement

    /// One of the four ways to move, by the group or the activity's own name; nil for any other.
    package var activity: Activity? {
        for key in ["group", "activity"] {
            switch element[key]?.text {
            case "walking", "wlk": return .walking
            case "running", "run": return .running
            case "cycling", "cyc": return .cycling
            case "transport", "trp", "airplane", "bus", "car", "ferry", "motorcycle", "train", "tram", "underground":
                return .automotive
            default: continue
            }
        }
        return nil
    }

    /// The activity's own name, which may be a kind of vehicle.
    package var name: String? { element["activity"]?.text }
    package var times: MovesTimes { MovesTimes(element: element) }
    /// In metres.
    package var distance: Double? { element["distance"]?.number }
    /// Whole steps; nil for an activity without them.
    package var steps: Int? { element["steps"]?.number.flatMap { Int($0, in: 0...1_000_000_000) } }
    package var trackPoints: [MovesPoint] { element["trackPoints"]?.elements?.map(MovesPoint.init) ?? [] }
}

/// A position of a storyline, perhaps with its time.
package struct MovesPoint: Sendable {
    fileprivate let element: JSONElement

    package var line: Int { element.line }
    /// In degrees.
    package var latitude: Double? { element["lat"]?.number }
    /// In degrees.
    package var longitude: Double? { element["lon"]?.number }

    /// Its time; nil without one.
    package func time() throws(InputError) -> Timestamp? { try MovesTimes.moment(element["time"]) }
}

/// When a segment or an activity begins and ends.
package struct MovesTimes: Sendable {
    fileprivate let element: JSONElement

    /// Its start; nil without one.
    package func start() throws(InputError) -> Timestamp? { try Self.moment(element["startTime"]) }

    /// Its end; nil without one.
    package func end() throws(InputError) -> Timestamp? { try Self.moment(element["endTime"]) }

    /// From start to end; nil without a length.
    package func span() throws(InputError) -> TimeSpan? {
        guard let start = try start(), let end = try end(), start < end else { return nil }
        return TimeSpan(start: start, end: end)
    }

    fileprivate static func moment(_ element: JSONElement?) throws(InputError) -> Timestamp? {
        guard let element else { return nil }
        guard let text = element.text, let moment = Timestamp(iso8601Basic: text) else {
            throw InputError(
                .malformed, line: element.line,
                problem: "the time \(element.text.map { "\(quoted: $0) " } ?? "")cannot be read",
                remedy: "Moves writes 20140603T152242-0700")
        }
        return moment
    }
}
