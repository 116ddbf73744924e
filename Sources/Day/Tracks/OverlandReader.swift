import Formats
import MotionTypes

/// Overland's batches: `{"locations":[Feature…]}`, one or several after one another.
///
/// `properties` has `timestamp`, `altitude`, `speed`, `course`, `horizontal_accuracy` (-1 for unknown) and `motion`,
/// the phone's flags as words. Fields: Overland-iOS, README, "API".
enum OverlandReader {
    static func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        var builder = TrackBuilder(format: .overland)
        var reader = JSONReader(bytes)
        while !reader.isAtEnd() {
            try reader.object { (key, reader) throws(InputError) in
                guard key == "locations" else {
                    _ = try reader.element()
                    return
                }
                try reader.array { (reader) throws(InputError) in
                    try add(try reader.element(), to: &builder)
                }
            }
        }
        return try builder.track()
    }

    private static func add(_ feature: JSONElement, to builder: inout TrackBuilder) throws(InputError) {
        guard let properties = feature["properties"], let moment = TrackTime.moment(properties["timestamp"])
        else {
            return builder.count(.withoutTime)
        }
        if let position = GeoJSONPosition(feature["geometry"]?["coordinates"]) {
            let fields = FixFields(
                latitude: position.latitude, longitude: position.longitude,
                altitude: properties["altitude"]?.number ?? position.altitude,
                speed: properties["speed"]?.number, course: properties["course"]?.number,
                accuracy: properties["horizontal_accuracy"]?.number)
            builder.addFix(try fields.location(at: moment.sinceEpoch, line: feature.line))
        } else {
            builder.count(.withoutPosition)
        }
        guard let words = properties["motion"]?.elements, !words.isEmpty else { return }
        let flags = MotionWords.flags(words.compactMap(\.text))
        builder.addReport(flags, .high, start: moment)
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
