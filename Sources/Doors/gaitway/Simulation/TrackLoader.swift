import Files
import MotionTypes
import RideReplay
import SensorLogs
import Tracks

/// Opens the logs of a ride, and says what was put right in them.
enum TrackLoader {
    /// Reads the logs of one phone as one ride: some may hold the fixes and others the reports.
    ///
    /// - Throws: `InputError`, also for logs that cannot be put in order, and if none has fixes.
    static func load(_ paths: [String], activities: String? = nil, options: LogOptions) throws -> RecordedRide {
        try load(paths.map { try TrackInput(path: $0) }, activities: activities, options: options)
    }

    /// The same, of logs that are open.
    ///
    /// - Parameter mayLackFixes: whether logs of reports alone will do.
    static func load(
        _ inputs: [TrackInput], activities: String? = nil, options: LogOptions, mayLackFixes: Bool = false
    ) throws -> RecordedRide {
        let inputs = try inputs.isEmpty ? [TrackInput(path: "-")] : inputs
        let parts = try inputs.map { try part($0, options: options) }
        // Location histories give way to recordings, so that these come first.
        let order = parts.indices.sorted { (parts[$0].rank, $0) < (parts[$1].rank, $1) }
        var whole = parts[order[0]]
        for index in order.dropFirst() {
            let known = whole.notes.count + parts[index].notes.count
            try whole.merge(parts[index])
            Diagnostics.notes(whole.notes.dropFirst(known))
        }
        var ride = mayLackFixes ? whole : try whole.withFixes()
        if let activities { try join(activities, to: &ride) }
        return ride
    }

    private static func part(_ input: TrackInput, options: LogOptions) throws -> RecordedRide {
        let ride =
            if let bytes = input.bytes {
                try RecordedRide(decoding: bytes, source: input.name, options: options)
            } else if let piped = input.piped {
                try RecordedRide(piped: piped, source: input.name, options: options)
            } else {
                try RecordedRide(log: input.path, options: options)
            }
        Diagnostics.notes(ride.notes)
        return ride
    }

    private static func join(_ path: String, to ride: inout RecordedRide) throws {
        let bytes = try FileBytes.read(path, limit: TrackInput.limit, remedy: "give one day's stream")
        let known = ride.notes.count
        // What was noted is said whether or not the stream can be joined.
        defer { Diagnostics.notes(ride.notes.dropFirst(known)) }
        try ride.join(stream: bytes, source: StandardInput.name(of: path))
    }
}

/// A log of a track, opened: its bytes, or the path of a folder, an archive, or a location history of any size, or such
/// a history on a pipe.
struct TrackInput {
    /// As the user named it.
    let path: String
    /// For messages.
    let name: String
    /// Nil for what is left to its reader.
    let bytes: [UInt8]?
    /// A location history on a pipe, which is read as it comes and only once.
    let piped: TrackBytes?

    /// More than the files of a year of days have.
    static let limit = 1 << 30

    /// Reads a file, a pipe or standard input (`-`); what is read as it comes is left to its reader.
    init(path: String) throws {
        self.path = path
        name = StandardInput.name(of: path)
        guard !InputFile.isStream(path) else {
            (piped, bytes) = try Self.content(of: TrackBytes(path: path))
            return
        }
        piped = nil
        let kind = FileStatus(path: path)?.kind
        let isStreamed = try kind == .file && RecordedRide.isStreamed(path)
        bytes =
            kind == .folder || isStreamed
            ? nil : try FileBytes.read(path, limit: Self.limit, remedy: "give the days one by one")
    }

    /// What comes through a pipe, which is open.
    init(piped input: TrackBytes, path: String) throws {
        self.path = path
        name = StandardInput.name(of: path)
        (piped, bytes) = try Self.content(of: input)
    }

    /// A pipe itself, if what comes through it is read as it comes, else all of that.
    private static func content(of input: TrackBytes) throws(InputError) -> (TrackBytes?, [UInt8]?) {
        try RecordedRide.isStreamed(input) ? (input, nil) : (nil, try input.whole())
    }
}

extension Diagnostics {
    /// Writes a line for each note.
    static func notes(_ notes: some Sequence<RideNote>) {
        for note in notes { line("gaitway: \(note)") }
    }
}
