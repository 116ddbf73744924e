// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// When a stream of changes has a line: at each change, and once a minute at least, so that silence means a dead
/// source.
enum ChangeRule {
    private static let longestSilence: Int64 = 60_000_000_000

    /// Whether a report differs from the one before it.
    static func isChange(
        _ flags: ActivityFlags, _ confidence: Confidence, _ reason: String?, _ isProvisional: Bool,
        from last: MotionActivity?, _ lastReason: String?, _ wasProvisional: Bool
    ) -> Bool {
        guard let last else { return true }
        return last.flags != flags || last.confidence != confidence || lastReason != reason
            || wasProvisional != isProvisional
    }

    /// Whether a line is due though nothing changed, by the nanoseconds of this delivery and of the last line's.
    static func isRepeatDue(at delivered: Int64, since written: Int64) -> Bool {
        // The next line may come a hop later at the earliest, so a repeat is due before the minute is over.
        delivered - written > longestSilence - WindowGrid.hopDuration
    }
}

/// Picks from a stream with a report for each window the lines of a stream of changes: those that ``Recognizer`` gives
/// if it does not report every window.
package struct ChangeFilter: Sendable {
    private var last: ActivityReport?
    private var lastWritten: Int64?

    /// A filter before the first window.
    package init() {}

    /// The line that a window's report gives in a stream of changes; nil for none.
    package mutating func change(_ window: ActivityReport) -> ActivityReport? {
        var report = window
        report.window = nil
        // A window without an estimate, over which an earlier answer is held, has its reason in a stream of windows
        // only.
        if report.activity.flags != .unknown, report.probabilities == nil { report.reason = nil }
        let isChange = ChangeRule.isChange(
            report.activity.flags, report.activity.confidence, report.reason, report.isProvisional,
            from: last?.activity, last?.reason, last?.isProvisional ?? false)
        let delivered = report.delivered.wholeNanoseconds
        let isDue = lastWritten.map { ChangeRule.isRepeatDue(at: delivered, since: $0) } ?? true
        last = report
        guard isChange || isDue else { return nil }
        report.isRepeat = !isChange
        lastWritten = delivered
        return report
    }
}
