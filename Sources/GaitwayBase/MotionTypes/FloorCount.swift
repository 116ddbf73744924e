// SPDX-License-Identifier: Apache-2.0
/// Floors climbed and descended on foot since the recording began.
public struct FloorCount: Sendable, Hashable {
    /// Floors up.
    public var ascended: Int
    /// Floors down.
    public var descended: Int

    /// Counts; 0 unless given.
    public init(ascended: Int = 0, descended: Int = 0) {
        self.ascended = ascended
        self.descended = descended
    }

    /// The sum of two counts.
    package static func + (one: FloorCount, other: FloorCount) -> FloorCount {
        FloorCount(ascended: one.ascended + other.ascended, descended: one.descended + other.descended)
    }
}
