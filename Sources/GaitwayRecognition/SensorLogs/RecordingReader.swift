// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// Reads one log as a stream of time-ordered samples in bounded memory.
///
/// What the log is and in which units it counts is settled when the reader is made. The samples come in SI units
/// (pressure in hPa), with repaired clocks, merged over all sensors.
public final class RecordingReader {
    /// What is known of the recording: complete from the start.
    public let header: RecordingHeader
    /// The largest elapsed time seen.
    public var end: Duration { .nanoseconds(newest) }
    /// Labels that a person set while recording, if the log holds any.
    public let annotations: [Annotation]
    /// The reports of the phone's own recognition, by time; empty unless the options ask for it and the log holds it.
    package let phoneActivities: [PhoneActivity]
    /// The steps that the phone's pedometer counted during the log; nil without one, and unless the options ask for it.
    package let phoneSteps: Int?
    /// The units of the log that values are converted from, where they differ from those delivered.
    package let units: [Sensor: String]

    private let merge: TrackMerge
    private let feeders: [any TrackFeeder]
    private let main: SampleTrack
    private let locations: TableSource?
    private let fixTracks: [SampleTrack]
    /// Whether the log comes as it happens, as from a pipe: each batch is all that is there.
    package let isLive: Bool
    private let origin: Int64
    private let vector: Sensor
    private var lastVectorTime: Int64?
    private var newest: Int64 = 0
    private var gaps = 0
    private var hasEnded = false

    /// Ten years: a longer gap joins a clock that was not set with one that was.
    private static let longestGap = Nanoseconds.whole(10 * 365 * 86_400)

    /// The approximate number of samples in a batch.
    static let batchSize = 4096

    /// Opens a log and settles how it is read.
    ///
    /// - Parameters:
    ///   - path: a file, packed by gzip or not, a logger's export folder or a zip of one; `-` is standard input. A path
    ///     may lead into a zip, as `rides.zip/monday`.
    ///   - options: what the user says about it.
    /// - Throws: `InputError`: `unreadable`, `empty`, `malformed`, `unsupported`, or `ambiguous` with the option to
    ///   give, or with the logs where there are several.
    public convenience init(path: String, options: LogOptions = LogOptions()) throws(InputError) {
        try self.init(try LogAssembly.open(path: path, options: options))
    }

    /// Opens a log that is in memory.
    ///
    /// - Parameters:
    ///   - bytes: what a log's file holds: a table, a zip of an export folder, or Sensor Logger's JSON.
    ///   - name: the file's name, whose ending tells which, and which stands in errors.
    ///   - options: what the user says about it.
    /// - Throws: `InputError`, as for a log at a path.
    public convenience init(bytes: [UInt8], name: String, options: LogOptions = LogOptions()) throws(InputError) {
        try self.init(try LogAssembly.open(bytes: bytes, name: name, options: options))
    }

    package convenience init(_ log: FoundLog, options: LogOptions = LogOptions()) throws(InputError) {
        try self.init(try LogAssembly.open(log, options: options))
    }

    /// A log of one table that comes from `source`.
    package convenience init(source: any ByteSource, name: String, options: LogOptions = LogOptions())
        throws(InputError)
    {
        try self.init(try LogAssembly.table(source, name: name, options: options))
    }

    /// A log of arrays in memory, which must stay as they are until the reader has come to their end.
    ///
    /// - Throws: `InputError`: `empty` without acceleration, or `ambiguous` with the option to give.
    package convenience init(arrays: [any SampleArray], options: ArrayOptions) throws(InputError) {
        try self.init(try LogAssembly.arrays(arrays, options: options))
    }

    init(_ assembly: LogAssembly) throws(InputError) {
        main = assembly.main.track
        vector = assembly.vector
        let origin = try assembly.findOrigin()
        self.origin = origin
        var header = assembly.header
        header.origin = assembly.epochOffset.map {
            Timestamp(nanoseconds: origin).advanced(byNanoseconds: $0)
        }
        self.header = header
        isLive = assembly.isLive
        units = assembly.units
        locations = assembly.location
        feeders = [assembly.main.feeder] + assembly.others
        merge = TrackMerge([assembly.main] + assembly.others.map { ($0.track, $0) })
        fixTracks = [assembly.main.track] + (assembly.location.map { [$0.track] } ?? [])
        annotations = assembly.annotations.map { $0.counted(from: origin) }
        phoneActivities = assembly.phone.activities
        phoneSteps = assembly.phone.steps
    }

    /// What was repaired so far; grows while reading.
    public var repairs: RepairReport {
        var report = motionRepairs
        if let locations, !locations.layout.deliversSpeed { report = report.adding(locations.report) }
        return report
    }

    /// The repairs without those of a separate table of fixes: the report on a log's motion does not depend on whether
    /// its path is read.
    package var motionRepairs: RepairReport {
        var report = RepairReport()
        for feeder in feeders { report = report.adding(feeder.report) }
        report[.gap] += gaps
        return report
    }

    /// Fills `batch` with the next samples; returns false at the end, with an empty batch.
    ///
    /// A batch holds about 4096 samples; from standard input it holds what has arrived.
    ///
    /// - Throws: `InputError`: `unreadable`, `truncated` or `malformed` for a file that cannot be read on,
    ///   `limitExceeded` for a line that is too long.
    public func next(into batch: inout SampleBatch) throws(InputError) -> Bool {
        batch.removeAll()
        while !hasEnded, batch.samples.count < Self.batchSize {
            if isLive, !batch.samples.isEmpty, main.next == nil { break }
            if try !merge.merge(into: &batch, origin: origin, limit: Self.batchSize) { hasEnded = true }
        }
        try note(&batch)
        try takeFixes(into: &batch, until: hasEnded ? nil : end)
        return !batch.samples.isEmpty || !batch.fixes.isEmpty
    }

    /// Samples of acceleration a second at the log's beginning, by their median step; nil below three. Ask before
    /// anything is read.
    func rateAtStart() -> Double? {
        let samples = main.samples.filter { $0.sensor == vector }
        let steps = zip(samples.dropFirst(), samples).map { $0.nanoseconds - $1.nanoseconds }.sorted()
        guard steps.count > 1, steps[steps.count / 2] > 0 else { return nil }
        return 1 / Nanoseconds.product(steps[steps.count / 2])
    }

    /// Counts gaps and moves ``end``.
    private func note(_ batch: inout SampleBatch) throws(InputError) {
        var last = lastVectorTime
        for (index, sample) in batch.samples.enumerated() where sample.sensor == vector {
            if let last, sample.nanoseconds - last > Self.longestGap {
                batch.samples.removeSubrange(index...)
                hasEnded = true
                throw .ambiguous(
                    "the log has two clocks: \(Nanoseconds.seconds(last)) s after its start the time "
                        + "jumps by more than ten years", remedy: "give both parts as two logs", source: header.source)
            }
            if let last, sample.nanoseconds - last > SensorSample.longestStep { gaps += 1 }
            last = sample.nanoseconds
        }
        lastVectorTime = last
        // A fix may have a wrong clock, and lie anywhere.
        if let sample = batch.samples.last(where: { $0.sensor != .speed }) { newest = max(newest, sample.nanoseconds) }
    }

    /// Moves the fixes up to a time, or all, to the batch.
    private func takeFixes(into batch: inout SampleBatch, until limit: Duration?) throws(InputError) {
        for track in fixTracks {
            while true {
                if track.fixHead == track.fixes.count, track === locations?.track, !track.hasEnded {
                    try locations?.feed()
                }
                guard track.fixHead < track.fixes.count else { break }
                var fix = track.fixes[track.fixHead]
                fix.elapsed -= .nanoseconds(origin)
                if let limit, fix.elapsed > limit { break }
                track.fixHead += 1
                batch.fixes.append(fix)
            }
        }
    }
}
