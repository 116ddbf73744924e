// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The streams of an activity as Strava's interface gives them: `latlng` and `time`, each a list under `data`,
/// one value for each moment.
///
/// Streams lie under their names, or in an array with their name as `type`; an activity with `start_date` and `streams`
/// has a wall clock. Without it, times count from the start. Source: developers.strava.com, "StreamSet".
enum StravaStreams {
    static func looksLike(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes.prefix(TrackFormat.headSize), as: UTF8.self)
        return text.contains("\"latlng\"") && text.contains("\"data\"")
    }

    static func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        var reader = JSONReader(bytes)
        let whole = try reader.element()
        let streams = whole["streams"] ?? whole
        func list(_ name: String) -> [JSONElement]? {
            let stream = streams[name] ?? streams.elements?.first { $0["type"]?.text == name }
            return stream?.elements ?? stream?["data"]?.elements
        }
        guard let places = list("latlng"), let times = list("time"), places.count == times.count else {
            throw InputError(
                .malformed, problem: "the streams latlng and time of the activity are missing, or differ in length",
                remedy: "get both streams, with the same resolution")
        }
        let (altitudes, speeds) = (list("altitude"), list("velocity_smooth"))
        func number(_ list: [JSONElement]?, _ index: Int) -> Double? {
            list.flatMap { $0.indices.contains(index) ? $0[index].number : nil }
        }
        let start = TrackTime.moment(whole["start_date"])
        var builder = TrackBuilder(format: .locationJSON)
        var lines: [Int] = []
        for (index, (place, time)) in zip(places, times).enumerated() {
            guard let pair = place.elements, pair.count == 2, let latitude = pair[0].number,
                let longitude = pair[1].number
            else {
                builder.count(.withoutPosition)
                continue
            }
            guard let seconds = time.number, (0...1e7).contains(seconds) else {
                builder.leaveOut(TrackTime.fault(line: time.line))
                continue
            }
            let fields = FixFields(
                latitude: latitude, longitude: longitude, altitude: number(altitudes, index),
                speed: number(speeds, index))
            builder.addRecord { (builder) throws(InputError) in
                let elapsed = (start?.sinceEpoch ?? .zero) + .nanoseconds(Nanoseconds.rounded(seconds))
                builder.append(try fields.location(at: elapsed, line: place.line))
            }
            if builder.fixes.count > lines.count { lines.append(place.line) }
        }
        return try builder.orderedTrack(lines: lines, hasWallClock: start != nil)
    }
}
