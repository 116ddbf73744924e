// SPDX-License-Identifier: Apache-2.0
/// How the spectrum from 10 to 45 Hz is shaped: engines and inverters draw lines in it, even while a vehicle stands.
///
/// With P the power of a bin, summed over the axes:
///
/// | name | formula | band |
/// | --- | --- | --- |
/// | low.peak, high.peak | ln(max P / median P) | 10 to 24 Hz, 24 Hz to the top |
/// | low.share, high.share | ln(sum of the three largest P / sum of P) | the same |
/// | low.tail | ln(90 % quantile of P / median P) | 10 to 24 Hz |
/// | low-high | ln(median P below 24 Hz / median P above) | both |
///
/// The shapes do not depend on the scale, as a seat or a bag dampens all lines.
package struct EngineLines: Sendable, Hashable {
    /// The shapes' names, in their order.
    package static let names = ["low.peak", "low.share", "low.tail", "high.peak", "high.share", "low-high"]
    package static let missing = EngineLines()

    /// The shapes in their order, NaN where one is missing; the last two lanes are not used.
    private var lanes = SIMD8<Float>(repeating: .nan)

    /// The shapes in their order; NaN is missing.
    package var values: [Double] { Self.names.indices.map { Double(lanes[$0]) } }

    private init() {}

    /// The shapes of both bands, from the powers of their bins; a band without bins is missing.
    init(low: SortedPowers?, high: SortedPowers?) {
        if let low {
            lanes[0] = low.peak
            lanes[1] = low.share
            lanes[2] = low.tail
        }
        if let high {
            lanes[3] = high.peak
            lanes[4] = high.share
        }
        if let low, let high { lanes[5] = low.median - high.median }
    }
}
