// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Synchronization

/// The progress of logs on the terminal: of several by their bytes, of one by the time that was read.
package final class LogProgress: Sendable {
    private struct State {
        var line: ProgressLine
        var done = 0
        var bytes = 0
    }

    private let state: Mutex<State>
    private let total: Int
    /// The name of the only log; nil for several.
    private let only: String?
    private let start = ContinuousClock.now

    /// - Parameters:
    ///   - sizes: the bytes of each log.
    ///   - only: the name of the log if there is only one.
    package init(sizes: [Int], only: String? = nil) {
        self.only = only
        total = sizes.reduce(0, +)
        state = Mutex(State(line: ProgressLine("classifying logs", of: sizes.count)))
    }

    /// Counts a finished log of `size` bytes.
    package func add(size: Int) {
        state.withLock { state in
            guard only == nil else { return state.line.clear() }
            state.done += 1
            state.bytes += size
            state.line.show(state.done, fraction: total > 0 ? Double(state.bytes) / Double(total) : nil)
        }
    }

    /// Shows how far the only log was read, from the second second on.
    func show(readTo end: Duration) {
        guard let only, Diagnostics.isTerminal, !Diagnostics.isQuiet, ContinuousClock.now - start > .seconds(1) else {
            return
        }
        state.withLock { $0.line.show("classifying \(only): \(ClockText.text(seconds: end.inSeconds)) read") }
    }

    /// Hides the line until the next log is done.
    func clear() { state.withLock { $0.line.clear() } }
}
