// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The progress of several logs on the terminal, by their bytes.
package final class LogProgress: Sendable {
    private struct State {
        var line: ProgressLine
        var done = 0
        var bytes = 0
    }

    private let state: Mutex<State>
    private let total: Int

    /// - Parameter sizes: the bytes of each log.
    package init(sizes: [Int]) {
        total = sizes.reduce(0, +)
        state = Mutex(State(line: ProgressLine("classifying logs", of: sizes.count)))
    }

    /// Counts a finished log of `size` bytes.
    package func add(size: Int) {
        state.withLock { state in
            state.done += 1
            state.bytes += size
            state.line.show(state.done, fraction: total > 0 ? Double(state.bytes) / Double(total) : nil)
        }
    }

    /// Hides the line until the next log is done.
    func clear() { state.withLock { $0.line.clear() } }
}
