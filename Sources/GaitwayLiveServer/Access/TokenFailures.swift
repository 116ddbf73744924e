// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Counts requests with a missing or wrong token, and delays their answers if there are many: a pure state machine.
struct TokenFailures: Sendable {
    private var count = 0
    private var since: Int64 = 0

    private static let period = 60 * Nanoseconds.perSecond
    private static let free = 10
    private static let delay = Nanoseconds.perSecond

    /// Counts a request; returns the delay of its answer in nanoseconds.
    mutating func note(at now: Int64) -> Int64 {
        if count == 0 { since = now }
        count += 1
        return count > Self.free ? Self.delay : 0
    }

    /// A line with the count, once a minute has passed since the first of them; nil before, or if there were none.
    mutating func line(at now: Int64) -> String? {
        guard count > 0, now - since >= Self.period else { return nil }
        defer { count = 0 }
        return "\(count) \(count == 1 ? "request" : "requests") with a missing or wrong token in the last minute"
    }
}
