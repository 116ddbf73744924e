internal import SignalProcessing

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Computes the features of ``FeatureSchema/motion`` for one window after the other.
///
/// The four signals share the lanes of one vector, so a window alone costs what it costs in a block, and gives the same
/// bits. Linear acceleration does not tell where up is: the axis along which it moves most stands for the vertical, and
/// how gravity turns is missing. A feature whose sensor does not cover the window is NaN, which stands for missing.
package struct FeatureExtractor: Sendable {
    private var signals = WindowSignals()
    private var spectra = WindowSpectra()
    private var statistics = WindowStatistics()
    /// The unit gravity of the window before, while no gap lies between.
    private var previousGravity: SIMD3<Float>?

    /// An extractor that has seen no window.
    package init() {}

    /// Appends the features of `window` to `row`, in the order of the schema.
    package mutating func append(_ window: MotionWindow, to row: inout [Double]) {
        precondition(window.acceleration.count == WindowGrid.count, "a window has its grid's count of points")
        let samples = window.acceleration
        let (firstHalf, secondHalf) = Self.halves(samples)
        let gravity = window.hasGravity ? Self.unit(firstHalf + secondHalf) : PrincipalAxis.of(samples)
        signals.compute(acceleration: samples, rotationRate: window.rotationRate, vertical: gravity)
        spectra.compute(signals)
        statistics.compute(signals)

        for signal in MotionSignal.ofAcceleration { spectra.appendFeatures(of: signal, to: &row) }
        for signal in MotionSignal.ofAcceleration { statistics.appendFeatures(of: signal, to: &row) }
        spectra.appendCoordination(to: &row)
        spectra.appendComparison(to: &row)
        row.append(Double(statistics.maximumDeviation(of: .vertical)))
        row.append(log(Double(spectra.slowHorizontalPower + MotionSignal.horizontal.powerFloor)))
        row.append(
            window.hasGravity ? log(Self.angle(Self.unit(firstHalf), Self.unit(secondHalf)) + 0.01) : .nan)
        if let previousGravity, !window.startsSegment, window.hasGravity {
            row.append(log(Self.angle(previousGravity, gravity) + 0.01))
        } else {
            row.append(.nan)
        }
        previousGravity = gravity
        if window.rotationRate != nil {
            spectra.appendRotationShape(to: &row)
            row.append(log(Double(statistics.mean(of: .rotation)) + 0.003))
            spectra.appendRotationComparison(to: &row)
        } else {
            row.append(contentsOf: repeatElement(.nan, count: 4))
        }
        row.append(window.pressureSpread.over30Seconds.map { log($0 + 0.003) } ?? .nan)
        row.append(window.pressureSpread.over60Seconds.map { log($0 + 0.003) } ?? .nan)
    }

    /// The sums over both halves of the window.
    private static func halves(_ samples: [SIMD3<Float>]) -> (SIMD3<Float>, SIMD3<Float>) {
        let half = samples.count / 2
        var first = SIMD3<Float>()
        var second = SIMD3<Float>()
        for index in 0..<half {
            first += samples[index]
            second += samples[half + index]
        }
        return (first, second)
    }

    /// The vector's direction; up the z axis for a vector without one (free fall, or a dead sensor).
    private static func unit(_ vector: SIMD3<Float>) -> SIMD3<Float> {
        let length = (vector * vector).sum().squareRoot()
        return length > 1e-3 ? vector / length : SIMD3(0, 0, 1)
    }

    /// The angle between two unit vectors, in radians; by the chord, exact where the cosine is flat.
    private static func angle(_ first: SIMD3<Float>, _ second: SIMD3<Float>) -> Double {
        let difference = SIMD3<Double>(first - second)
        let chord = (difference * difference).sum().squareRoot()
        return 2 * asin(min(1, chord / 2))
    }
}
