// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The readings of gravity around a moment, and gravity at that moment.
///
/// Gravity is interpolated linearly between its neighbours; at the ends, and in gaps of over a second, the nearest
/// is taken if it is within half a second.
package struct GravityNeighbours: Sendable {
    private var before: SensorSample?
    private var after: SensorSample?

    private static let longestStep = Nanoseconds.perSecond
    private static let farthest: Int64 = 500_000_000

    package init() {}

    /// Whether the next reading belongs to a moment's neighbours, too.
    package func needsNext(for time: Int64) -> Bool { (after?.nanoseconds ?? .min) < time }

    /// Takes the next reading, by time.
    package mutating func take(_ next: SensorSample) {
        before = after ?? next
        after = next
    }

    /// Says that no reading follows any more.
    package mutating func end() {
        if let after { before = after }
        after = nil
    }

    /// Gravity at a moment; nil without a reading near it.
    package func gravity(at time: Int64) -> SIMD3<Float>? {
        guard let before else { return nil }
        guard let after, after.nanoseconds > before.nanoseconds else {
            let nearest = after ?? before
            return nearest.nanoseconds.separation(from: time) <= Self.farthest ? nearest.value : nil
        }
        let step = after.nanoseconds - before.nanoseconds
        if time >= before.nanoseconds, time <= after.nanoseconds, step <= Self.longestStep {
            let part = Float(Double(time - before.nanoseconds) / Double(step))
            return before.value + (after.value - before.value) * part
        }
        let isFirst = time.separation(from: before.nanoseconds) < time.separation(from: after.nanoseconds)
        let nearest = isFirst ? before : after
        return nearest.nanoseconds.separation(from: time) <= Self.farthest ? nearest.value : nil
    }
}
