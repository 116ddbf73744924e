import ActivityStream
import MotionTypes

/// Puts the streams of logs that are classified side by side on standard output, one after the other in the order of the
/// command line: the same bytes as from one at a time.
///
/// The log whose turn it is passes straight on; others keep their pieces until then. What waits is bounded, as a log
/// with too much in hand waits for its turn. The log whose turn it is never waits, so all come to an end.
actor StreamQueue {
    /// How many pieces of finished logs may wait, in all.
    private static let mostFinished = 1 << 16

    private var output: StreamOutput
    private var turn = 0
    private var finished: [Int: [LogPiece]] = [:]
    private var finishedCount = 0
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    /// Why nothing more can be put out.
    private var failure: (any Error)?

    init(_ output: StreamOutput) { self.output = output }

    /// Puts out pieces of a log if it is its turn; false if it is not.
    func put(_ pieces: [LogPiece], of index: Int) throws -> Bool {
        if let failure { throw failure }
        guard index == turn else { return false }
        try write(pieces)
        return true
    }

    /// Puts out the pieces of a log when its turn has come.
    func putInTurn(_ pieces: [LogPiece], of index: Int) async throws {
        await waitForTurn(index)
        _ = try put(pieces, of: index)
    }

    /// Takes the last pieces of a log; what follows it may pass.
    func finish(_ pieces: [LogPiece], of index: Int) async throws {
        if index != turn, finishedCount + pieces.count > Self.mostFinished { await waitForTurn(index) }
        if let failure { throw failure }
        finished[index] = pieces
        finishedCount += pieces.count
        while let next = finished.removeValue(forKey: turn) {
            finishedCount -= next.count
            try write(next)
            turn += 1
        }
        waiting.removeValue(forKey: turn)?.resume()
    }

    /// Says what is left to say, after the last log.
    func end(after error: (any Error)? = nil) { output.finish(after: error) }

    private func waitForTurn(_ index: Int) async {
        guard index != turn, failure == nil else { return }
        await withCheckedContinuation { waiting[index] = $0 }
    }

    private func write(_ pieces: [LogPiece]) throws {
        do {
            try output.write(pieces)
        } catch {
            abandon(error)
            throw error
        }
    }

    /// Nothing more is put out, and nobody waits any longer: a log could not be finished.
    func abandon(_ error: any Error) {
        failure = failure ?? error
        for continuation in waiting.values { continuation.resume() }
        waiting.removeAll()
    }
}

/// One log's way to the queue.
final class LogStream {
    /// How many pieces a log may have in hand before it waits for its turn: a day of reports.
    private static let mostPieces = 1 << 15

    private let index: Int
    private let queue: StreamQueue
    private var pieces: [LogPiece] = []

    /// The way of the log with that place on the command line.
    init(_ index: Int, of queue: StreamQueue) {
        self.index = index
        self.queue = queue
    }

    /// Adds pieces, which are put out with the next ``flush()``.
    func add(_ more: [LogPiece]) { pieces += more }

    /// Puts out what was added, if it is this log's turn.
    func flush() async throws {
        guard !pieces.isEmpty else { return }
        if pieces.count > Self.mostPieces {
            try await queue.putInTurn(pieces, of: index)
        } else if try await !queue.put(pieces, of: index) {
            return
        }
        pieces.removeAll(keepingCapacity: true)
    }

    /// Ends all streams; this one cannot be finished.
    func abandon(_ error: any Error) async { await queue.abandon(error) }

    /// Hands over what is left; the log is done.
    func close() async throws {
        try await queue.finish(pieces, of: index)
        pieces = []
    }
}
