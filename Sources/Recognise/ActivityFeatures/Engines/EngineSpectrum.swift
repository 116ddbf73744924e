internal import MotionTypes
internal import SignalProcessing

/// Measures the lines that engines draw in the spectrum of a window's samples as recorded.
///
/// Each axis is interpolated to 2N uniform points, N the power of two that holds 2.56 s of samples. Welch's method then
/// gives the spectrum: three segments of 2.56 s that overlap by half, each less its mean, under a Hann window; the
/// powers of the axes are summed (P. Welch, The Use of Fast Fourier Transform for the Estimation of Power Spectra,
/// 1967).
package struct EngineSpectrum: Sendable {
    /// The least samples per second at which the lower band has shapes.
    package static let leastRate = 45.0
    /// The least samples per second at which both bands have.
    package static let leastRateOfBoth = 95.0

    /// Bins per hertz: segments are half a window long.
    private static let binsPerHertz = Nanoseconds.product(WindowGrid.hopDuration)
    /// Where the lower band begins and ends, in Hz, and the end of the upper one.
    private static let (bottom, middle, top) = (10.0, 24.0, 45.0)
    /// The share of the rate up to which sensors are heard.
    private static let heardShare = 0.42
    /// A spectrum that falls by this factor above the lower band was cut by a filter, of the phone or of a program that
    /// raised the rate.
    private static let cut: Float = 1e-4

    private var transform = RealFFT(count: 256)
    private var window = HannWindow(count: 256)
    private var input: [RealFFT.Lanes] = []
    private var real: [RealFFT.Lanes] = []
    private var imaginary: [RealFFT.Lanes] = []
    private var points: [SIMD3<Float>] = []
    private var power: [Float] = []

    /// A spectrum of no window yet.
    package init() {}

    /// The lines of a window; nil where the samples do not carry the band: too few, filled in, or cut by a filter.
    package mutating func lines(of samples: RecordedAcceleration) -> EngineLines? {
        guard let first = samples.times.first, let last = samples.times.last, last > first, !samples.isFilledIn
        else { return nil }
        let rate = Double(samples.times.count - 1) / Nanoseconds.product(last - first)
        guard rate >= Self.leastRate else { return nil }
        prepare(rate: rate)
        interpolate(samples)
        measurePower()
        let top = min(Self.top, Self.heardShare * rate)
        let low = SortedPowers(bins(from: Self.bottom, to: min(Self.middle, top)))
        guard rate >= Self.leastRateOfBoth else { return EngineLines(low: low, high: nil) }
        let high = SortedPowers(bins(from: Self.middle, to: top))
        if let low, let high, high.medianPower < Self.cut * low.medianPower { return nil }
        return EngineLines(low: low, high: high)
    }

    /// The powers of the bins from a frequency to below another.
    private func bins(from lower: Double, to upper: Double) -> ArraySlice<Float> {
        let first = Int((lower * Self.binsPerHertz).rounded(.up))
        return power[first..<max(first, Int((upper * Self.binsPerHertz).rounded(.up)))]
    }

    /// Makes room for the segments of a rate. A twentieth more samples than points change nothing below the top.
    private mutating func prepare(rate: Double) {
        var count = 128
        while Double(count) * 1.05 < rate * Self.binsPerHertz { count *= 2 }
        guard transform.count != count || input.isEmpty else { return }
        transform = RealFFT(count: count)
        window = HannWindow(count: count)
        input = Array(repeating: .zero, count: count)
        real = Array(repeating: .zero, count: count / 2 + 1)
        imaginary = real
        points = Array(repeating: .zero, count: 2 * count)
        power = Array(repeating: 0, count: count / 2 + 1)
    }

    /// Interpolates the samples from the first to the last.
    private mutating func interpolate(_ samples: RecordedAcceleration) {
        let times = samples.times.span
        let values = samples.values.span
        let step = Double(times[times.count - 1] - times[0]) / Double(points.count - 1)
        var points = points.mutableSpan
        var next = 1
        for index in points.indices {
            let time = Double(index) * step
            while next < times.count - 1, Double(times[next] - times[0]) < time { next += 1 }
            let before = Double(times[next - 1] - times[0])
            let distance = Double(times[next] - times[0]) - before
            let share = distance > 0 ? Float(min(1, max(0, (time - before) / distance))) : 1
            points[index] = values[next - 1] + share * (values[next] - values[next - 1])
        }
    }

    /// Averages the powers of the three segments. The axes of two of them fill the lanes of a transform.
    private mutating func measurePower() {
        let half = transform.count / 2
        for bin in power.indices { power[bin] = 0 }
        addPower(ofSegmentsAt: 0, half)
        addPower(ofSegmentsAt: 2 * half, nil)
    }

    private mutating func addPower(ofSegmentsAt first: Int, _ second: Int?) {
        let count = transform.count
        let (firstMean, secondMean) = (mean(from: first), second.map(mean) ?? .zero)
        for index in 0..<count {
            let other = second.map { points[$0 + index] - secondMean } ?? .zero
            input[index] =
                RealFFT.Lanes(lowHalf: SIMD4(points[first + index] - firstMean, 0), highHalf: SIMD4(other, 0))
                * window.values[index]
        }
        Self.run(&transform, on: input, real: &real, imaginary: &imaginary)
        let scale = window.powerScale / 3
        for bin in power.indices {
            power[bin] += (real[bin] * real[bin] + imaginary[bin] * imaginary[bin]).sum() * scale
        }
    }

    private func mean(from first: Int) -> SIMD3<Float> {
        var sum = SIMD3<Float>()
        for index in first..<first + transform.count { sum += points[index] }
        return sum / Float(transform.count)
    }

    // Spans of several arrays of one value would overlap; as arguments they do not.

    private static func run(
        _ transform: inout RealFFT, on input: [RealFFT.Lanes], real: inout [RealFFT.Lanes],
        imaginary: inout [RealFFT.Lanes]
    ) {
        var realSpan = real.mutableSpan
        var imaginarySpan = imaginary.mutableSpan
        transform.transform(input.span, real: &realSpan, imaginary: &imaginarySpan)
    }
}
