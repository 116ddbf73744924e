import Formats
import MotionTypes

/// OwnTracks' messages: an object, an array, one object a line, the recorder's answer (`{"data":[…]}`) or its `.rec`
/// file (time, tab, kind, tab, object).
///
/// `_type` `location` has `lat`, `lon`, `tst` (s), `acc` (m), `vel` (km/h), `alt`, `cog`, `motionactivities`. Other
/// types (`transition`, `waypoint`, `lwt`, …) hold no fix of the track and are passed over. Fields: owntracks.org,
/// "JSON".
enum OwnTracksReader {
    static func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        var builder = TrackBuilder(format: .ownTracks)
        if let first = bytes.first(where: { $0 > 32 && $0 < 128 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        {
            var reader = JSONReader(bytes)
            while !reader.isAtEnd() { try add(try reader.element(), to: &builder) }
        } else {
            try addLines(bytes, to: &builder)
        }
        return try builder.track()
    }

    private static func addLines(_ bytes: [UInt8], to builder: inout TrackBuilder) throws(InputError) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where line.contains(where: { $0 > 32 }) {
            guard let start = line.firstIndex(of: UInt8(ascii: "{")) else {
                // Lines of other kinds (waypoints, cards) carry no object.
                builder.count(.withoutPosition)
                continue
            }
            do {
                var reader = JSONReader(Array(line[start...]))
                let message = try reader.element()
                try reader.expectEnd()
                try add(message, to: &builder)
            } catch {
                var located = error
                located.line = index + 1
                throw located
            }
        }
    }

    private static func add(_ message: JSONElement, to builder: inout TrackBuilder) throws(InputError) {
        if let messages = message.elements ?? message["data"]?.elements {
            for message in messages { try add(message, to: &builder) }
            return
        }
        guard let type = message["_type"]?.text else {
            throw InputError(
                .malformed, line: message.line, problem: "the message has no _type",
                remedy: "give messages as OwnTracks publishes them")
        }
        guard type == "location" else { return }
        guard let moment = message["tst"]?.number.flatMap(TrackTime.moment(seconds:)) else {
            return builder.count(.withoutTime)
        }
        guard let latitude = message["lat"]?.number, let longitude = message["lon"]?.number else {
            return builder.count(.withoutPosition)
        }
        let fields = FixFields(
            latitude: latitude, longitude: longitude, altitude: message["alt"]?.number,
            speed: message["vel"]?.number.map { $0 / 3.6 }, course: message["cog"]?.number,
            accuracy: message["acc"]?.number)
        builder.addFix(try fields.location(at: moment.sinceEpoch, line: message.line))
        if let words = message["motionactivities"]?.elements, !words.isEmpty {
            builder.addReport(MotionWords.flags(words.compactMap(\.text)), .high, start: moment)
        }
    }
}
