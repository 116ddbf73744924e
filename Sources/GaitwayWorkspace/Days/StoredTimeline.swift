// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayRecognition
import GaitwayReplay
package import GaitwayStore
package import GaitwayTimeline

/// The command's dealings with a store: what is added to it, and what is asked of it.
package struct StoredTimeline {
    package let database: TimelineDatabase
    package let options: LogOptions
    /// The wall-clock time of elapsed 0 for a track without one.
    package var origin: Timestamp?
    /// Takes a line about each input: what of it was new.
    package var tell: (String) -> Void = { Diagnostics.note($0) }

    package init(
        database: TimelineDatabase, options: LogOptions, origin: Timestamp? = nil,
        tell: @escaping (String) -> Void = { Diagnostics.note($0) }
    ) {
        self.database = database
        self.options = options
        self.origin = origin
        self.tell = tell
    }

    /// The number of fixes in memory that go to the store at once.
    private static let pieceSize = 4096

    /// Adds what `--track` named, each input wholly or not at all, and says what was new.
    ///
    /// Several tracks are read and added one after the other, so that a year of days needs no more memory than one of
    /// them, and a location table piece by piece. A stream belongs to all of them, which are then one ride.
    ///
    /// - Returns: the stretch of time that the inputs cover, and what was wrong with the activity stream behind its
    /// last report.
    package func add(_ paths: [String], activities: String?) throws -> (span: TimeSpan?, fault: InputError?) {
        guard activities == nil else {
            return try add(TimelineInputs(paths, activities: activities, options: options))
        }
        let isAlone = paths.count == 1
        var span: TimeSpan?
        var empty: RecordedRide?
        for path in paths {
            let own: TimeSpan?
            let piped = InputFile.isStream(path) ? try TrackBytes(path: path) : nil
            if options.logger == nil, !options.addsWeekRollover, var table = try Self.table(at: path, piped) {
                do {
                    own = try add(&table, name: StandardInput.name(of: path), isAlone: isAlone)
                } catch is InputError where piped == nil {
                    // Read whole, rows that are nearly in order, and those of two devices, can be put in order.
                    own = try addWhole(path, nil, isAlone: isAlone, empty: &empty)
                }
            } else {
                own = try addWhole(path, piped, isAlone: isAlone, empty: &empty)
            }
            guard let own else { continue }
            span = span?.union(own) ?? own
        }
        if span == nil, let empty { _ = try empty.withFixes() }
        return (span, nil)
    }

    /// Adds a log that is read whole; one without fixes and reports becomes `empty`.
    private func addWhole(
        _ path: String, _ piped: TrackBytes?, isAlone: Bool, empty: inout RecordedRide?
    ) throws -> TimeSpan? {
        let inputs = try TimelineInputs(
            [path], open: piped.map { [path: try TrackInput(piped: $0, path: path)] } ?? [:], activities: nil,
            options: options, mayLackFixes: true)
        if !isAlone, let ride = inputs.ride, ride.origin == nil { throw ride.withoutClock }
        if let ride = inputs.ride, ride.fixes.isEmpty, ride.ownReports.isEmpty {
            if isAlone { _ = try ride.withFixes() }
            empty = empty ?? ride
        }
        return try add(inputs).span
    }

    private func add(_ inputs: TimelineInputs) throws -> (span: TimeSpan?, fault: InputError?) {
        var span: TimeSpan?
        var fault: InputError?
        if let ride = inputs.ride {
            span = try add(ride)
            fault = ride.fault
        }
        for finished in inputs.finished {
            say(
                try database.add(TimelineInput(source: finished.source, timeline: finished.timeline)),
                of: finished.source)
            guard let own = finished.timeline.span else { continue }
            span = span?.union(own) ?? own
        }
        return (span, fault)
    }

    /// Adds a ride that is in memory. Its fixes get their times piece by piece: of millions a copy would be the larger
    /// half.
    private func add(_ ride: RecordedRide) throws -> TimeSpan? {
        let start = try start(of: ride)
        let measured = ride.measured
        let input = Self.ranked(ride, measured, from: start)
        var rest = measured.fixes[...]
        let change = try database.add(input) { () throws(InputError) in
            let piece = rest.prefix(Self.pieceSize)
            rest = rest.dropFirst(Self.pieceSize)
            return piece.isEmpty ? nil : Self.timed(piece, from: start)
        }
        say(change, of: ride.source)
        let starts = [ride.fixes.first?.elapsed, ride.ownReports.first?.delivered].compactMap(\.self)
        let ends = [ride.fixes.last?.elapsed, ride.ownReports.last?.delivered].compactMap(\.self)
        guard let first = starts.min(), let last = ends.max() else { return nil }
        return TimeSpan(start: start + first, end: start + last)
    }

    /// What a ride brings beside its measured fixes.
    private static func ranked(_ ride: RecordedRide, _ measured: RecordedRide, from start: Timestamp) -> TimelineInput {
        var input = input(measured, from: start)
        input.rank = ride.rank.rawValue
        input.derivedFixes = timed(ride.derived[...], from: start)
        input.claims = ride.claimed.map { claimed in
            ClaimReport(
                time: claimed.time,
                report: MotionActivity(flags: claimed.flags, confidence: claimed.confidence, start: claimed.start),
                span: claimed.span)
        }
        return input
    }

    /// A small track of a wall clock as inputs: its fixes and reports, and the app's own stays and ways.
    package static func inputs(of track: Track, source: String) -> [TimelineInput] {
        guard let start = track.origin else { return [] }
        let ride = RecordedRide(track, source: source)
        let measured = ride.measured
        var input = ranked(ride, measured, from: start)
        input.fixes = timed(measured.fixes[...], from: start)
        return [input] + (ride.finished.map { [TimelineInput(source: source, timeline: $0.timeline)] } ?? [])
    }

    private static func table(at path: String, _ piped: TrackBytes?) throws(InputError) -> LocationTableFile? {
        guard let piped else { return try LocationTableFile(path: path) }
        return try LocationTableFile(piped, source: StandardInput.name(of: path))
    }

    /// Adds a table of any length.
    private func add(_ table: inout LocationTableFile, name: String, isAlone: Bool) throws -> TimeSpan? {
        // The first piece tells the clock.
        var next = try table.next()
        let head = RecordedRide(source: name, origin: table.origin, fixes: [])
        if !isAlone, head.origin == nil { throw head.withoutClock }
        let start = try start(of: head)
        var span: TimeSpan?
        let change = try database.add(Self.input(head, from: start)) { () throws(InputError) in
            guard let piece = next, let first = piece.first, let last = piece.last else { return nil }
            next = try table.next()
            span = TimeSpan(start: span?.start ?? start + first.elapsed, end: start + last.elapsed)
            return Self.timed(piece[...], from: start)
        }
        Diagnostics.notes(RecordedRide(table.account, source: name).notes)
        say(change, of: name)
        return span
    }

    private func say(_ change: StoreChange, of source: String) {
        tell("\(source): \(change.summary)")
    }

    private static func timed(
        _ fixes: ArraySlice<Location>, from start: Timestamp
    ) -> [(time: Timestamp, fix: Location)] {
        fixes.map { (start + $0.elapsed, $0) }
    }

    /// When elapsed 0 of a ride was.
    private func start(of ride: RecordedRide) throws -> Timestamp {
        guard let start = ride.origin ?? origin else {
            throw InputError(
                .ambiguous, source: ride.source, problem: "a store needs a wall clock; the log has none",
                remedy: "give the time at which it began: --origin 2026-05-01T08:00:00Z")
        }
        return start
    }

    /// What a ride brings beside its fixes.
    private static func input(_ ride: RecordedRide, from start: Timestamp) -> TimelineInput {
        var input = TimelineInput(source: ride.source)
        // The phone's own reports are kept, too: they hold where no stream does.
        input.reports = ride.timedOwnReports(from: start)
        guard let stream = ride.stream else { return input }
        let end = stream.end ?? stream.reports.last?.delivered ?? stream.start
        let span = TimeSpan(
            start: start + stream.start, end: start + end)
        input.streams = [
            ReportStream(
                model: stream.model, span: span, reports: ride.timedReports(from: start),
                steps: ride.stepCounts(from: start))
        ]
        return input
    }
}
