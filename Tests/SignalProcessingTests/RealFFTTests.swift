// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite struct RealFFTTests {
    /// The definition, in Double: one sum per bin.
    static func transformByDefinition(_ signal: [Double]) -> [(real: Double, imaginary: Double)] {
        let count = signal.count
        return (0...count / 2).map { bin in
            var real = 0.0
            var imaginary = 0.0
            for (index, value) in signal.enumerated() {
                let angle = -2 * Double.pi * Double(bin * index % count) / Double(count)
                real += value * cos(angle)
                imaginary += value * sin(angle)
            }
            return (real, imaginary)
        }
    }

    static func randomSignals(count: Int, seed: UInt64) -> [SIMD8<Float>] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in SIMD8<Float>.random(in: -1...1, using: &generator) }
    }

    static func transform(_ input: [SIMD8<Float>]) -> (real: [SIMD8<Float>], imaginary: [SIMD8<Float>]) {
        var transform = RealFFT(count: input.count)
        var real = [SIMD8<Float>](repeating: .zero, count: input.count / 2 + 1)
        var imaginary = real
        transform.transform(input, real: &real, imaginary: &imaginary)
        return (real, imaginary)
    }

    @Test(arguments: [8, 16, 32, 64, 128, 256, 512])
    func agreesWithTheDefinition(count: Int) {
        let input = Self.randomSignals(count: count, seed: UInt64(count))
        let (real, imaginary) = Self.transform(input)
        for lane in 0..<8 {
            let expected = Self.transformByDefinition(input.map { Double($0[lane]) })
            for (bin, value) in expected.enumerated() {
                #expect(abs(Double(real[bin][lane]) - value.real) < 1e-5 * Double(count))
                #expect(abs(Double(imaginary[bin][lane]) - value.imaginary) < 1e-5 * Double(count))
            }
        }
    }

    @Test func powerSumsToTheVariance() {
        // Parseval for a windowed signal: the one-sided scaled powers sum to the mean square of signal times window,
        // over the mean square of the window.
        let count = 128
        let window = HannWindow(count: count)
        let input = Self.randomSignals(count: count, seed: 7)
        let windowed = zip(input, window.values).map { $0 * $1 }
        let (real, imaginary) = Self.transform(windowed)
        var sum = SIMD8<Float>()
        for bin in 0...count / 2 {
            let power = (real[bin] * real[bin] + imaginary[bin] * imaginary[bin]) * window.powerScale
            // Bins 0 and N/2 have no mirror image.
            sum += bin == 0 || bin == count / 2 ? power * 0.5 : power
        }
        let squares = windowed.reduce(SIMD8<Float>()) { $0 + $1 * $1 }
        let windowSquares = window.values.reduce(0) { $0 + $1 * $1 }
        let expected = squares / windowSquares
        for lane in 0..<8 { #expect(abs(sum[lane] - expected[lane]) < 1e-5) }
    }

    @Test func lanesDoNotMix() {
        let input = Self.randomSignals(count: 128, seed: 3)
        let alone = input.map { SIMD8<Float>(0, 0, 0, $0[3], 0, 0, 0, 0) }
        let together = Self.transform(input)
        let single = Self.transform(alone)
        #expect(together.real.map { $0[3] } == single.real.map { $0[3] })
        #expect(together.imaginary.map { $0[3] } == single.imaginary.map { $0[3] })
    }
}
