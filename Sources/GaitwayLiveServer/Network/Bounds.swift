// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Bounds on waiting bytes and on connections.
enum Bounds {
    /// Bytes of events or frames for one client that reads slowly. Other answers wait for the client.
    static let mostWaiting = 4 << 20
    /// Bytes for all connections together: bodies until their answer, incomplete messages, and output that waits.
    static let mostHeld = 64 << 20
    /// Bytes for all connections together: answers that their clients have not read whole. Files do not count, as they
    /// are read piece by piece.
    static let mostAnswers = 128 << 20
    /// Bytes of long bodies that the program reads at once. JSON takes many times its bytes in memory.
    static let mostRead = 4 << 20
    /// Bodies and answers up to this length do not wait for others.
    static let short = 1 << 14
    /// Bytes of output for each client that do not count for all: what an answer lets wait.
    static let freeOutput = highestWater + piece
    /// Bytes of output above which a connection writes no further piece of an answer.
    static let highestWater = 1 << 16
    /// Bytes of an answer that are written at once.
    static let piece = 1 << 15
    /// Bytes for one client before others have their turn.
    static let mostInTurn = 1 << 20
    /// Connections from one address of another machine.
    static let mostOfOnePeer = 100
    /// Parts of requests that wait for the client to read earlier answers.
    static let mostRequestsAhead = 4096
}

/// The time that a client has, in nanoseconds.
enum Deadlines {
    /// For the head of the first request.
    static let head = 15 * Nanoseconds.perSecond
    /// For a body, from its head on.
    static let body = 30 * Nanoseconds.perSecond
    /// From an answer to the next request.
    static let rest = 60 * Nanoseconds.perSecond
    /// To read any of the waiting bytes.
    static let reading = 20 * Nanoseconds.perSecond
    /// To close the connection after the server has.
    static let leaving = 2 * Nanoseconds.perSecond
    /// Between two frames of a WebSocket.
    static let silence = 120 * Nanoseconds.perSecond
}

/// A sum with a limit, which all connections share.
struct Budget: Sendable {
    let limit: Int
    private(set) var used = 0

    init(limit: Int) { self.limit = limit }

    /// Changes one part of the sum; returns false, without a change, if an increase would exceed the limit.
    mutating func change(from old: Int, to new: Int) -> Bool {
        guard new <= old || new - old <= limit - used else { return false }
        used += new - old
        return true
    }
}
