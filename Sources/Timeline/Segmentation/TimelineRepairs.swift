package import MotionTypes

/// What was left out of the input, and why.
public struct TimelineRepairs: Sendable, Hashable {
    /// Inputs that came later than the allowed lateness.
    public var late = 0
    /// Inputs whose time is centuries away.
    public var untimely = 0
    /// Fixes at the time of another one.
    public var duplicates = 0
    /// Fixes whose accuracy makes them no position, or whose coordinates are none.
    public var coarse = 0
    /// Fixes that nothing could have reached.
    public var jumps = 0
    /// Jumps that were taken for real, since the fixes after them agree: after a flight, say.
    public var leaps = 0
    /// Jumps to where an earlier one led: many of them are the way of a second person.
    package var repeatedJumps = 0
    /// Fixes that are positions, jumps among them.
    package var positions = 0
    /// When the first jump or leap was.
    package var firstJump: Timestamp?

    /// Nothing left out.
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

    /// Whether so much of the track is out of reach of the rest that it can only be the tracks of two people in one.
    ///
    /// Wrong positions of one phone scatter, a second person's way goes on where it was left.
    package func isMixed(_ policy: TimelinePolicy) -> Bool {
        repeatedJumps >= policy.fewestMixedJumps && Double(repeatedJumps) >= policy.mixedShare * Double(positions)
    }
}
