// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase
public import GaitwayRecognition
public import GaitwayTimeline

/// A ride that one phone recorded: where it was and how it moved, on one clock.
///
/// Times count from elapsed 0, which is ``origin`` by the wall clock. ``notes`` has what was put right or guessed on
/// the way.
public struct RecordedRide: Sendable {
    /// The log as the user named it.
    public var source: String
    /// The wall-clock time of elapsed 0; nil if the log does not say.
    public var origin: Timestamp?
    /// By ascending time.
    public var fixes: [Location]
    /// The phone's own reports, by delivery.
    public var ownReports: [ActivityReport]
    /// What was put right, left out or guessed, in the order in which it was met.
    public internal(set) var notes: [RideNote] = []
    /// The activity stream that was joined to it.
    package var stream: JoinedStream?
    /// Whether it is a logger's recording with an accelerometer, which can be classified.
    package private(set) var hasMotion = false
    /// The app's own stays and ways; the fixes rank above them.
    package private(set) var finished: FinishedTimeline?
    /// Those of the fixes that an app derived.
    package private(set) var derived: [Location] = []
    /// Those of ``ownReports`` that stays, ways and workouts give.
    package private(set) var claimed: [ClaimedReport] = []
    /// The precedence of the measured fixes and reports where sources overlap.
    package private(set) var rank = SourceRank.recording
    private var visits: [ReportedVisit] = []
    private(set) var moves: [ReportedMove] = []

    /// A ride of fixes and reports.
    public init(source: String, origin: Timestamp?, fixes: [Location], ownReports: [ActivityReport] = []) {
        self.source = source
        self.origin = origin
        self.fixes = fixes
        self.ownReports = ownReports
    }

    /// A track from a file.
    public init(_ track: Track, source: String) {
        self.init(source: source, origin: track.origin, fixes: track.fixes, ownReports: track.reports)
        notes = track.repairs.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { RideNote(source, .repaired($0.key.rawValue, count: $0.value)) }
        notes += track.remarks.map { RideNote(source, .told($0.description)) }
        takeKnowledge(of: track)
        if let finished {
            notes.append(RideNote(source, .appTimeline(visits: track.visits.count, moves: finished.moveCount)))
        }
    }

    /// Takes what an app derived.
    private mutating func takeKnowledge(of track: Track) {
        (derived, claimed, rank) = (track.derived, track.claimed, track.rank)
        (visits, moves) = (track.visits, track.moves)
        finished = FinishedTimeline(track, source: source)
    }

    /// The ride as a track: its measurements, and what an app derived.
    private var track: Track {
        // Where they came from plays no part in joining, apart from the rank.
        var track = Track(format: .csv, origin: origin, fixes: fixes, reports: ownReports)
        (track.derived, track.claimed, track.rank) = (derived, claimed, rank)
        (track.visits, track.moves) = (visits, moves)
        return track
    }

    /// The measurements alone, without what an app derived.
    package var measured: RecordedRide {
        let track = track.measured
        var copy = self
        copy.fixes = track.fixes
        copy.ownReports = track.reports
        (copy.derived, copy.claimed) = ([], [])
        return copy
    }

    /// The fixes of a logger's recording, which was read with its location, and the phone's own reports if they were
    /// read, too.
    public init(_ recording: Recording) { self.init(recording, source: recording.header.source) }

    private init(_ recording: Recording, source: String) {
        // Loggers may write a fix late; those of one moment keep their order.
        let order = recording.fixes.indices.sorted {
            (recording.fixes[$0].elapsed, $0) < (recording.fixes[$1].elapsed, $1)
        }
        let origin = recording.header.origin
        let reports = recording.phoneActivities.compactMap { ActivityReport($0, origin: origin) }
        let byTime = reports.indices.sorted { (reports[$0].delivered, $0) < (reports[$1].delivered, $1) }
        self.init(
            source: source, origin: origin, fixes: order.map { recording.fixes[$0] },
            ownReports: byTime.map { reports[$0] })
        hasMotion = recording.header.sensors.contains { $0 == .acceleration || $0 == .linearAcceleration }
        // A gap of the accelerometer does not concern the track.
        notes = recording.repairs.entries.filter { $0.kind != .gap }
            .map { RideNote(source, .repaired($0.kind.rawValue, count: $0.count)) }
    }

    /// Reads the log at a path: a folder or zip of tracks, such as a whole Takeout, a location history of any size, or
    /// a logger's log with its location: an export folder, a zip of one or a table.
    ///
    /// - Throws: `InputError`, as `Track` and `Recording` do.
    public init(log path: String, options: LogOptions = LogOptions()) throws(InputError) {
        if options.logger == nil, let track = try TrackCollection.track(path: path) {
            self.init(options.dated(track), source: path)
            return
        }
        let reader = try Self.logger { () throws(InputError) in
            try RecordingReader(path: path, options: options.readingLocation)
        }
        self.init(try Recording(reader), source: path)
    }

    /// Reads what comes through a pipe: a location history as it arrives, anything else whole.
    package init(piped input: TrackBytes, source: String, options: LogOptions = LogOptions()) throws(InputError) {
        if options.logger == nil, let track = try TrackCollection.track(piped: input, source: source) {
            self.init(options.dated(track), source: source)
            return
        }
        try self.init(decoding: input.whole(), source: source, options: options)
    }

    /// Whether the file at a path is an archive or a location history, which are read piece by piece and may have any
    /// size.
    package static func isStreamed(_ path: String) throws(InputError) -> Bool {
        let input = try TrackBytes(path: path)
        if TrackCollection.isPacked(try input.head(4)) { return true }
        return try isStreamed(input)
    }

    /// Whether this is a location history that is read piece by piece, by its first bytes, which are still to be read.
    package static func isStreamed(_ input: TrackBytes) throws(InputError) -> Bool {
        TrackFormat.detect(try input.head(TrackFormat.headSize))?.isStreamed ?? false
    }

    /// Reads a track of any known kind, or a logger's table or zip with its location in it.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - source: its name, for errors and notes.
    ///   - options: what the user says about a logger's log.
    /// - Throws: `InputError` for what is neither.
    public init(decoding bytes: [UInt8], source: String, options: LogOptions = LogOptions()) throws(InputError) {
        guard !bytes.isEmpty else { throw .empty("the file is empty", remedy: Self.track, source: source) }
        // Other files may be a zip, or a logger's table with its location in it.
        guard options.logger == nil, let format = TrackFormat.detect(bytes) else {
            if options.logger == nil, let track = try TrackCollection.track(packed: bytes, source: source) {
                self.init(options.dated(track), source: source)
                return
            }
            if let fault = ForeignFile(bytes)?.trackError(source: source) { throw fault }
            if let fault = TrackShape.fault(bytes) { throw fault.inSource(source) }
            let reader = try Self.logger { () throws(InputError) in
                try RecordingReader(bytes: bytes, name: source, options: options.readingLocation)
            }
            self.init(try Recording(reader), source: source)
            return
        }
        let track = try Track(decoding: bytes, format: format, source: source)
        self.init(options.dated(track), source: source)
    }

    /// Opens a logger's log. For what is neither a log nor a track, the remedy says what a track is.
    private static func logger(_ open: () throws(InputError) -> RecordingReader) throws(InputError) -> RecordingReader {
        do throws(InputError) { return try open() } catch {
            var fault = error
            let isOther = [.empty, .unsupported].contains(fault.code) || fault.code == .malformed && fault.line == 1
            if isOther { fault.remedy = Self.track }
            if isOther, ["acceleration", "sensor"].contains(where: { fault.problem.contains($0) }) {
                fault.problem = "it has no positions"
            }
            throw fault
        }
    }

    private static let track: Remedy = "give a track, or a table of time, latitude and longitude"

    /// The activity reports, by delivery: those of the joined stream, else the phone's own.
    public var reports: [ActivityReport] { stream?.reports ?? ownReports }

    /// The fault of the joined stream behind its last report; reports before it count.
    public var fault: InputError? { stream?.fault }

    /// Whether there is a source of reports. A stream without reports is a source that is silent.
    package var canReport: Bool { stream != nil || !ownReports.isEmpty }

    /// Notes that without a source of reports only speed can show driving, and returns the new notes.
    package mutating func noteUnknownDriving() -> [RideNote] {
        guard !canReport else { return [] }
        let note = RideNote.drivingUnknown(of: source)
        notes.append(note)
        return [note]
    }

    /// Refuses a joined stream whose reports know what comes later: a gate cannot act on them.
    package func refuseHindsight() throws(InputError) {
        if let stream, stream.isHindsight { throw StreamIntake.hindsight(of: stream.name, log: stream.log) }
    }

    /// The wall-clock time of an elapsed time; without a wall clock, elapsed 0 stands for the start of 1970.
    package func time(_ elapsed: Duration) -> Timestamp { (origin ?? Timestamp(nanoseconds: 0)) + elapsed }

    /// The ride itself.
    package func withFixes() throws(InputError) -> RecordedRide {
        guard !fixes.isEmpty else {
            throw .empty("the log has no location fixes", remedy: "give a log that recorded location", source: source)
        }
        return self
    }
}

extension RecordedRide {
    /// Adds another log of the same phone: one may have the fixes and the other the reports.
    ///
    /// - Throws: `InputError` if either has no wall clock, so that they cannot be put in order.
    public mutating func merge(_ other: RecordedRide) throws(InputError) {
        for ride in [self, other] where ride.origin == nil { throw ride.withoutClock }
        let merged = try track.merged(with: other.track)
        if let origin, let start = merged.origin { stream?.shift(by: origin - start) }
        origin = merged.origin
        fixes = merged.fixes
        ownReports = merged.reports
        notes += other.notes
        let fewer = rank == other.rank ? nil : rank > other.rank ? source : other.source
        if let fewer, let count = merged.repairs[.outranked] { notes.append(RideNote(fewer, .outranked(count))) }
        takeKnowledge(of: merged)
    }

    /// The error for a ride that cannot be joined with another log.
    package var withoutClock: InputError {
        .ambiguous(
            "the track has no wall clock, so it cannot be joined with another",
            remedy: "give it alone, or give tracks with dates only", source: source)
    }
}

extension LogOptions {
    /// A track with the dates that the user says it has.
    fileprivate func dated(_ track: Track) -> Track { addsWeekRollover ? track.shiftedByWeekRollover : track }

    /// These options, with location and the phone's own reports.
    fileprivate var readingLocation: LogOptions {
        var copy = self
        copy.readsLocation = true
        copy.readsPhoneActivity = true
        return copy
    }
}
