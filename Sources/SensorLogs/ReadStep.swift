package import MotionTypes

/// What reading a log one batch further gave: all that is to be known of it, so that the reader may be a step ahead.
package struct ReadStep: Sendable {
    /// What was read; at the end nothing, before a fault what came before it.
    package var batch = SampleBatch()
    /// Whether nothing follows: the log has ended, or cannot be read on.
    package fileprivate(set) var isLast = false
    /// Why the log cannot be read on.
    package fileprivate(set) var fault: InputError?
    /// The largest elapsed time seen so far.
    package fileprivate(set) var end: Duration = .zero
    /// What was repaired so far, where each step tells it; the last one always does.
    package fileprivate(set) var repairs = RepairReport()
    /// The same without repairs of fixes in a table of their own.
    package fileprivate(set) var motionRepairs = RepairReport()

    /// A step to be filled.
    package init() {}
}

extension RecordingReader {
    /// Replaces `step` by the next one, in its memory; after the last there is none to ask for.
    ///
    /// - Parameter tellsRepairs: whether each step tells what was repaired so far, not only the last.
    package func read(into step: inout ReadStep, tellsRepairs: Bool) {
        do throws(InputError) {
            step.isLast = try !next(into: &step.batch)
        } catch {
            step.fault = error
            step.isLast = true
        }
        step.end = end
        guard tellsRepairs || step.isLast else { return }
        step.repairs = repairs
        step.motionRepairs = motionRepairs
    }
}
