// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// What an accelerometer hears of engines.
@Suite struct EngineSpectrumTests {
    /// A phone at rest on something that hums: noise of 0.02 m/s² and lines of `amplitude` at some frequencies.
    static func samples(
        rate: Double, humming frequencies: [Double] = [], amplitude: Double = 0.03, jitter: Double = 0, seed: UInt64 = 1
    ) -> RecordedAcceleration {
        var generator = SeededGenerator(seed: seed)
        func noise() -> Double {
            (0..<4).reduce(0) { sum, _ in sum + Double.random(in: -0.0173...0.0173, using: &generator) }
        }
        let count = Int(proven: 5.12 * rate)
        let times = (0..<count).map { (Double($0) + Double.random(in: -jitter...jitter, using: &generator)) / rate }
        let values = times.map { time -> SIMD3<Float> in
            let hum = frequencies.reduce(0) { $0 + amplitude * sin(2 * .pi * $1 * time) }
            return SIMD3(Float(noise() + hum), Float(noise() - 0.5 * hum), Float(9.81 + noise()))
        }
        return RecordedAcceleration(times: times.map { Int64(proven: $0 * 1e9) }, values: values)
    }

    static func values(_ samples: RecordedAcceleration) -> [Double]? {
        var spectrum = EngineSpectrum()
        return spectrum.lines(of: samples)?.values
    }

    /// The shapes by a plain Fourier sum, in double precision.
    static func expected(_ samples: RecordedAcceleration, rate: Double, count: Int) -> [Double] {
        let window = (0..<count).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(count)) }
        let scale = 2 / (Double(count) * window.reduce(0) { $0 + $1 * $1 }) / 3
        func power(_ bin: Int) -> Double {
            var sum = 0.0
            for start in [0, count / 2, count] {
                for axis in 0..<3 {
                    let own = (0..<count).map { Double(samples.values[start + $0][axis]) }
                    let mean = own.reduce(0, +) / Double(count)
                    var (real, imaginary) = (0.0, 0.0)
                    for index in 0..<count {
                        let angle = 2 * .pi * Double(bin * index % count) / Double(count)
                        real += (own[index] - mean) * window[index] * cos(angle)
                        imaginary += (own[index] - mean) * window[index] * sin(angle)
                    }
                    sum += real * real + imaginary * imaginary
                }
            }
            return sum * scale + 1e-7
        }
        let low = (26...61).map(power).sorted()
        let high = (62...Int(proven: (0.42 * rate * 2.56).rounded(.down))).map(power).sorted()
        func quantile(_ fraction: Double, _ sorted: [Double]) -> Double {
            let rank = fraction * Double(sorted.count - 1)
            let lower = Int(proven: rank)
            return sorted[lower] + (rank - Double(lower)) * (sorted[min(lower + 1, sorted.count - 1)] - sorted[lower])
        }
        func share(_ sorted: [Double]) -> Double { log(sorted.suffix(3).reduce(0, +) / sorted.reduce(0, +)) }
        let (lowMedian, highMedian) = (quantile(0.5, low), quantile(0.5, high))
        return [
            log(low.last! / lowMedian), share(low), log(quantile(0.9, low) / lowMedian), log(high.last! / highMedian),
            share(high), log(lowMedian / highMedian),
        ]
    }

    @Test func theShapesAreThoseOfAFourierSum() throws {
        let samples = Self.samples(rate: 100, humming: [14.3, 29.1])
        let values = try #require(Self.values(samples))
        for (value, expected) in zip(values, Self.expected(samples, rate: 100, count: 256)) {
            #expect(abs(value - expected) < 2e-3)
        }
    }

    @Test(arguments: [96.0, 100, 125, 200, 400]) func aHumIsALineAtEveryRate(rate: Double) throws {
        let quiet = try #require(Self.values(Self.samples(rate: rate, jitter: 0.1)))
        let low = try #require(Self.values(Self.samples(rate: rate, humming: [17], jitter: 0.1)))
        let high = try #require(Self.values(Self.samples(rate: rate, humming: [31], jitter: 0.1)))
        #expect(low[0] > quiet[0] + 1.5 && abs(low[3] - quiet[3]) < 0.8)
        #expect(high[3] > quiet[3] + 1.5 && abs(high[0] - quiet[0]) < 0.8)
    }

    @Test func theShapesDoNotDependOnTheScale() throws {
        let samples = Self.samples(rate: 100, humming: [17, 31])
        var larger = samples
        larger.values = samples.values.map { 20 * $0 }
        let values = try #require(Self.values(samples))
        for (value, other) in zip(values, try #require(Self.values(larger))) { #expect(abs(value - other) < 0.1) }
    }

    @Test func slowerSamplesHaveTheLowerBandAlone() throws {
        for rate in [46.0, 50, 60, 94] {
            let values = try #require(Self.values(Self.samples(rate: rate, humming: [14])))
            #expect(values.map(\.isNaN) == [false, false, false, true, true, true])
        }
        #expect(Self.values(Self.samples(rate: 44)) == nil)
        #expect(Self.values(RecordedAcceleration()) == nil)
    }

    @Test func samplesThatAProgramFilledInHaveNoLines() {
        let slow = Self.samples(rate: 50, humming: [17])
        var (repeated, interpolated) = (slow, slow)
        for place in slow.values.indices.dropLast().reversed() {
            let between = (slow.times[place] + slow.times[place + 1]) / 2
            repeated.times.insert(between, at: place + 1)
            repeated.values.insert(slow.values[place], at: place + 1)
            interpolated.times.insert(between, at: place + 1)
            interpolated.values.insert((slow.values[place] + slow.values[place + 1]) / 2, at: place + 1)
        }
        #expect(Self.values(slow) != nil)
        #expect(Self.values(repeated) == nil)
        #expect(Self.values(interpolated) == nil)
    }

    @Test func aSpectrumThatIsConstantOrCutHasNoLines() {
        var samples = Self.samples(rate: 100)
        samples.values = samples.values.map { _ in SIMD3(0, 0, 9.81) }
        #expect(Self.values(samples) == nil)
        // Sinc interpolation, and a filter in the phone, leave nothing above.
        var generator = SeededGenerator(seed: 3)
        let waves = (0..<90).map { index in
            (frequency: 0.25 * Double(index + 1), phase: Double.random(in: 0..<6.28, using: &generator))
        }
        samples.values = samples.times.map { time in
            let sum = waves.reduce(0) { $0 + 0.005 * sin(2 * .pi * $1.frequency * Double(time) / 1e9 + $1.phase) }
            return SIMD3(Float(sum), Float(0.7 * sum), Float(9.81 + 0.3 * sum))
        }
        #expect(Self.values(samples) == nil)
    }
}
