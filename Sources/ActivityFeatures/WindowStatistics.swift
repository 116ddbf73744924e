internal import SignalProcessing

/// Moments, quantiles and autocorrelation of the signals over one window, and the features drawn from them. The signals
/// lie in the lanes of one vector.
struct WindowStatistics: Sendable {
    static let featuresPerSignal = 12

    private typealias Lanes = SIMD4<Float>

    private let network = SortingNetwork(count: WindowGrid.count)
    /// f of the four signals.
    private let floors = MotionSignal.lanes(\.deviationFloor)
    /// Lags from 0.28 to 1.6 s, from the fastest step to the slowest.
    private var autocorrelation = Autocorrelation(count: WindowGrid.count, lags: 7...40)
    /// The signals less their means.
    private var deviations = [Lanes](repeating: Lanes(), count: WindowGrid.count)
    private var sorted = [Lanes](repeating: Lanes(), count: WindowGrid.count)
    private var mean = Lanes()
    private var variance = Lanes()
    /// The features of all signals in their order; each signal has its lane.
    private var features = [Lanes](repeating: Lanes(), count: featuresPerSignal)

    mutating func compute(_ signals: WindowSignals) {
        let count = Float(WindowGrid.count)
        var sum = Lanes()
        for value in signals.values { sum += value }
        mean = sum / count
        Self.sort(signals.values, less: mean, by: network, deviations: &deviations, sorted: &sorted)
        computeFeatures()
    }

    private static func sort(
        _ values: [Lanes], less mean: Lanes, by network: SortingNetwork, deviations: inout [Lanes],
        sorted: inout [Lanes]
    ) {
        var deviations = deviations.mutableSpan
        var sorted = sorted.mutableSpan
        for index in 0..<WindowGrid.count {
            let deviation = values[index] - mean
            deviations[index] = deviation
            sorted[index] = deviation
        }
        network.sort(&sorted)
    }

    /// Spread, quantiles, moments, periodicity and the quarters' spreads.
    private mutating func computeFeatures() {
        let fourthMoment = computeMoments()
        let squaredDeviation = variance + floors * floors
        let gate = variance / squaredDeviation
        let (low, median, high) = (quantile(0.05), quantile(0.5), quantile(0.95))
        let wide = high - low + floors
        let kurtosis = fourthMoment / (squaredDeviation * squaredDeviation)
        let cut = kurtosis.replacing(with: 40, where: kurtosis .> 40)
        let greatest = sorted[WindowGrid.count - 1]
        let largest = greatest.replacing(with: -sorted[0], where: greatest .< -sorted[0])
        let crest = (largest + floors) / squaredDeviation.squareRoot()
        features[0] = 0.5 * squaredDeviation.naturalLogarithm
        features[1] = wide.naturalLogarithm
        features[2] = (quantile(0.75) - quantile(0.25) + floors).naturalLogarithm
        features[3] = (high + low - 2 * median) / wide
        features[4] = gate * ((cut + 0.5).naturalLogarithm - 1.25)
        features[5] = gate * (crest.naturalLogarithm - 1)
        computePeriodicity(reference: squaredDeviation * Float(WindowGrid.count), gate: gate)
        computeQuarters()
    }

    /// Computes the variance, and the fourth moment that comes with it.
    private mutating func computeMoments() -> Lanes {
        var squares = Lanes()
        var fourths = Lanes()
        for deviation in deviations {
            let square = deviation * deviation
            squares += square
            fourths += square * square
        }
        variance = squares / Float(WindowGrid.count)
        return fourths / Float(WindowGrid.count)
    }

    /// r(τ) = N/(N − k) Σ d(n) d(n + k) / (Σ d² + N f²), its extremes over the lags, and the lag of the maximum.
    private mutating func computePeriodicity(reference: Lanes, gate: Lanes) {
        let count = WindowGrid.count
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
        features[6] = maximum
        features[7] = gate * lagOfMaximum
        features[8] = minimum
    }

    private mutating func computeQuarters() {
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
            let spread = (deviation + floors).naturalLogarithm
            minimum = minimum.replacing(with: spread, where: spread .< minimum)
            maximum = maximum.replacing(with: spread, where: maximum .< spread)
        }
        features[9] = minimum
        features[10] = maximum
        features[11] = maximum - minimum
    }

    /// The quantile of each signal's deviations, by linear interpolation between order statistics.
    private func quantile(_ fraction: Double) -> Lanes {
        let position = fraction * Double(WindowGrid.count - 1)
        let index = Int(position)
        let low = sorted[index]
        let high = sorted[min(index + 1, WindowGrid.count - 1)]
        return low + (high - low) * Float(position - Double(index))
    }

    /// The mean of one signal, m/s² or rad/s.
    func mean(of signal: MotionSignal) -> Float { mean[signal.rawValue] }

    /// The greatest value of one signal above its mean.
    func maximumDeviation(of signal: MotionSignal) -> Float { sorted[WindowGrid.count - 1][signal.rawValue] }

    /// Appends the 12 features of one signal in time.
    func appendFeatures(of signal: MotionSignal, to row: inout [Double]) {
        for feature in features { row.append(Double(feature[signal.rawValue])) }
    }
}
