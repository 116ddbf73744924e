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

/// Reads tracks.
enum TrackLoader {
    /// More than the files of a year of days have.
    private static let limit = 1 << 30

    /// Reads the logs of one phone as one track: some may hold the fixes and others the reports.
    ///
    /// - Throws: `InputError`, also for logs that cannot be put in order, and if none has fixes.
    static func load(_ paths: [String], options: LogOptions) throws -> LoadedTrack {
        guard paths.count > 1, let first = paths.first else {
            return try load(paths.first ?? "-", options: options)
        }
        var whole = try part(first, options: options)
        for path in paths.dropFirst() {
            let added = try part(path, options: options)
            for track in [whole, added] where track.origin == nil {
                throw InputError(
                    .ambiguous, source: track.source,
                    problem: "it has no wall clock, so that it cannot be put beside another track",
                    remedy: "give it alone, or tracks that all tell the date")
            }
            let merged = try track(whole).merged(with: track(added))
            whole = LoadedTrack(
                source: whole.source, origin: merged.origin, fixes: merged.fixes, reports: merged.reports)
        }
        return try checked(whole)
    }

    /// Reads a track file, a logger's export folder or zip, or `-`.
    ///
    /// - Throws: `InputError`, also for a log without fixes.
    static func load(_ path: String, options: LogOptions) throws -> LoadedTrack {
        try checked(part(path, options: options))
    }

    private static func track(_ loaded: LoadedTrack) -> Track {
        // Where it came from plays no part in joining.
        Track(format: .csv, origin: loaded.origin, fixes: loaded.fixes, reports: loaded.reports)
    }

    private static func part(_ path: String, options: LogOptions) throws -> LoadedTrack {
        var options = options
        options.readsLocation = true
        let name = path == "-" ? "standard input" : path
        if path == "-" || isFile(path) {
            let bytes = try FileBytes.read(path, limit: limit, remedy: "give the days one by one")
            // A zip begins with PK; what else is no track may be a table of a logger, with its location in it.
            if !bytes.starts(with: [0x50, 0x4b, 3, 4]), options.logger == nil,
                path == "-" || TrackFormat.detect(bytes) != nil
            {
                let track = try Track(decoding: bytes, source: name)
                for (kind, count) in track.repairs.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                    Diagnostics.line("gaitway: \(name): repaired: \(kind.rawValue) \(count)")
                }
                return LoadedTrack(source: name, origin: track.origin, fixes: track.fixes, reports: track.reports)
            }
        }
        let recording = try Recording(path: path, options: options)
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

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }
}
