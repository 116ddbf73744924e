// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The inputs that were left out, by reason.
public struct TimelineRepairs: Sendable, Hashable {
    /// Inputs that came later than the allowed lateness.
    public var late = 0
    /// Inputs whose time is centuries away.
    public var untimely = 0
    /// Fixes with the time of another.
    public var duplicates = 0
    /// Fixes that are too inaccurate for a position, or whose coordinates are impossible.
    public var coarse = 0
    /// Fixes out of reach of the track.
    public var jumps = 0
    /// Jumps that count as real, since later fixes agree, although not even an airplane is fast enough for them.
    public var leaps = 0
    /// Jumps back to the end of an earlier jump. Many of them mean a second person.
    var repeatedJumps = 0
    /// Fixes that are positions, including jumps.
    package var positions = 0
    /// The time of the first jump or leap.
    package var firstJump: Timestamp?

    package init() {}

    mutating func add(_ other: TimelineRepairs) {
        late += other.late
        untimely += other.untimely
        duplicates += other.duplicates
        coarse += other.coarse
        jumps += other.jumps
        leaps += other.leaps
        repeatedJumps += other.repeatedJumps
        positions += other.positions
        firstJump = [firstJump, other.firstJump].compactMap(\.self).min()
    }

    /// Whether the track must be that of two people, since too much of it is out of reach of the rest.
    ///
    /// Wrong positions of one phone scatter; a second person's track continues where it was left.
    package func isMixed(_ policy: TimelinePolicy) -> Bool {
        repeatedJumps >= policy.fewestMixedJumps && Double(repeatedJumps) >= policy.mixedShare * Double(positions)
    }
}
