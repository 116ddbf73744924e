// SPDX-License-Identifier: Apache-2.0
/// The axis along which the acceleration of a window moves most.
enum PrincipalAxis {
    /// Powers of the covariance by repeated squaring: the 64th, in which an axis of half the variance has 2⁻⁶⁴ left.
    private static let squarings = 6

    /// The unit eigenvector of the largest eigenvalue of the covariance Σ d dᵀ, d = a − mean, turned so that Σ (d·u)³ ≥
    /// 0: free of the phone's orientation. The z axis for samples that do not move.
    static func of(_ samples: [SIMD3<Float>]) -> SIMD3<Float> {
        var sum = SIMD3<Float>()
        for sample in samples { sum += sample }
        let mean = sum / Float(max(1, samples.count))
        var columns = (SIMD3<Float>(), SIMD3<Float>(), SIMD3<Float>())
        for sample in samples {
            let deviation = sample - mean
            columns.0 += deviation * deviation.x
            columns.1 += deviation * deviation.y
            columns.2 += deviation * deviation.z
        }
        for _ in 0..<squarings {
            // Scaled by the trace, which is the sum of the eigenvalues, so that no power overflows or vanishes.
            let trace = columns.0.x + columns.1.y + columns.2.z
            guard trace > .leastNormalMagnitude else { return SIMD3(0, 0, 1) }
            let scaled = (columns.0 / trace, columns.1 / trace, columns.2 / trace)
            func product(_ column: SIMD3<Float>) -> SIMD3<Float> {
                scaled.0 * column.x + scaled.1 * column.y + scaled.2 * column.z
            }
            columns = (product(scaled.0), product(scaled.1), product(scaled.2))
        }
        // All columns of the power point along the axis; the longest has the least rounding in it.
        let longest = [columns.0, columns.1, columns.2].max { ($0 * $0).sum() < ($1 * $1).sum() } ?? SIMD3()
        let length = (longest * longest).sum().squareRoot()
        guard length > .leastNormalMagnitude else { return SIMD3(0, 0, 1) }
        let axis = longest / length
        var thirdMoment: Float = 0
        for sample in samples {
            let deviation = ((sample - mean) * axis).sum()
            thirdMoment += deviation * deviation * deviation
        }
        return thirdMoment < 0 ? -axis : axis
    }
}
