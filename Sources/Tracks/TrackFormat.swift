import TextFormats

/// The kinds of files that tracks are read from.
public enum TrackFormat: String, CaseIterable, Sendable, Hashable {
    /// GPX 1.0 and 1.1; its tracks, not its routes and waypoints.
    case gpx
    /// GeoJSON: points with a time each, or lines with `coordTimes`.
    case geoJSON = "geojson"
    /// Overland's batches: `{"locations":[…]}`.
    case overland
    /// OwnTracks' messages: one object, an array, one a line, or the recorder's `.rec`.
    case ownTracks = "owntracks"
    /// e-mission's entries: an array of `{metadata, data}`.
    case eMission = "e-mission"
    /// The storyline of Moves: an array of days.
    case moves
    /// A table with a header: phyphox's and Sensor Logger's `Location.csv`, or any with latitude, longitude and time.
    case csv
}

extension TrackFormat {
    /// The format that `bytes` look like, or nil, also for a logger's table with samples beside the location: that is a recording.
    /// The first 64 KiB are looked at.
    public static func detect(_ bytes: [UInt8]) -> TrackFormat? {
        let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let head = bytes[start...].prefix(1 << 16).drop { $0 <= 32 }
        guard let first = head.first else { return nil }
        let text = String(decoding: head, as: UTF8.self)
        func has(_ words: String...) -> Bool { words.allSatisfy { text.contains($0) } }
        switch first {
        case UInt8(ascii: "<"): return has("<gpx") || has(":gpx") ? .gpx : nil
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            // Google's location history and our own files have keys of other formats.
            if ForeignFile(head)?.trackError(source: nil) != nil { return nil }
            if has("\"_type\"") { return .ownTracks }
            if has("\"locations\"") { return .overland }
            if has("\"metadata\"", "\"data\"") || has("\"background/") { return .eMission }
            if has("\"segments\"") { return .moves }
            return has("\"type\"", "\"Feature") || has("\"coordinates\"") ? .geoJSON : nil
        default:
            let line = text.prefix { !$0.isNewline }.lowercased()
            if line.contains("\t"), line.contains("{") { return .ownTracks }
            guard line.contains("lat"), line.contains("lon") || line.contains("lng") else { return nil }
            let names = line.split { ",;|\t".contains($0) }.map { $0.drop { $0 == " " || $0 == "\"" } }
            return names.contains(where: isAcceleration) ? nil : .csv
        }
    }

    /// Whether a column's name, in small letters, is one that loggers give to acceleration.
    private static func isAcceleration(_ name: Substring) -> Bool {
        name.contains("accel") || name.hasPrefix("acc") && !name.hasPrefix("accu") || name.hasPrefix("gfx")
            || name.prefix { $0.isLetter } == "ax"
    }
}
