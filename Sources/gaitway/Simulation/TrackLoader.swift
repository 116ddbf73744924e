import ActivityStream
import Glibc
import MotionTypes
import SensorLogs
import Tracks

/// A track as the subcommands use it, from a track file or a logger's recording.
struct LoadedTrack {
    /// The log as the user named it.
    var source: String
    /// The wall-clock time of elapsed 0, if the log tells.
    var origin: Timestamp?
    /// By ascending time.
    var fixes: [Location]
    /// The phone's own reports, by delivery.
    var reports: [ActivityReport]
}

extension LoadedTrack {
    /// A track from a file.
    init(_ track: Track, source: String) {
        self.init(source: source, origin: track.origin, fixes: track.fixes, reports: track.reports)
    }

    /// This track and another of the same phone, by time.
    ///
    /// - Throws: `InputError` if one has a wall clock and the other has none.
    func merged(with other: LoadedTrack) throws -> LoadedTrack {
        // Where they came from plays no part in joining.
        let whole = Track(format: .csv, origin: origin, fixes: fixes, reports: reports)
        let added = Track(format: .csv, origin: other.origin, fixes: other.fixes, reports: other.reports)
        let merged = try whole.merged(with: added)
        return LoadedTrack(source: source, origin: merged.origin, fixes: merged.fixes, reports: merged.reports)
    }
}

/// Reads tracks.
enum TrackLoader {
    /// Reads the logs of one phone as one track: some may hold the fixes and others the reports.
    ///
    /// - Throws: `InputError`, also for logs that cannot be put in order, and if none has fixes.
    static func load(_ paths: [String], options: LogOptions) throws -> LoadedTrack {
        try load(paths.map { try TrackInput(path: $0) }, options: options)
    }

    /// The same, of logs that are open.
    static func load(_ inputs: [TrackInput], options: LogOptions) throws -> LoadedTrack {
        guard inputs.count > 1, let first = inputs.first else {
            return try checked(part(inputs.first ?? TrackInput(path: "-"), options: options))
        }
        var whole = try part(first, options: options)
        for input in inputs.dropFirst() {
            let added = try part(input, options: options)
            for track in [whole, added] where track.origin == nil {
                throw InputError(
                    .ambiguous, source: track.source,
                    problem: "it has no wall clock, so that it cannot be put beside another track",
                    remedy: "give it alone, or tracks that all tell the date")
            }
            whole = try whole.merged(with: added)
        }
        return try checked(whole)
    }

    /// Reads a track file, a logger's export folder or zip, or `-`.
    ///
    /// - Throws: `InputError`, also for a log without fixes.
    static func load(_ path: String, options: LogOptions) throws -> LoadedTrack {
        try checked(part(TrackInput(path: path), options: options))
    }

    private static func part(_ input: TrackInput, options: LogOptions) throws -> LoadedTrack {
        var options = options
        options.readsLocation = true
        let (path, name) = (input.path, input.name)
        guard let bytes = input.bytes else { return try recording(Recording(path: path, options: options), name) }
        guard !bytes.isEmpty else {
            throw InputError(
                .empty, source: name, problem: "there is nothing in it", remedy: "give a log that recorded location")
        }
        // What is no track may be a zip, or a logger's table with its location in it.
        guard options.logger == nil, let format = TrackFormat.detect(bytes) else {
            return try recording(Recording(RecordingReader(bytes: bytes, name: name, options: options)), name)
        }
        let track = try Track(decoding: bytes, format: format, source: name)
        for (kind, count) in track.repairs.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            Diagnostics.line("gaitway: \(name): repaired: \(kind.rawValue) \(count)")
        }
        return LoadedTrack(track, source: name)
    }

    /// A logger's log.
    private static func recording(_ recording: Recording, _ name: String) -> LoadedTrack {
        // A gap of the accelerometer is none of the track.
        for (kind, count) in recording.repairs.entries where kind != .gap {
            Diagnostics.line("gaitway: \(name): repaired: \(kind.rawValue) \(count)")
        }
        // Loggers may write a fix late; those of one moment keep their order.
        let order = recording.fixes.indices.sorted { left, right in
            let (first, second) = (recording.fixes[left].elapsed, recording.fixes[right].elapsed)
            return first != second ? first < second : left < right
        }
        return LoadedTrack(
            source: name, origin: recording.header.origin, fixes: order.map { recording.fixes[$0] }, reports: [])
    }

    private static func checked(_ track: LoadedTrack) throws -> LoadedTrack {
        guard !track.fixes.isEmpty else {
            throw InputError(
                .empty, source: track.source, problem: "there are no location fixes in it",
                remedy: "give a log that recorded location")
        }
        return track
    }
}

/// A log of a track, opened: a file's bytes, or the path of a folder.
struct TrackInput {
    /// As the user named it.
    let path: String
    /// For messages.
    let name: String
    /// Nil for a folder.
    let bytes: [UInt8]?

    /// More than the files of a year of days have.
    private static let limit = 1 << 30

    /// Reads a file or standard input (`-`); a folder is left to its reader.
    init(path: String) throws {
        self.path = path
        name = path == "-" ? "standard input" : path
        var status = stat()
        let isFolder = path != "-" && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        bytes = isFolder ? nil : try FileBytes.read(path, limit: Self.limit, remedy: "give the days one by one")
    }
}
