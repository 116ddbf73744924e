// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics

/// The power spectrum of acceleration by Welch's method, for one length of segments.
///
/// Each axis is interpolated to 2N uniform points, N the points of a segment. Three segments overlap by half, each less
/// its mean, under a Hann window; the powers of the axes are summed (P. Welch, The Use of Fast Fourier Transform for
/// the Estimation of Power Spectra, 1967).
struct WelchSpectrum: Sendable {
    private typealias Lanes = RealFFT.Lanes

    /// N, a power of two.
    let count: Int
    /// The power of each bin; zero before the first measurement.
    private(set) var power: [Float]

    private var transform: RealFFT
    private let window: HannWindow
    /// The 2N points, and the silence of a fourth segment: the axes of two segments fill the lanes of a transform.
    private var points: [SIMD4<Float>]
    private var input: [Lanes]
    private var real: [Lanes]
    private var imaginary: [Lanes]

    /// A spectrum for segments of `count` points.
    init(count: Int) {
        self.count = count
        power = Array(repeating: 0, count: count / 2 + 1)
        transform = RealFFT(count: count)
        window = HannWindow(count: count)
        points = Array(repeating: .zero, count: 3 * count)
        input = Array(repeating: .zero, count: count)
        real = Array(repeating: .zero, count: count / 2 + 1)
        imaginary = real
    }

    /// Measures samples, from the first to the last.
    mutating func measure(_ samples: RecordedAcceleration) {
        interpolate(samples)
        for bin in power.indices { power[bin] = 0 }
        for (first, second) in [(0, count / 2), (count, 2 * count)] {
            Self.weigh(points, from: first, and: second, by: window.values, into: &input)
            transform.transform(input, real: &real, imaginary: &imaginary)
            Self.add(real, imaginary, scale: window.powerScale / 3, to: &power)
        }
    }

    private mutating func interpolate(_ samples: RecordedAcceleration) {
        let times = samples.times.span
        let values = samples.values.span
        let count = 2 * count
        let start = times[0]
        let step = Double(times[times.count - 1] - start) / Double(count - 1)
        var points = points.mutableSpan
        // Between two samples, a point costs a product.
        var next = 1
        var (before, after) = (0.0, Double(times[1] - start))
        var value = SIMD4(values[0], 0)
        var change = SIMD4(values[1], 0) - value
        for index in 0..<count {
            let time = Double(index) * step
            if after < time, next < times.count - 1 {
                repeat {
                    next += 1
                    before = after
                    after = Double(times[next] - start)
                } while after < time && next < times.count - 1
                value = SIMD4(values[next - 1], 0)
                change = SIMD4(values[next], 0) - value
            }
            let distance = after - before
            let share = distance > 0 ? (time - before) / distance : 1
            points[index] = value + Float(share < 0 ? 0 : share > 1 ? 1 : share) * change
        }
    }

    // Spans of several arrays of one value would overlap; as arguments they do not.

    /// Takes the means off two segments and applies the window.
    private static func weigh(
        _ points: [SIMD4<Float>], from first: Int, and second: Int, by window: [Float], into input: inout [Lanes]
    ) {
        let points = points.span
        let window = window.span
        var input = input.mutableSpan
        var sum = Lanes()
        for index in input.indices {
            let lanes = Lanes(lowHalf: points[first + index], highHalf: points[second + index])
            input[index] = lanes
            sum += lanes
        }
        let mean = sum / Float(input.count)
        for index in input.indices { input[index] = (input[index] - mean) * window[index] }
    }

    private static func add(_ real: [Lanes], _ imaginary: [Lanes], scale: Float, to power: inout [Float]) {
        let real = real.span
        let imaginary = imaginary.span
        var power = power.mutableSpan
        for bin in power.indices {
            power[bin] += (real[bin] * real[bin] + imaginary[bin] * imaginary[bin]).sum() * scale
        }
    }
}
