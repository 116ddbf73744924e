// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayNumerics

/// The powers of a band's bins as logarithms of their ranks.
///
/// Every power has a floor of 1e-7 (m/s²)², a tenth of what quiet sensors show, so that rounding draws no lines.
struct SortedPowers {
    private static let floor: Float = 1e-7

    /// The median power, without the floor.
    let medianPower: Float
    /// ln of the median power.
    let median: Float
    /// ln(largest power / median power).
    let peak: Float
    /// ln(sum of the three largest powers / sum of the powers).
    let share: Float
    /// ln(90 % quantile of the powers / median power).
    let tail: Float

    /// The ranks of at least four powers; nil for fewer.
    init?(_ powers: ArraySlice<Float>) {
        guard powers.count > 3 else { return nil }
        let sorted = powers.sorted()
        func quantile(_ fraction: Float) -> Float {
            let rank = fraction * Float(sorted.count - 1)
            let lower = min(Int(proven: rank), sorted.count - 2)
            return sorted[lower] + (rank - Float(lower)) * (sorted[lower + 1] - sorted[lower])
        }
        let sum = sorted.reduce(0) { $0 + $1 + Self.floor }
        medianPower = quantile(0.5)
        median = log(medianPower + Self.floor)
        peak = log(quantile(1) + Self.floor) - median
        share = log(sorted.suffix(3).reduce(0) { $0 + $1 + Self.floor } / sum)
        tail = log(quantile(0.9) + Self.floor) - median
    }
}
