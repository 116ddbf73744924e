// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// One batch of a log with the state of the reader behind it, so that the reader may already be further on.
package struct ReadStep: Sendable {
    /// The samples and fixes: empty at the end; before a fault, those that precede it.
    package var batch = SampleBatch()
    /// Whether this is the last step: the log has ended or cannot be read further.
    package fileprivate(set) var isLast = false
    /// Why the log cannot be read further; nil if it can.
    package fileprivate(set) var fault: InputError?
    /// The largest elapsed time seen so far.
    package fileprivate(set) var end: Duration = .zero
    /// The repairs so far. The last step always has them, the others on request.
    package fileprivate(set) var repairs = RepairReport()
    /// The repairs so far, without those of fixes in a table of their own.
    package fileprivate(set) var motionRepairs = RepairReport()

    /// An empty step, to be filled.
    package init() {}
}

extension RecordingReader {
    /// Replaces `step` by the next one, in its memory. Do not ask for another after the last.
    ///
    /// - Parameter tellsRepairs: whether each step has the repairs so far, not only the last.
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
