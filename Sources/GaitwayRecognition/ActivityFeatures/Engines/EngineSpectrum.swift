// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Measures the lines that engines draw in the spectrum of a window's samples as recorded.
///
/// The segments of ``WelchSpectrum`` last 2.56 s, and have as many points as the power of two that holds their samples.
package struct EngineSpectrum: Sendable {
    /// The least samples per second at which the lower band has shapes.
    package static let leastRate = 45.0
    /// The least samples per second at which both bands have.
    static let leastRateOfBoth = 95.0

    /// Bins per hertz: segments are half a window long.
    private static let binsPerHertz = Nanoseconds.product(WindowGrid.hopDuration)
    /// Where the lower band begins and ends, in Hz, and the end of the upper one.
    private static let (bottom, middle, top) = (10.0, 24.0, 45.0)
    /// The share of the rate up to which sensors are heard.
    private static let heardShare = 0.42
    /// A spectrum that falls by this factor above the lower band was cut by a filter, of the phone or of a program that
    /// raised the rate.
    private static let cut: Float = 1e-4

    /// Of the last length of a segment; nil before the first.
    private var welch: WelchSpectrum?

    /// A spectrum of no window yet.
    package init() {}

    /// The lines of a window; nil where the samples do not carry the band: too few, filled in, or cut by a filter.
    package mutating func lines(of samples: RecordedAcceleration) -> EngineLines? {
        guard let first = samples.times.first, let last = samples.times.last, last > first, !samples.isFilledIn
        else { return nil }
        let rate = Double(samples.times.count - 1) / Nanoseconds.product(last - first)
        guard rate >= Self.leastRate else { return nil }
        let power = power(of: samples, rate: rate)
        func bins(from lower: Double, to upper: Double) -> ArraySlice<Float> {
            let first = Int(proven: (lower * Self.binsPerHertz).rounded(.up))
            return power[first..<max(first, Int(proven: (upper * Self.binsPerHertz).rounded(.up)))]
        }
        let top = min(Self.top, Self.heardShare * rate)
        let low = SortedPowers(bins(from: Self.bottom, to: min(Self.middle, top)))
        guard rate >= Self.leastRateOfBoth else { return EngineLines(low: low, high: nil) }
        let high = SortedPowers(bins(from: Self.middle, to: top))
        if let low, let high, high.medianPower < Self.cut * low.medianPower { return nil }
        return EngineLines(low: low, high: high)
    }

    /// The spectrum of samples. A twentieth more samples than points change nothing below the top.
    private mutating func power(of samples: RecordedAcceleration, rate: Double) -> [Float] {
        var count = 128
        while Double(count) * 1.05 < rate * Self.binsPerHertz { count *= 2 }
        var own = welch.take() ?? WelchSpectrum(count: count)
        if own.count != count { own = WelchSpectrum(count: count) }
        own.measure(samples)
        welch = own
        return own.power
    }
}
