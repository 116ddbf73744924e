import MotionTypes
import RideReplay
import SensorLogs
import Timeline
import TimelineStore

/// The command's dealings with a store: what is added to it, and what is asked of it.
struct StoredTimeline {
    let database: TimelineDatabase
    let options: LogOptions
    /// The wall-clock time of elapsed 0 for a track without one.
    var origin: Timestamp?

    /// Adds what `--track` named, each input wholly or not at all, and says what was new.
    ///
    /// Several tracks are read and added one after the other, so that a year of days needs no more memory than one of them. A stream
    /// belongs to all of them, which are then one ride.
    ///
    /// - Returns: the stretch of time that the inputs cover, and what was wrong with the activity stream behind its last report.
    func add(_ paths: [String], activities: String?) throws -> (span: TimeSpan?, fault: InputError?) {
        guard paths.count > 1, activities == nil else {
            return try add(TimelineInputs(paths, activities: activities, options: options))
        }
        var span: TimeSpan?
        var withoutFixes: String?
        for path in paths {
            let inputs = try TimelineInputs([path], activities: nil, options: options, mayLackFixes: true)
            if let ride = inputs.ride, ride.origin == nil { throw ride.withoutClock }
            if let ride = inputs.ride, ride.fixes.isEmpty { withoutFixes = withoutFixes ?? ride.source }
            guard let added = try add(inputs).span else { continue }
            span = span?.union(added) ?? added
        }
        if span == nil, let withoutFixes {
            throw InputError(
                .empty, source: withoutFixes, problem: "the log has no location fixes",
                remedy: "give a log that recorded location, too")
        }
        return (span, nil)
    }

    private func add(_ inputs: TimelineInputs) throws -> (span: TimeSpan?, fault: InputError?) {
        var span: TimeSpan?
        var fault: InputError?
        if let ride = inputs.ride {
            let input = try input(ride)
            try add(input)
            if let first = input.fixes.first?.time, let last = input.fixes.last?.time {
                span = TimeSpan(start: first, end: last)
            }
            fault = ride.fault
        }
        for finished in inputs.finished {
            try add(TimelineInput(source: finished.source, timeline: finished.timeline))
            guard let own = finished.timeline.span else { continue }
            span = span?.union(own) ?? own
        }
        return (span, fault)
    }

    private func add(_ input: TimelineInput) throws {
        let change = try database.add(input)
        Diagnostics.line("gaitway: \(input.source): \(change.summary)")
    }

    private func input(_ ride: RecordedRide) throws -> TimelineInput {
        guard let start = ride.origin ?? origin else {
            throw InputError(
                .ambiguous, source: ride.source, problem: "a store needs a wall clock; the log has none",
                remedy: "say when it began: --origin 2026-05-01T08:00:00Z")
        }
        var input = TimelineInput(
            source: ride.source, fixes: ride.fixes.map { (start + $0.elapsed, $0) })
        // The phone's own reports are kept, too: they hold where no stream does.
        input.reports = ride.timedOwnReports(from: start)
        guard let stream = ride.stream else { return input }
        let end = stream.end ?? stream.reports.last?.delivered ?? stream.start
        let span = TimeSpan(
            start: start + stream.start, end: start + end)
        input.streams = [ReportStream(model: stream.model, span: span, reports: ride.timedReports(from: start))]
        return input
    }
}
