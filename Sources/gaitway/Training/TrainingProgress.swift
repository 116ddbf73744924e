import Evaluation
import Synchronization

/// Says on standard error how far reading and training have come; the division into folds goes to standard output, as a result.
final class TrainingProgress: Sendable {
    private struct Stage {
        var name: String
        var total: Int
        var line: ProgressLine
    }

    private let stage = Mutex<Stage?>(nil)
    /// Whether standard output takes the division into folds, and that nobody reads it any more ends the work.
    private let printsFolds: Bool
    private let endsWithReader: Bool

    /// - Parameters:
    ///   - printsFolds: whether the division into folds goes to standard output, or else to standard error.
    ///   - endsWithReader: whether the work ends when nobody reads standard output any more, since nothing else is wanted of it.
    init(printsFolds: Bool = true, endsWithReader: Bool = true) {
        self.printsFolds = printsFolds
        self.endsWithReader = endsWithReader
    }

    /// Shows what the work says of itself.
    @Sendable func show(_ progress: WorkProgress) throws {
        switch progress {
        case .step(let name, let done, let total): step(name, done, total)
        case .unreadable(let error):
            endStage()
            Diagnostics.error(error)
        case .folds(let text):
            endStage()
            guard printsFolds else { return Diagnostics.line(text) }
            do { try StandardOutput.print(text + "\n") } catch  where !endsWithReader {}
        case .note(let text):
            endStage()
            Diagnostics.line("gaitway: " + text)
        }
    }

    private func step(_ name: String, _ done: Int, _ total: Int) {
        stage.withLock { stage in
            if stage?.name != name || stage?.total != total {
                stage?.line.clear()
                stage = Stage(name: name, total: total, line: ProgressLine(name, of: total))
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
