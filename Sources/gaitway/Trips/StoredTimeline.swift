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
    /// - Returns: the stretch of time that the inputs cover, and what was wrong with the activity stream behind its last report.
    func add(_ paths: [String], activities: String?) throws -> (span: TimeSpan?, fault: InputError?) {
        let inputs = try TimelineInputs(paths, activities: activities, options: options)
        var span: TimeSpan?
        var fault: InputError?
        if let ride = inputs.ride {
            let input = try input(ride)
            try add(input)
            let times = input.fixes.map(\.time)
            if let first = times.min(), let last = times.max() { span = TimeSpan(start: first, end: last) }
            fault = ride.fault
        }
        for finished in inputs.finished {
            try add(TimelineInput(source: finished.source, timeline: finished.timeline))
            guard let own = finished.timeline.span else { continue }
            span = TimeSpan(start: min(span?.start ?? own.start, own.start), end: max(span?.end ?? own.end, own.end))
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
