// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The motion activities of the last seven days, one per change, by the time at which each began.
///
/// A pure state machine: reports and the time go in. ``MotionActivityManager`` is its driver.
package struct MotionActivityHistory: Sendable {
    /// How far back the history goes: seven days.
    package static let depth = Duration.seconds(7 * 86_400)

    /// The report that holds.
    package private(set) var current: ActivityReport?
    /// The newest time that is known.
    package private(set) var now: Timestamp?
    /// When a report or a repeat was last delivered.
    package private(set) var lastHeard: Timestamp?

    private var changes: [(start: Timestamp, activity: MotionActivity)] = []

    package init() {}

    /// Takes a report and returns it as it is to be passed on: with its start, and as a repeat when flags and
    /// confidence are the current ones.
    package mutating func append(_ report: ActivityReport, origin: Timestamp) -> ActivityReport {
        let delivered = origin + report.delivered
        advance(to: delivered)
        lastHeard = max(lastHeard ?? delivered, delivered)
        var taken = report
        taken.isRepeat =
            current.map {
                $0.activity.flags == report.activity.flags && $0.activity.confidence == report.activity.confidence
            } ?? false
        let start = report.activity.start ?? origin + report.activity.elapsed
        taken.activity.start = start
        if taken.isRepeat { return taken }
        current = taken
        // Reports come nearly in the order of their starts, so the place is near the end.
        var index = changes.endIndex
        while index > 0, changes[index - 1].start > start { index -= 1 }
        changes.insert((start, taken.activity), at: index)
        return taken
    }

    /// Time goes on; what is older than seven days is forgotten, but for the activity that was current then.
    package mutating func advance(to time: Timestamp) {
        let now = max(self.now ?? time, time)
        self.now = now
        let horizon = now - Self.depth
        let old = (changes.firstIndex { $0.start >= horizon } ?? changes.endIndex) - 1
        // In large steps, as taking from the front moves all the rest.
        if old > 1024 || old > changes.count / 2 { changes.removeFirst(old) }
    }

    /// The activities that began within a range, both ends included, and before them the one that was current at its
    /// beginning.
    ///
    /// - Throws: `futureRange` for a range that begins after ``now``, `reversedRange`.
    package func activities(from: Timestamp, to: Timestamp) throws(MotionActivityManager.Failure) -> [MotionActivity] {
        guard from <= to else { throw .reversedRange }
        guard let now else { return [] }
        guard from <= now else { throw .futureRange(now) }
        let horizon = now - Self.depth
        guard to >= horizon else { return [] }
        let beginning = max(from, horizon)
        let first = changes.firstIndex { $0.start >= beginning } ?? changes.endIndex
        var activities = changes[first...].prefix { $0.start <= to }.map(\.activity)
        // The one before goes on at the beginning, unless another begins at that very time.
        if first > 0, activities.first?.start != beginning { activities.insert(changes[first - 1].activity, at: 0) }
        return activities
    }
}
