// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// The last fixes' speeds, for the speed of a window.
///
/// A pure state machine. Fixes are told apart by their times alone, so that a single one with a wrong clock harms no
/// other. A speed of exactly 0 counts from the first other speed on: a logger that says nothing else does not know the
/// speed.
struct SpeedHistory: Sendable {
    /// How many fixes are kept: a minute at ten a second, as windows may wait for other sensors.
    static let capacity = 600

    private struct Fix: Sendable {
        var time: Int64
        var speed: Double
    }

    private var fixes: [Fix] = []
    private var hasMoved = false

    init() {}

    /// Takes the speed of a fix, in m/s; what is negative or no number is not known, and ignored.
    mutating func append(_ speed: Float, at elapsed: Int64) {
        guard speed.isFinite, speed >= 0 else { return }
        if speed > 0 { hasMoved = true }
        guard hasMoved else { return }
        if fixes.count == 2 * Self.capacity { fixes.removeFirst(Self.capacity) }
        fixes.append(Fix(time: elapsed, speed: Double(speed)))
    }

    /// The median speed of the fixes from `start` on and before `end`, in m/s; of an even number the mean of the middle
    /// two; nil without any.
    func median(from start: Int64, to end: Int64) -> Double? {
        Quantile.median(of: fixes.filter { $0.time >= start && $0.time < end }.map(\.speed))
    }
}

extension SpeedHistory: StatePassing {
    mutating func pass(through archive: inout StateArchive) {
        archive.pass(&fixes, of: Fix(time: 0, speed: 0)) { fix, archive in
            archive.pass(time: &fix.time)
            archive.pass(&fix.speed)
            archive.require(fix.speed >= 0 && fix.speed.isFinite)
        }
        archive.require(fixes.count <= 2 * Self.capacity)
        archive.pass(&hasMoved)
    }
}
