// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayNumerics

/// Measures moments, quantiles and autocorrelation of the signals over one window. The signals lie in the lanes of one
/// vector.
struct WindowStatistics: Sendable {
    private typealias Lanes = SIMD4<Float>

    private var network = SortingNetwork(count: WindowGrid.count)
    /// Lags from 0.28 to 1.6 s, from the fastest step to the slowest.
    private var autocorrelation = Autocorrelation(count: WindowGrid.count, lags: 7...40)
    /// The signals less their means.
    private var deviations = [Lanes](repeating: Lanes(), count: WindowGrid.count)

    /// Measures the signals in time; rotation is zero without a gyroscope.
    mutating func measure(_ signals: WindowSignals, into measures: inout TemporalMeasures) {
        var sum = Lanes()
        for value in signals.values { sum += value }
        measures.mean = sum / Float(WindowGrid.count)
        Self.subtract(measures.mean, from: signals.values, into: &deviations)
        measureMoments(into: &measures)
        network.take(deviations)
        measureQuantiles(into: &measures)
        measurePeriodicity(into: &measures)
        measureQuarters(into: &measures)
    }

    private static func subtract(_ mean: Lanes, from values: [Lanes], into deviations: inout [Lanes]) {
        var deviations = deviations.mutableSpan
        for index in 0..<WindowGrid.count { deviations[index] = values[index] - mean }
    }

    private func measureMoments(into measures: inout TemporalMeasures) {
        var squares = Lanes()
        var fourths = Lanes()
        for deviation in deviations {
            let square = deviation * deviation
            squares += square
            fourths += square * square
        }
        let variance = squares / Float(WindowGrid.count)
        measures.squaredDeviation = variance + measures.floor * measures.floor
        measures.gate = variance / measures.squaredDeviation
        measures.fourthMoment = fourths / Float(WindowGrid.count)
    }

    private func measureQuantiles(into measures: inout TemporalMeasures) {
        measures.q05 = quantile(0.05)
        measures.q25 = quantile(0.25)
        measures.q50 = quantile(0.5)
        measures.q75 = quantile(0.75)
        measures.q95 = quantile(0.95)
        let (smallest, greatest) = network.extremes
        measures.greatest = greatest
        measures.largest = greatest.replacing(with: -smallest, where: greatest .< -smallest)
    }

    /// r(τ) = N/(N − k) Σ d(n) d(n + k) / (Σ d² + N f²), its extremes over the lags, and the lag of the maximum.
    private mutating func measurePeriodicity(into measures: inout TemporalMeasures) {
        let count = WindowGrid.count
        let reference = measures.squaredDeviation * Float(count)
        autocorrelation.compute(deviations)
        var maximum = Lanes(repeating: -.infinity)
        var minimum = Lanes(repeating: .infinity)
        var lagOfMaximum = Lanes()
        for lag in autocorrelation.lags {
            let correlation = autocorrelation[lag] * (Float(count) / Float(count - lag)) / reference
            let isGreater = maximum .< correlation
            maximum = maximum.replacing(with: correlation, where: isGreater)
            lagOfMaximum = lagOfMaximum.replacing(with: Float(lag) / Float(WindowGrid.rate), where: isGreater)
            minimum = minimum.replacing(with: correlation, where: correlation .< minimum)
        }
        measures.highestCorrelation = maximum
        measures.lag = lagOfMaximum
        measures.lowestCorrelation = minimum
    }

    private func measureQuarters(into measures: inout TemporalMeasures) {
        let size = WindowGrid.count / 4
        var minimum = Lanes(repeating: .infinity)
        var maximum = Lanes(repeating: -.infinity)
        for quarter in 0..<4 {
            var sum = Lanes()
            var squares = Lanes()
            for index in quarter * size..<(quarter + 1) * size {
                sum += deviations[index]
                squares += deviations[index] * deviations[index]
            }
            let mean = sum / Float(size)
            let variance = squares / Float(size) - mean * mean
            let deviation = variance.replacing(with: 0, where: variance .< Lanes()).squareRoot()
            let spread = (deviation + measures.floor).naturalLogarithm
            minimum = minimum.replacing(with: spread, where: spread .< minimum)
            maximum = maximum.replacing(with: spread, where: maximum .< spread)
        }
        measures.quietestQuarter = minimum
        measures.loudestQuarter = maximum
    }

    /// The quantile of each signal's deviations, by linear interpolation between order statistics.
    private func quantile(_ fraction: Double) -> Lanes {
        let position = fraction * Double(WindowGrid.count - 1)
        let index = Int(proven: position)
        let (low, high) = network.neighbours(at: index)
        return low + (high - low) * Float(position - Double(index))
    }
}
