// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Joins the axes of one reading that stand in separate rows, a few milliseconds apart.
///
/// An axis that comes again before the others begins a new reading; the incomplete one is left out.
struct AxisJoin {
    private var slots = SIMD3<Double>()
    private var present: UInt32 = 0
    private var newest = Int64.min
    /// The longest time between the axes of one reading, in nanoseconds.
    private static let longestSpan: Int64 = 50_000_000

    /// Adds a row's axes. The row holds all three axes if it was the last of a reading, and none otherwise.
    ///
    /// - Returns: how many readings were left out.
    mutating func join(_ row: inout RowValues) -> Int {
        let added = row.present & 0b111
        row.present &= ~0b111
        guard added != 0 else { return 0 }
        var dropped = 0
        let isLate = present != 0 && row.time &- newest > Self.longestSpan
        if added & present != 0 || isLate {
            dropped = 1
            present = 0
        }
        for axis in 0..<3 where added >> UInt32(axis) & 1 == 1 { slots[axis] = row.slots[axis] }
        present |= added
        newest = row.time
        guard present == 0b111 else { return dropped }
        for axis in 0..<3 { row.slots[axis] = slots[axis] }
        row.present |= 0b111
        present = 0
        return dropped
    }
}
