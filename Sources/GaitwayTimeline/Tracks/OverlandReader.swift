// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Overland's batches: `{"locations":[Feature…]}`, one or several, also in an array.
///
/// `properties` has `timestamp`, `altitude`, `speed`, `course`, `horizontal_accuracy` (-1 for unknown) and `motion`,
/// the phone's flags as words. A visit that the phone found (`visit` as `type` or `action`) has `arrival_date` and
/// `departure_date`, a trip that a person recorded (`type` `trip`) `mode`, `start`, `end` and `distance`. Fields:
/// Overland-iOS, README, "API", and its GLManager.
enum OverlandReader {
    static func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        var builder = TrackBuilder(format: .overland)
        try builder.readUntilCut { (builder) throws(InputError) in
            var reader = JSONReader(bytes)
            while !reader.isAtEnd() {
                if reader.peek() == UInt8(ascii: "[") {
                    try reader.array { (reader) throws(InputError) in try add(batch: &reader, to: &builder) }
                } else {
                    try add(batch: &reader, to: &builder)
                }
            }
        }
        return try builder.track()
    }

    private static func add(batch reader: inout JSONReader, to builder: inout TrackBuilder) throws(InputError) {
        try reader.object { (key, reader) throws(InputError) in
            guard key == "locations" else {
                _ = try reader.element()
                return
            }
            try reader.array { (reader) throws(InputError) in add(try reader.element(), to: &builder) }
        }
    }

    static func add(_ feature: JSONElement, to builder: inout TrackBuilder) {
        guard let properties = feature["properties"], let moment = TrackTime.moment(properties["timestamp"])
        else {
            return builder.count(.withoutTime)
        }
        let kind = properties.first(of: ["type", "action"])?.value.text
        if kind == "visit" { return add(visit: feature, properties, to: &builder) }
        if kind == "trip" { return add(trip: properties, to: &builder) }
        if let position = GeoJSONPosition(feature["geometry"]?["coordinates"]) {
            let fields = FixFields(
                latitude: position.latitude, longitude: position.longitude,
                altitude: properties["altitude"]?.number ?? position.altitude,
                speed: properties["speed"]?.number, course: properties["course"]?.number,
                accuracy: properties["horizontal_accuracy"]?.number)
            builder.addFix(fields, at: moment.sinceEpoch, line: feature.line)
        } else {
            builder.count(.withoutPosition)
        }
        guard let words = properties["motion"]?.elements, !words.isEmpty else { return }
        let flags = MotionWords.flags(words.compactMap(\.text))
        builder.addReport(flags, .high, start: moment)
    }

    private static func add(
        visit feature: JSONElement, _ properties: JSONElement, to builder: inout TrackBuilder
    ) {
        // A visit that is not over comes again when it is.
        guard let arrival = TrackTime.moment(properties["arrival_date"]),
            let departure = TrackTime.moment(properties["departure_date"]), arrival < departure
        else { return builder.count(.withoutTime) }
        guard let position = GeoJSONPosition(feature["geometry"]?["coordinates"]) else {
            return builder.count(.withoutPosition)
        }
        builder.addVisit(
            ReportedVisit(
                span: TimeSpan(start: arrival, end: departure), latitude: position.latitude,
                longitude: position.longitude, isConfirmed: true),
            line: feature.line)
    }

    private static func add(trip properties: JSONElement, to builder: inout TrackBuilder) {
        guard let start = TrackTime.moment(properties["start"]), let end = TrackTime.moment(properties["end"]),
            start < end
        else { return builder.count(.withoutTime) }
        let mode = properties["mode"]?.text ?? "unknown"
        builder.knowledge.moves.append(
            ReportedMove(
                span: TimeSpan(start: start, end: end), kind: mode, flags: ActivityWords.flags(mode),
                confidence: .high, distance: properties["distance"]?.number))
    }
}

/// The words that Overland and OwnTracks have for motion.
enum MotionWords {
    /// The flags of some words; unknown words are passed over.
    static func flags(_ words: [String]) -> ActivityFlags {
        var flags: ActivityFlags = []
        for word in words {
            switch word {
            case "stationary": flags.insert(.stationary)
            case "walking": flags.insert(.walking)
            case "running": flags.insert(.running)
            case "cycling": flags.insert(.cycling)
            case "driving", "automotive": flags.insert(.automotive)
            case "unknown": flags.insert(.unknown)
            default: break
            }
        }
        if flags != .unknown { flags.remove(.unknown) }
        return flags
    }
}
