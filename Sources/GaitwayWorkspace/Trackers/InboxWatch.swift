// SPDX-License-Identifier: Apache-2.0
/// Finds the files of a folder that have stopped growing: a pure state machine.
struct InboxWatch: Sendable {
    /// The size and the time of change of a file.
    struct Look: Sendable, Hashable {
        var size: Int
        var modified: Int64
    }

    private var seen: [String: (look: Look, since: Int64)] = [:]
    /// In nanoseconds: a file that has not changed for this time is whole.
    private static let rest: Int64 = 3_000_000_000

    /// Takes the files that are there at a moment of a monotonic clock, in nanoseconds; returns those that are whole,
    /// by name.
    mutating func take(_ files: [String: Look], at now: Int64) -> [String] {
        var next: [String: (look: Look, since: Int64)] = [:]
        for (name, look) in files {
            let since = seen[name].flatMap { $0.look == look ? $0.since : nil } ?? now
            next[name] = (look, since)
        }
        seen = next
        return next.filter { now - $0.value.since >= Self.rest }.keys.sorted()
    }
}
