package import MotionTypes

/// The steps of the last seven days, by time. Between two reports they are spread evenly.
///
/// A pure state machine: the counts of reports go in, questions about ranges of time are answered.
package struct StepHistory: Sendable {
    /// A count, and when it was reported.
    private struct Point: Sendable {
        var time: Timestamp
        /// Steps since the history began, over all recordings.
        var total: Int
    }

    private var points: [Point] = []
    /// The beginning of the last seven days.
    private var horizon: Timestamp?
    /// The steps of earlier recordings.
    private var earlier = 0
    /// The recording that counts now, and its newest count.
    private var recording: (origin: Timestamp, steps: Int)?
    /// Steps a second at the newest count; nil at rest.
    package private(set) var cadence: Double?

    /// An empty history.
    package init() {}

    /// Whether a source that counts has reported.
    package var isEmpty: Bool { points.isEmpty }

    /// Takes the steps of a report, if its source counts; true if there are new ones.
    @discardableResult
    package mutating func append(_ report: ActivityReport, origin: Timestamp) -> Bool {
        guard let steps = report.steps else { return false }
        advance(to: origin + report.delivered)
        // Each recording counts from 0.
        if let before = recording, before.origin != origin || steps < before.steps { earlier += before.steps }
        recording = (origin, steps)
        cadence = report.cadence
        let total = earlier + steps
        let isNew = total > points.last?.total ?? 0
        // Times never go back: a report that comes late is one of now.
        let time = max(origin + report.delivered, points.last?.time ?? origin + report.delivered)
        if points.isEmpty { points.append(Point(time: min(origin, time), total: 0)) }
        // While no step comes, two points say all.
        if points.count > 1, points.suffix(2).allSatisfy({ $0.total == total }) { points.removeLast() }
        points.append(Point(time: time, total: total))
        return isNew
    }

    /// Forgets the counts of more than seven days ago.
    package mutating func advance(to now: Timestamp) {
        let horizon = max(self.horizon ?? now - MotionActivityHistory.depth, now - MotionActivityHistory.depth)
        self.horizon = horizon
        let old = points.partitioningIndex { $0.time >= horizon } - 1
        // In large steps, as taking from the front moves all the rest.
        if old > 1024 || old > points.count / 2 { points.removeFirst(old) }
    }

    /// The whole steps from one time to another.
    package func steps(from: Timestamp, to: Timestamp) -> Int {
        max(0, total(at: to) - total(at: max(from, horizon ?? from)))
    }

    private func total(at time: Timestamp) -> Int {
        guard let first = points.first, let last = points.last else { return 0 }
        guard time > first.time else { return first.total }
        guard time < last.time else { return last.total }
        let next = points.partitioningIndex { $0.time > time }
        let (before, after) = (points[next - 1], points[next])
        let share = (time - before.time).inSeconds / (after.time - before.time).inSeconds
        return before.total + Int((Double(after.total - before.total) * share).rounded(.down))
    }
}
