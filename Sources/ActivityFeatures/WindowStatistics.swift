internal import SignalProcessing

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Moments, quantiles and autocorrelation of the signals over one window, and the features drawn from them.
///
/// Magnitude, vertical, horizontal and rotation lie in the lanes of one vector; of yaw only mean and variance are
/// needed.
struct WindowStatistics: Sendable {
    static let featuresPerSignal = 13

    private typealias Lanes = SIMD4<Float>

    /// Lags of the autocorrelation in grid steps: 0.28 to 1.6 s, from the fastest step to the slowest.
    private static let lags = 7...40

    private let network = SortingNetwork(count: WindowGrid.count)
    /// The signals less their means.
    private var deviations = [Lanes](repeating: Lanes(), count: WindowGrid.count)
    private var sorted = [Lanes](repeating: Lanes(), count: WindowGrid.count)
    private var mean = Lanes()
    private var variance = Lanes()
    private var fourthMoment = Lanes()
    private var largest = Lanes()
    private var greatest = Lanes()
    private var crossings = Lanes()
    private var correlation = (maximum: Lanes(), minimum: Lanes(), lagOfMaximum: Lanes())
    private var quarterVariances = [Lanes](repeating: Lanes(), count: 4)
    private var yaw: (mean: Float, variance: Float) = (0, 0)

    mutating func compute(
        acceleration: [SIMD3<Float>], rotationRate: [SIMD3<Float>]?, vertical: SIMD3<Float>
    ) {
        let count = Float(WindowGrid.count)
        var sum = Lanes()
        var yawSum: Float = 0
        var yawSquares: Float = 0
        for index in 0..<WindowGrid.count {
            let a = acceleration[index]
            let w = rotationRate?[index] ?? SIMD3()
            let up = (a * vertical).sum()
            let side = a - vertical * up
            let value = Lanes(
                (a * a).sum().squareRoot(), up, (side * side).sum().squareRoot(), (w * w).sum().squareRoot())
            deviations[index] = value
            sum += value
            let turn = (w * vertical).sum()
            yawSum += turn
            yawSquares += turn * turn
        }
        mean = sum / count
        yaw.mean = yawSum / count
        yaw.variance = max(0, yawSquares / count - yaw.mean * yaw.mean)
        for index in 0..<WindowGrid.count { deviations[index] -= mean }
        sorted = deviations
        let network = self.network
        var sortedSpan = sorted.mutableSpan
        network.sort(&sortedSpan)
        computeMoments()
        correlation = Self.correlation(of: deviations, variance: variance)
        computeQuarters()
    }

    private mutating func computeMoments() {
        var squares = Lanes()
        var fourths = Lanes()
        var signChanges = SIMD4<Int32>()
        var wasNegative = deviations[0] .< Lanes()
        for deviation in deviations {
            let square = deviation * deviation
            squares += square
            fourths += square * square
            let isNegative = deviation .< Lanes()
            signChanges = signChanges.replacing(with: signChanges &+ 1, where: isNegative .^ wasNegative)
            wasNegative = isNegative
        }
        variance = squares / Float(WindowGrid.count)
        fourthMoment = fourths / Float(WindowGrid.count)
        crossings = Lanes(signChanges) / Float(Double(WindowGrid.duration) * 1e-9)
        greatest = sorted[WindowGrid.count - 1]
        let lowest = -sorted[0]
        largest = greatest.replacing(with: lowest, where: greatest .< lowest)
    }

    /// r(τ) = N/(N − k) Σ d(n) d(n + k) / (Σ d² + N f²), its extremes over the lags, and the lag of the maximum.
    private static func correlation(
        of deviations: [Lanes], variance: Lanes
    ) -> (maximum: Lanes, minimum: Lanes, lagOfMaximum: Lanes) {
        let count = WindowGrid.count
        let floors = Lanes(
            MotionSignal.magnitude.deviationFloor, MotionSignal.vertical.deviationFloor,
            MotionSignal.horizontal.deviationFloor, MotionSignal.rotation.deviationFloor)
        let reference = (variance + floors * floors) * Float(count)
        var maximum = Lanes(repeating: -.infinity)
        var minimum = Lanes(repeating: .infinity)
        var lagOfMaximum = Lanes()
        let values = deviations.span
        for lag in lags {
            var sum = Lanes()
            for index in 0..<(count - lag) { sum += values[index] * values[index + lag] }
            let correlation = sum * (Float(count) / Float(count - lag)) / reference
            let isGreater = maximum .< correlation
            maximum = maximum.replacing(with: correlation, where: isGreater)
            lagOfMaximum = lagOfMaximum.replacing(
                with: Lanes(repeating: Float(lag) / Float(WindowGrid.rate)), where: isGreater)
            minimum = minimum.replacing(with: correlation, where: correlation .< minimum)
        }
        return (maximum, minimum, lagOfMaximum)
    }

    private mutating func computeQuarters() {
        let size = WindowGrid.count / 4
        for quarter in 0..<4 {
            var sum = Lanes()
            var squares = Lanes()
            for index in quarter * size..<(quarter + 1) * size {
                sum += deviations[index]
                squares += deviations[index] * deviations[index]
            }
            let mean = sum / Float(size)
            let variance = squares / Float(size) - mean * mean
            quarterVariances[quarter] = variance.replacing(with: 0, where: variance .< Lanes())
        }
    }

    /// The mean of one signal, m/s² or rad/s.
    func mean(of signal: MotionSignal) -> Float { signal == .yaw ? yaw.mean : mean[signal.rawValue] }

    /// The variance of one signal, (m/s²)² or (rad/s)².
    func variance(of signal: MotionSignal) -> Float {
        signal == .yaw ? yaw.variance : variance[signal.rawValue]
    }

    /// The greatest value of one signal above its mean.
    func maximumDeviation(of signal: MotionSignal) -> Float { greatest[signal.rawValue] }

    /// The quantile of one signal's deviations, by linear interpolation between order statistics.
    private func quantile(_ fraction: Double, _ lane: Int) -> Double {
        let position = fraction * Double(WindowGrid.count - 1)
        let index = Int(position)
        let low = Double(sorted[index][lane])
        let high = Double(sorted[min(index + 1, WindowGrid.count - 1)][lane])
        return low + (high - low) * (position - Double(index))
    }

    /// Appends the 13 features of one signal in time.
    func appendFeatures(of signal: MotionSignal, to row: inout [Double]) {
        let lane = signal.rawValue
        let floor = Double(signal.deviationFloor)
        let variance = Double(variance[lane])
        let squaredDeviation = variance + floor * floor
        let gate = variance / squaredDeviation
        let wide = quantile(0.95, lane) - quantile(0.05, lane) + floor
        let skew = quantile(0.95, lane) + quantile(0.05, lane) - 2 * quantile(0.5, lane)
        let kurtosis = Double(fourthMoment[lane]) / (squaredDeviation * squaredDeviation)
        row.append(0.5 * log(squaredDeviation))
        row.append(log(wide))
        row.append(log(quantile(0.75, lane) - quantile(0.25, lane) + floor))
        row.append(skew / wide)
        row.append(gate * (log(min(kurtosis, 40) + 0.5) - 1.25))
        row.append(gate * (log((Double(largest[lane]) + floor) / squaredDeviation.squareRoot()) - 1))
        row.append(gate * Double(crossings[lane]))
        row.append(Double(correlation.maximum[lane]))
        row.append(gate * Double(correlation.lagOfMaximum[lane]))
        row.append(Double(correlation.minimum[lane]))
        let quarters = quarterVariances.map { log(Double($0[lane]).squareRoot() + floor) }
        let minimum = quarters.min() ?? 0
        let maximum = quarters.max() ?? 0
        row.append(minimum)
        row.append(maximum)
        row.append(maximum - minimum)
    }
}
