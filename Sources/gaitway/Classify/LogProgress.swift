import Synchronization

/// How many of several logs are done, on the terminal; the bytes of a log tell how long it takes.
final class LogProgress: Sendable {
    private struct State {
        var line: ProgressLine
        var done = 0
        var bytes = 0
    }

    private let state: Mutex<State>
    private let total: Int

    /// - Parameter sizes: the bytes of each log.
    init(sizes: [Int]) {
        total = sizes.reduce(0, +)
        state = Mutex(State(line: ProgressLine("classifying logs", of: sizes.count)))
    }

    /// A log of so many bytes is done.
    func add(size: Int) {
        state.withLock { state in
            state.done += 1
            state.bytes += size
            state.line.show(state.done, fraction: total > 0 ? Double(state.bytes) / Double(total) : nil)
        }
    }

    /// Takes the line away until the next log is done.
    func clear() { state.withLock { $0.line.clear() } }
}
