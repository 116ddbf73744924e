import MotionTypes

/// GPX 1.0 and 1.1: the points of `trk`/`trkseg`. Routes and waypoints are plans, not where the phone was.
///
/// A point has `lat` and `lon`, `ele` and `time`; speed (m/s), course and accuracy come from GPX 1.0's elements or any
/// extension with such a name. Source: topografix.com, "GPX 1.1 Schema Documentation".
enum GPXTrackReader {
    static func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        var builder = TrackBuilder(format: .gpx)
        var reader = XMLPullReader(bytes)
        var lines: [Int] = []
        guard case .start("gpx", _) = try reader.next() else {
            throw InputError(
                .malformed, line: reader.line, problem: "no GPX: the root is not gpx",
                remedy: "give a GPX 1.1 file")
        }
        var firstUntimed: Int?
        while let event = try reader.next() {
            guard case .start("trkpt", let attributes) = event else { continue }
            let line = reader.line
            let (fields, time) = try point(attributes, &reader, line)
            guard let time else {
                builder.count(.withoutTime)
                firstUntimed = firstUntimed ?? line
                continue
            }
            builder.addFix(try fields.location(at: time.nanoseconds, line: line))
            if builder.fixes.count > lines.count { lines.append(line) }
        }
        if builder.fixes.isEmpty, let firstUntimed {
            throw InputError(
                .unsupported, line: firstUntimed, problem: "a track without times",
                remedy: "give a recorded track; a drawn route has no times")
        }
        return try builder.orderedTrack(lines: lines, hasWallClock: true)
    }

    /// Reads a point up to its end.
    private static func point(_ attributes: [String: String], _ reader: inout XMLPullReader, _ line: Int)
        throws(InputError) -> (FixFields, Timestamp?)
    {
        guard let latitude = attributes["lat"].flatMap({ Double($0) }),
            let longitude = attributes["lon"].flatMap({ Double($0) })
        else {
            throw InputError(
                .malformed, line: line, problem: "a point without lat and lon",
                remedy: "give both in degrees, with a decimal point")
        }
        var fields = FixFields(latitude: latitude, longitude: longitude)
        var time: Timestamp?
        var element = ""
        while let event = try reader.next() {
            switch event {
            case .start(let name, _): element = name
            case .end("trkpt"): return (fields, time)
            case .end: element = ""
            case .text(let text):
                let value = text.filter { !$0.isWhitespace }
                switch element {
                case "time":
                    guard let moment = Timestamp(iso8601: value) else {
                        throw TrackTime.fault(line: reader.line)
                    }
                    time = moment
                case "ele": fields.altitude = Double(value)
                case "speed": fields.speed = Double(value)
                case "course", "bearing": fields.course = Double(value)
                case "accuracy", "hacc": fields.accuracy = Double(value)
                default: break
                }
            }
        }
        throw reader.fault("a point is not closed")
    }
}
