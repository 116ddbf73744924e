// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation
import GaitwayReports
import Synchronization

/// Says on standard error how far reading and training have come, and how the rides are divided into folds.
package final class TrainingProgress: Sendable {
    private struct Stage {
        var name: String
        var total: Int
        var line: ProgressLine
    }

    private let stage = Mutex<Stage?>(nil)
    /// Whether the details of the work are shown, too.
    private let isVerbose: Bool
    /// Whether each fit of a fold has a line without a terminal.
    private let logsFits: Bool

    /// - Parameters:
    ///   - isVerbose: whether the details of the work are shown, too.
    ///   - logsFits: whether each fit of a fold has a line without a terminal.
    package init(isVerbose: Bool = false, logsFits: Bool = false) {
        self.isVerbose = isVerbose
        self.logsFits = logsFits
    }

    /// Shows the progress of the work.
    @Sendable package func show(_ progress: WorkProgress) {
        switch progress {
        case .step(let name, let done, let total): step(name, done, total)
        case .unreadable(let error):
            endStage()
            Diagnostics.error(error)
        case .folds(let text):
            endStage()
            // The report has them too.
            guard Diagnostics.isTerminal, !Diagnostics.isQuiet else { return }
            Diagnostics.text(TextWidth.wrapped(text, width: TerminalWidth.columns, indent: 2))
        case .note(let text): line(text)
        case .detail(let text): if isVerbose { line(text) }
        }
    }

    private func line(_ text: String) {
        endStage()
        guard !Diagnostics.isQuiet else { return }
        Diagnostics.text(
            TextWidth.wrapped("gaitway: " + QuotedText.printable(text), width: TerminalWidth.columns, indent: 2))
    }

    private func step(_ name: String, _ done: Int, _ total: Int) {
        stage.withLock { stage in
            if stage?.name != name || stage?.total != total {
                stage?.line.clear()
                let isLogged = logsFits && WorkProgress.isFits(name)
                stage = Stage(name: name, total: total, line: ProgressLine(name, of: total, isLogged: isLogged))
            }
            stage?.line.show(done)
            guard done == total else { return }
            stage?.line.clear()
            stage = nil
        }
    }

    private func endStage() {
        stage.withLock { stage in
            stage?.line.clear()
            stage = nil
        }
    }
}
