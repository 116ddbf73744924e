// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension MotionWindow {
    /// The points of a mean that tells where gravity points: 1.28 s, a step or a turn of pedals and more.
    private static let meanPoints = 32
    /// The cosine of 45°.
    private static let leastCosine: Float = 0.70710678

    /// Whether the phone is turned within the window: gravity points 45° or more apart in two of its means over 1.28 s,
    /// which begin every 0.64 s. A hand does that. Pedals, seats and pockets turn a phone less. Never true without
    /// gravity.
    package var isTurned: Bool {
        guard hasGravity else { return false }
        var directions = InlineArray<7, SIMD3<Float>>(repeating: SIMD3())
        for place in directions.indices {
            var sum = SIMD3<Float>()
            let start = place * Self.meanPoints / 2
            for point in start..<start + Self.meanPoints { sum += acceleration[point] }
            directions[place] = FeatureExtractor.unit(sum)
            for earlier in 0..<place where (directions[earlier] * directions[place]).sum() < Self.leastCosine {
                return true
            }
        }
        return false
    }
}
