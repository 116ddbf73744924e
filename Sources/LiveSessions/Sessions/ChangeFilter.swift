import ActivityFeatures
import MotionTypes

/// Picks from a stream of each window the lines that a stream of changes has: what ``Recognizer`` reports if it is not asked for each
/// window.
struct ChangeFilter: Sendable {
    private var last: ActivityReport?
    private var lastWritten: Duration?

    private static let longestSilence = Duration.seconds(60)

    /// The line that a window's report gives in a stream of changes; nil for none.
    mutating func change(_ window: ActivityReport) -> ActivityReport? {
        var report = window
        report.window = nil
        // A window without an estimate that an earlier answer is held over gives its reason only where each window is told.
        if report.activity.flags != .unknown { report.reason = nil }
        let isChange =
            last.map {
                $0.activity.flags != report.activity.flags || $0.activity.confidence != report.activity.confidence
                    || $0.reason != report.reason
            } ?? true
        let isDue =
            lastWritten.map {
                report.delivered - $0 > Self.longestSilence - .nanoseconds(WindowGrid.hopDuration)
            } ?? true
        last = report
        guard isChange || isDue else { return nil }
        report.isRepeat = !isChange
        lastWritten = report.delivered
        return report
    }
}
