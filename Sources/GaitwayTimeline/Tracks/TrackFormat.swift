// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

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
    /// JSON with objects that have a latitude, a longitude and a time: Traccar, Polarsteps, Home Assistant and others.
    case locationJSON = "location-json"
    /// Google Takeout's `Records.json`.
    case googleRecords = "google-records"
    /// Google Takeout's Semantic Location History, a file a month.
    case googleSemantic = "google-semantic"
    /// The timeline that Google Maps exports on the phone, Android's or iPhone's.
    case googleTimeline = "google-timeline"
    /// Arc's and LocoKit2's JSON.
    case arc
    /// Apple Health's `export.xml`.
    case appleHealth = "apple-health"
    /// KML: `gx:Track`, and points with times.
    case kml
    /// Garmin's Training Center XML.
    case tcx
    /// Garmin's FIT activities.
    case fit
    /// The sentences of a satellite receiver.
    case nmea
}

extension TrackFormat {
    /// The number of bytes by which a file's format is detected.
    package static let headSize = 1 << 16

    /// The format that `bytes` look like, or nil, also for a logger's table with samples beside the location: that is a
    /// recording. The first 64 KiB are looked at.
    package static func detect(_ bytes: [UInt8]) -> TrackFormat? {
        if FITReader.isFIT(bytes) { return .fit }
        let bytes = TextEncoding.fromUTF16(bytes)
        let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let head = bytes[start...].prefix(headSize).drop { $0 <= 32 }
        guard let first = head.first else { return nil }
        let text = String(decoding: head, as: UTF8.self)
        switch first {
        case UInt8(ascii: "<"): return xml(text)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            // Our own files have keys of other formats.
            return ForeignFile(head)?.trackError(source: nil) == nil ? json(text) : nil
        default:
            let line = text.prefix { !$0.isNewline }.lowercased()
            // A recorder's line begins with its time, another log's may begin with the topic; packed bytes may have a
            // tab and a bracket, too.
            let isTimed = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) && line.contains("\t")
            if line.contains("{"), isTimed || line.contains("\"_type\"") { return .ownTracks }
            if NMEAReader.isNMEA(head) { return .nmea }
            return LocationTableReader.begins(with: head) ? .csv : nil
        }
    }

    private static func xml(_ text: String) -> TrackFormat? {
        func has(_ words: String...) -> Bool { words.contains { text.contains($0) } }
        if has("<gpx", ":gpx") { return .gpx }
        if has("<kml", ":kml") { return .kml }
        if has("<TrainingCenterDatabase") { return .tcx }
        return has("<HealthData", "<!DOCTYPE HealthData") ? .appleHealth : nil
    }

    private static func json(_ text: String) -> TrackFormat? {
        func has(_ words: String...) -> Bool { words.allSatisfy { text.contains("\"" + $0) } }
        if has("semanticSegments\"") || has("rawSignals\"") || has("timelinePath\"")
            || has("startTime\"", "endTime\"") && (has("topCandidate\"") || text.contains("geo:"))
        {
            return .googleTimeline
        }
        if has("timelineObjects\"") { return .googleSemantic }
        if has("locations\"") && (has("latitudeE7\"") || has("timestampMs\"")) { return .googleRecords }
        if has("timelineItems\"") || has("movingState\"") || has("base\"", "isVisit\"")
            || has("radiusMean\"", "secondsFromGMT\"") || has("schemaVersion\"", "exportMode\"", "samples\"")
        {
            return .arc
        }
        if has("latlng\"", "time\"", "data\"") { return .locationJSON }
        if has("_type\"") { return .ownTracks }
        if has("locations\""), text.contains("Feature") || !LocationJSONReader.looksLike(text) { return .overland }
        if has("metadata\"", "data\"") || has("background/") { return .eMission }
        if has("segments\"") { return .moves }
        if has("type\"", "Feature") || has("coordinates\"") { return .geoJSON }
        return LocationJSONReader.looksLike(text) ? .locationJSON : nil
    }

    /// Whether a file of the format is read as it arrives, so that memory never holds all of it.
    package var isStreamed: Bool {
        switch self {
        case .geoJSON, .googleRecords, .googleSemantic, .googleTimeline, .arc, .appleHealth: true
        default: false
        }
    }

    /// Whether only location histories and sports watches write the format. A folder with such a file is not a logger's
    /// export.
    var isDecisive: Bool {
        switch self {
        case .googleRecords, .googleSemantic, .googleTimeline, .arc, .appleHealth, .tcx, .fit: true
        default: false
        }
    }

    /// Reads a file piece by piece, if the format allows it.
    func track(_ input: TrackBytes) throws(InputError) -> Track {
        guard isStreamed else { return try track(try input.whole()) }
        guard self != .geoJSON else { return try GeoJSONTrackReader.track(input) }
        var builder = TrackBuilder(format: self)
        try read(input, into: &builder)
        return try builder.track()
    }

    /// Reads the whole file.
    func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        // FIT is binary, and XML names its encoding itself.
        let isText = ![.fit, .gpx, .kml, .tcx].contains(self)
        let bytes = isText ? TextEncoding.fromUTF16(bytes) : bytes
        switch self {
        case .gpx: return try GPXTrackReader.track(bytes)
        case .overland: return try OverlandReader.track(bytes)
        case .ownTracks: return try OwnTracksReader.track(bytes)
        case .eMission: return try EMissionReader.track(bytes)
        case .moves: return try MovesReader.track(bytes)
        case .csv: return try LocationTableReader.track(bytes)
        case .locationJSON: return try LocationJSONReader.track(bytes)
        case .kml: return try KMLReader.track(bytes)
        case .tcx: return try TCXReader.track(bytes)
        case .fit: return try FITReader.track(bytes)
        case .nmea: return try NMEAReader.track(bytes)
        case .geoJSON, .googleRecords, .googleSemantic, .googleTimeline, .arc, .appleHealth:
            return try track(TrackBytes(bytes))
        }
    }

    /// Reads a file as it arrives, and adds its fixes and reports.
    func read(_ input: TrackBytes, into builder: inout TrackBuilder) throws(InputError) {
        switch self {
        case .googleRecords: try GoogleRecordsReader.read(input, into: &builder)
        case .googleSemantic: try GoogleSemanticReader.read(input, into: &builder)
        case .googleTimeline: try GoogleTimelineReader.read(input, into: &builder)
        case .arc: try ArcReader.read(input, into: &builder)
        case .appleHealth: try HealthReader.read(input, into: &builder)
        default: builder.add(try track(input))
        }
    }
}
