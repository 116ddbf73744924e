// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics

/// The power of one window's signal at the frequencies that steps may have, 1.1 to 3.8 Hz in steps of 0.1 Hz.
///
/// With N points, dt apart, w a Hann window, and n counted from the window's middle:
///
///     P(f) = (Σ (x[n] + x[−n]) w[n] cos 2πf n dt)² + (Σ (x[n] − x[−n]) w[n] sin 2πf n dt)²,   n = ½ … N/2 − ½
struct StepSpectrum: Sendable {
    /// The distance of neighbouring frequencies, in Hz.
    static let spacing = 0.1
    /// The frequencies, in Hz.
    static let frequencies: [Double] = (0..<28).map { 1.1 + spacing * Double($0) }

    /// Their logarithms to the base 2.
    static let octaves = frequencies.map { log2($0) }

    /// Frequencies that are summed together, four in each vector.
    private static let groups = 7
    private static let half = StepSignal.count / 2
    /// cos and sin of 2πf n dt, times w[n]: for each n, the frequencies in groups of four.
    private static let cosines = table { cos($0) }
    private static let sines = table { sin($0) }

    /// P at each of ``frequencies``.
    private(set) var power = [Float](repeating: 0, count: 4 * groups)

    private static func table(_ function: (Double) -> Double) -> [SIMD4<Float>] {
        (0..<half).flatMap { point in
            let place = Double(point) + 0.5
            let weight = 0.5 * (1 + cos(2 * Double.pi * place / Double(StepSignal.count)))
            return (0..<groups).map { group in
                SIMD4<Float>(
                    (0..<4).map { lane in
                        Float(
                            weight * function(2 * Double.pi * frequencies[4 * group + lane] * place / StepSignal.rate))
                    })
            }
        }
    }

    /// Computes the power of a signal without its mean.
    mutating func compute(_ signal: [Float]) {
        Self.compute(signal, cosines: Self.cosines, sines: Self.sines, power: &power)
    }

    private static func compute(
        _ signal: [Float], cosines: [SIMD4<Float>], sines: [SIMD4<Float>], power: inout [Float]
    ) {
        let (even, odd) = (
            sums(cosines) { signal[half + $0] + signal[half - 1 - $0] },
            sums(sines) { signal[half + $0] - signal[half - 1 - $0] }
        )
        let squares = (
            even.0 * even.0 + odd.0 * odd.0, even.1 * even.1 + odd.1 * odd.1, even.2 * even.2 + odd.2 * odd.2,
            even.3 * even.3 + odd.3 * odd.3, even.4 * even.4 + odd.4 * odd.4, even.5 * even.5 + odd.5 * odd.5,
            even.6 * even.6 + odd.6 * odd.6
        )
        for lane in 0..<4 {
            power[lane] = squares.0[lane]
            power[4 + lane] = squares.1[lane]
            power[8 + lane] = squares.2[lane]
            power[12 + lane] = squares.3[lane]
            power[16 + lane] = squares.4[lane]
            power[20 + lane] = squares.5[lane]
            power[24 + lane] = squares.6[lane]
        }
    }

    private typealias Sums = (
        SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>
    )

    /// Σ table[n] value(n) for all frequencies: seven sums that do not wait for each other.
    @inline(__always)
    private static func sums(_ table: [SIMD4<Float>], _ value: (Int) -> Float) -> Sums {
        let zero = SIMD4<Float>()
        var sums: Sums = (zero, zero, zero, zero, zero, zero, zero)
        let table = table.span
        for point in 0..<half {
            let value = value(point)
            let row = groups * point
            sums.0 += table[row] * value
            sums.1 += table[row + 1] * value
            sums.2 += table[row + 2] * value
            sums.3 += table[row + 3] * value
            sums.4 += table[row + 4] * value
            sums.5 += table[row + 5] * value
            sums.6 += table[row + 6] * value
        }
        return sums
    }
}
