// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition

/// Puts the streams of logs that are classified side by side on standard output, one after the other in the order of
/// the command line: the same bytes as from one at a time.
///
/// The log whose turn it is writes directly; the others keep their pieces. A log that keeps too many waits for its
/// turn, so that memory is bounded. The log whose turn it is never waits, so that all logs finish.
package actor StreamQueue {
    /// The most pieces of finished logs that may wait, in all.
    private static let mostFinished = 1 << 16

    private var output: StreamOutput
    private var turn = 0
    private var finished: [Int: [LogPiece]] = [:]
    private var finishedCount = 0
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    /// Why nothing more can be written.
    private var failure: (any Error)?

    package init(_ output: StreamOutput) { self.output = output }

    /// Writes pieces of a log if it is its turn; else returns false.
    func put(_ pieces: [LogPiece], of index: Int) throws -> Bool {
        if let failure { throw failure }
        guard index == turn else { return false }
        try write(pieces)
        return true
    }

    /// Writes the pieces of a log once it is its turn.
    func putInTurn(_ pieces: [LogPiece], of index: Int) async throws {
        await waitForTurn(index)
        _ = try put(pieces, of: index)
    }

    /// Takes the last pieces of a log; the next log may then write.
    package func finish(_ pieces: [LogPiece], of index: Int) async throws {
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

    /// Writes what comes after the last log, and the remaining notes.
    package func end(after error: (any Error)? = nil) throws { try output.finish(after: error) }

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

    /// Ends the output and all waiting, because a log could not be finished.
    func abandon(_ error: any Error) {
        failure = failure ?? error
        for continuation in waiting.values { continuation.resume() }
        waiting.removeAll()
    }
}

/// The connection of one log to the queue.
package final class LogStream {
    /// The most pieces that a log may keep before it waits for its turn: a day of reports.
    private static let mostPieces = 1 << 15

    private let index: Int
    private let queue: StreamQueue
    private var pieces: [LogPiece] = []

    /// The connection of the log at a position of the command line.
    package init(_ index: Int, of queue: StreamQueue) {
        self.index = index
        self.queue = queue
    }

    /// Adds pieces, which are written with the next ``flush()``.
    package func add(_ more: [LogPiece]) { pieces += more }

    /// Writes the added pieces, if it is this log's turn.
    package func flush() async throws {
        guard !pieces.isEmpty else { return }
        if pieces.count > Self.mostPieces {
            try await queue.putInTurn(pieces, of: index)
        } else if try await !queue.put(pieces, of: index) {
            return
        }
        pieces.removeAll(keepingCapacity: true)
    }

    /// Ends all streams, since this one cannot be finished.
    func abandon(_ error: any Error) async { await queue.abandon(error) }

    /// Hands over the remaining pieces; the log is done.
    func close() async throws {
        try await queue.finish(pieces, of: index)
        pieces = []
    }
}
