// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayNumerics

/// One window's acceleration as a signal that rises and falls once a step: the size of total acceleration, or linear
/// acceleration along the axis on which it moves most.
struct StepSignal: Sendable {
    /// Points of a window: the means of two neighbouring points of its grid. Steps need no more.
    static let count = WindowGrid.count / 2
    /// Points per second.
    static let rate = WindowGrid.rate / 2
    /// How far a filter reaches to each side, in points: 1.2 s.
    static let reach = 15

    /// The signal without its mean, in m/s².
    private(set) var values = [Float](repeating: 0, count: count)
    /// The signal at the points of the grid.
    private var points = [Float](repeating: 0, count: WindowGrid.count)
    /// The standard deviation, in m/s².
    private(set) var deviation: Float = 0
    /// The standard deviation of each quarter of the window, in m/s².
    private(set) var quarters = [Float](repeating: 0, count: 4)
    /// Four neighbouring values for each place, zeros before the window and behind it.
    private var fours = [SIMD4<Float>](repeating: SIMD4(), count: count + 2 * reach + 4)
    /// One side of the filter, and what it is made of.
    private var taps = [Float](repeating: 0, count: reach + 1)
    private var weights = [Double](repeating: 0, count: reach + 1)
    private var waves = [Double](repeating: 0, count: reach + 1)
    private static let hann = (0...reach).map { 0.5 * (1 + cos(Double.pi * Double($0) / Double(reach + 1))) }
    /// The filtered signal; see ``filter(to:from:)``.
    private(set) var filtered = [Float](repeating: 0, count: count + 4)

    /// Takes the acceleration of a window.
    mutating func take(_ window: MotionWindow) {
        let count = WindowGrid.count
        if window.hasGravity {
            for index in 0..<count {
                let a = window.acceleration[index]
                points[index] = (a.x * a.x + a.y * a.y + a.z * a.z).squareRoot()
            }
        } else {
            let axis = PrincipalAxis.of(window.acceleration)
            for index in 0..<count { points[index] = (window.acceleration[index] * axis).sum() }
        }
        var sum: Float = 0
        for point in points { sum += point }
        let mean = sum / Float(count)
        var squares: Float = 0
        for quarter in quarters.indices {
            var (own, ownSquares): (Float, Float) = (0, 0)
            for index in quarter * count / 4..<(quarter + 1) * count / 4 {
                let value = points[index] - mean
                points[index] = value
                own += value
                ownSquares += value * value
            }
            let share = own / Float(count / 4)
            quarters[quarter] = max(0, ownSquares / Float(count / 4) - share * share).squareRoot()
            squares += ownSquares
        }
        deviation = (squares / Float(count)).squareRoot()
        for index in 0..<Self.count { values[index] = (points[2 * index] + points[2 * index + 1]) / 2 }
    }

    func isStill(at point: Int, below limit: Float) -> Bool { quarters[4 * point / Self.count] < limit }

    /// Prepares what ``repetition(at:)`` and ``filter(to:from:)`` read.
    mutating func spread() {
        let count = Self.count
        for index in 0..<count - 3 {
            fours[Self.reach + index] = SIMD4(values[index], values[index + 1], values[index + 2], values[index + 3])
        }
        for index in 1...3 {
            // The window's ends, beside zeros.
            var (head, tail) = (SIMD4<Float>(), SIMD4<Float>())
            for lane in index..<4 { head[lane] = values[lane - index] }
            for lane in 0..<index { tail[lane] = values[count - index + lane] }
            fours[Self.reach - index] = head
            fours[Self.reach + count - index] = tail
        }
    }

    /// The correlation of the signal with itself at the lag of most within a point of `seconds`; -1 to 1.
    func repetition(at seconds: Double) -> Float {
        let lag = Int(proven: (seconds * Self.rate).rounded())
        return max(correlation(lag - 1), max(correlation(lag), correlation(lag + 1)))
    }

    private func correlation(_ lag: Int) -> Float {
        let fours = fours.span
        var (product, head, tail) = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
        let last = Self.count - lag
        for index in stride(from: 0, to: last & ~3, by: 4) {
            let (first, second) = (fours[Self.reach + index], fours[Self.reach + index + lag])
            product += first * second
            head += first * first
            tail += second * second
        }
        let energy = head.sum() * tail.sum()
        return energy > 0 ? product.sum() / energy.squareRoot() : 0
    }

    /// Filters the signal around a frequency, in Hz: y[c] = Σ h[k] x[c + k] for |k| ≤ reach, where h is a cosine of
    /// that frequency under a Hann window, without a mean, whose gain is 1. The values from `first` to the window's end
    /// are in ``filtered``.
    mutating func filter(to frequency: Double, from first: Int) {
        setTaps(frequency)
        Self.filter(fours, taps: taps, from: first, into: &filtered)
    }

    private static func filter(_ fours: [SIMD4<Float>], taps: [Float], from first: Int, into filtered: inout [Float]) {
        let (fours, taps) = (fours.span, taps.span)
        for index in stride(from: first, to: count, by: 4) {
            let centre = reach + index
            var sum = fours[centre] * taps[0]
            for tap in 1...reach { sum += (fours[centre + tap] + fours[centre - tap]) * taps[tap] }
            for lane in 0..<4 { filtered[index + lane] = sum[lane] }
        }
    }

    private mutating func setTaps(_ frequency: Double) {
        // cos kθ by Chebyshev's recurrence.
        let step = cos(2 * Double.pi * frequency / Self.rate)
        var (wave, next) = (1.0, step)
        var sum = 0.0
        for tap in 0...Self.reach {
            waves[tap] = wave
            (wave, next) = (next, 2 * step * next - wave)
            weights[tap] = waves[tap] * Self.hann[tap]
            sum += weights[tap] * (tap == 0 ? 1 : 2)
        }
        let mean = sum / Double(2 * Self.reach + 1)
        var gain = 0.0
        for tap in 0...Self.reach {
            weights[tap] -= mean
            gain += weights[tap] * waves[tap] * (tap == 0 ? 1 : 2)
        }
        for tap in 0...Self.reach { taps[tap] = Float(weights[tap] / gain) }
    }
}
