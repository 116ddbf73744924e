// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The steps and floors of the last seven days, by time. Between two reports they are spread evenly.
///
/// A pure state machine: the counts of reports go in, questions about ranges of time are answered.
package struct StepHistory: Sendable {
    /// A count, and when it was reported.
    private struct Point: Sendable {
        var time: Timestamp
        /// Steps since the history began, over all recordings.
        var total: Int
        /// Floors since the history began.
        var floors = FloorCount()
    }

    private var points: [Point] = []
    /// The beginning of the last seven days.
    private var horizon: Timestamp?
    private var earlier = (steps: 0, floors: FloorCount())
    /// The recording that counts now, and its newest counts.
    private var recording: (origin: Timestamp, steps: Int, floors: FloorCount)?
    /// Whether a source with a barometer has reported.
    private var hasFloors = false
    /// Steps a second at the newest count; nil at rest.
    package private(set) var cadence: Double?

    package init() {}

    /// Whether a source that counts has reported.
    package var isEmpty: Bool { points.isEmpty }

    /// Takes the steps of a report, if its source counts; true if there are new ones.
    @discardableResult
    package mutating func append(_ report: ActivityReport, origin: Timestamp) -> Bool {
        guard let steps = report.steps else { return false }
        advance(to: origin + report.delivered)
        // Each recording counts from 0.
        if let before = recording, before.origin != origin || steps < before.steps {
            earlier = (earlier.steps + before.steps, earlier.floors + before.floors)
            recording = nil
        }
        if report.floors != nil { hasFloors = true }
        let floors = report.floors ?? recording?.floors ?? FloorCount()
        recording = (origin, steps, floors)
        cadence = report.cadence
        let total = earlier.steps + steps
        let all = earlier.floors + floors
        let isNew = total > points.last?.total ?? 0
        // Times never go back: a report that comes late is one of now.
        let time = max(origin + report.delivered, points.last?.time ?? origin + report.delivered)
        if points.isEmpty { points.append(Point(time: min(origin, time), total: 0)) }
        // While no step comes, two points say all.
        if points.count > 1, points.suffix(2).allSatisfy({ $0.total == total && $0.floors == all }) {
            points.removeLast()
        }
        points.append(Point(time: time, total: total, floors: all))
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
    package func steps(from: Timestamp, to: Timestamp) -> Int { count(\.total, from: from, to: to) }

    /// The whole floors from one time to another; nil without a barometer.
    package func floors(from: Timestamp, to: Timestamp) -> FloorCount? {
        guard hasFloors else { return nil }
        return FloorCount(
            ascended: count(\.floors.ascended, from: from, to: to),
            descended: count(\.floors.descended, from: from, to: to))
    }

    private func count(_ value: KeyPath<Point, Int>, from: Timestamp, to: Timestamp) -> Int {
        max(0, total(value, at: to) - total(value, at: max(from, horizon ?? from)))
    }

    private func total(_ value: KeyPath<Point, Int>, at time: Timestamp) -> Int {
        guard let first = points.first, let last = points.last else { return 0 }
        guard time > first.time else { return first[keyPath: value] }
        guard time < last.time else { return last[keyPath: value] }
        let next = points.partitioningIndex { $0.time > time }
        let (before, after) = (points[next - 1], points[next])
        let share = (time - before.time).inSeconds / (after.time - before.time).inSeconds
        let new = after[keyPath: value] - before[keyPath: value]
        return before[keyPath: value] + Int(proven: (Double(new) * share).rounded(.down))
    }
}
