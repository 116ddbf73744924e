// SPDX-License-Identifier: Apache-2.0
/// Tracks which of a session's numbered messages have arrived.
///
/// The readings' times identify repeated readings, not these numbers, so a phone may restart its count.
struct MessageNumbers: Sendable {
    /// All lower numbers have arrived, or the session no longer waits for them.
    private var next: Int?
    /// Higher numbers that have arrived.
    private var ahead: Set<Int> = []
    private static let mostAhead = 1024

    /// True if every number up to the newest has arrived; nil if messages have no numbers.
    var isComplete: Bool? { next == nil ? nil : ahead.isEmpty }

    /// Notes that a message has arrived.
    mutating func note(_ number: Int) {
        guard let start = next else {
            next = Self.after(number)
            return
        }
        guard number >= start else { return }
        ahead.insert(number)
        var here = start
        while ahead.remove(here) != nil {
            if here == .max { break }
            here += 1
        }
        next = here
        if ahead.count > Self.mostAhead { waitNoLonger() }
    }

    /// Stops waiting for missing numbers.
    mutating func waitNoLonger() {
        guard let newest = ahead.max() else { return }
        next = Self.after(newest)
        ahead.removeAll(keepingCapacity: true)
    }

    /// The number after `number`, or `Int.max` after `Int.max`: phones choose the numbers, and none may overflow.
    private static func after(_ number: Int) -> Int { number == .max ? .max : number + 1 }
}
