// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite struct ResamplerTests {
    static func outputs(
        of samples: [(value: SIMD3<Float>, time: Int64)], phase: Int64? = 0, isWide: Bool = WideVectors.areThere
    ) -> [Resampler.Output] {
        var resampler = Resampler(gridPhase: phase, isWide: isWide)
        var outputs: [Resampler.Output] = []
        for sample in samples { resampler.append(sample.value, at: sample.time, to: &outputs) }
        resampler.finish(to: &outputs)
        return outputs
    }

    /// Samples of `signal` (seconds in) at `rate` with a jitter of up to `jitter` of the step to either side.
    static func samples(
        rate: Double, seconds: Double, jitter: Double, seed: UInt64 = 1, _ signal: (Double) -> SIMD3<Double>
    ) -> [(value: SIMD3<Float>, time: Int64)] {
        var generator = SeededGenerator(seed: seed)
        return (0..<Int(seconds * rate)).map { index in
            let shift = jitter == 0 ? 0 : Double.random(in: -jitter...jitter, using: &generator)
            let time = max(0, (Double(index) + shift) / rate)
            return (SIMD3<Float>(signal(time)), Int64(time * 1e9))
        }
    }

    /// Amplitude of the oscillation at `frequency` in the middle of the outputs' x, by projection.
    static func amplitude(_ outputs: [Resampler.Output], frequency: Double) -> Double {
        // Whole seconds, so that whole periods of integer frequencies are covered.
        let middle = outputs.filter { $0.time >= 2_000_000_000 && $0.time < 12_000_000_000 }
        var real = 0.0
        var imaginary = 0.0
        for output in middle {
            let angle = 2 * Double.pi * frequency * Double(output.time) * 1e-9
            real += Double(output.value.x) * cos(angle)
            imaginary += Double(output.value.x) * sin(angle)
        }
        return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(middle.count)
    }

    @Test(arguments: [19.0, 20, 25, 31.7, 50, 57.7, 100, 200, 396], [0.0, 0.3])
    func keepsAConstantExactly(rate: Double, jitter: Double) {
        let outputs = Self.outputs(
            of: Self.samples(rate: rate, seconds: 10, jitter: jitter) { _ in SIMD3(0.1, -9.81, 2) })
        #expect(outputs.count >= 240)
        for output in outputs {
            #expect(abs(output.value.y + 9.81) < 2e-5)
            #expect(abs(output.value.z - 2) < 1e-5)
        }
    }

    @Test(arguments: [20.0, 25, 50, 100, 200, 396], [0.0, 0.2])
    func passesTheBandAndStopsWhatWouldAlias(rate: Double, jitter: Double) {
        func gain(_ frequency: Double) -> Double {
            let samples = Self.samples(rate: rate, seconds: 14, jitter: jitter) {
                SIMD3(sin(2 * Double.pi * frequency * $0), 0, 0)
            }
            return Self.amplitude(Self.outputs(of: samples), frequency: frequency)
        }
        for frequency in [1.0, 3, 5] { #expect(abs(gain(frequency) - 1) < (jitter == 0 ? 0.02 : 0.05)) }
        guard rate >= 50 else { return }
        // 22 and 24 Hz fold to 3 and 1 Hz on a grid of 25 Hz.
        for (frequency, alias) in [(22.0, 3.0), (24, 1)] {
            let samples = Self.samples(rate: rate, seconds: 14, jitter: jitter) {
                SIMD3(sin(2 * Double.pi * frequency * $0), 0, 0)
            }
            #expect(Self.amplitude(Self.outputs(of: samples), frequency: alias) < (jitter == 0 ? 0.01 : 0.05))
        }
    }

    @Test(arguments: [(jitter: 0.0, tolerance: 0.01), (jitter: 0.1, tolerance: 0.03)])
    func fastAndSlowLogsOfOneMotionAgree(jitter: Double, tolerance: Double) {
        func motion(_ time: Double) -> SIMD3<Double> {
            SIMD3(sin(2 * .pi * 1.9 * time), 9.8 + 0.5 * sin(2 * .pi * 3.8 * time), cos(2 * .pi * 0.3 * time))
        }
        let slow = Self.outputs(of: Self.samples(rate: 25, seconds: 20, jitter: jitter, motion))
        let fast = Self.outputs(of: Self.samples(rate: 200, seconds: 20, jitter: jitter, motion))
        let slowByTime = Dictionary(uniqueKeysWithValues: slow.map { ($0.time, $0.value) })
        var compared = 0
        var squares = 0.0
        for output in fast where output.time > 1_000_000_000 && output.time < 19_000_000_000 {
            guard let other = slowByTime[output.time] else { continue }
            let difference = SIMD3<Double>(output.value - other)
            squares += (difference * difference).sum()
            compared += 1
        }
        #expect(compared > 400)
        #expect((squares / Double(compared)).squareRoot() < tolerance)
    }

    @Test func gapsOverHalfASecondAreNeverBridged() {
        let before = Self.samples(rate: 50, seconds: 5, jitter: 0) { _ in SIMD3(1, 0, 0) }
        let after = before.map { (value: SIMD3<Float>(3, 0, 0), time: $0.time + 5_520_000_000) }
        let outputs = Self.outputs(of: before + after)
        #expect(outputs.filter(\.startsSegment).count == 2)
        #expect(!outputs.contains { $0.time > 4_980_000_000 && $0.time < 5_520_000_000 })
        for output in outputs { #expect(abs(output.value.x - (output.time < 5_000_000_000 ? 1 : 3)) < 1e-5) }
    }

    @Test(arguments: [480_000_000, 500_000_000] as [Int64])
    func gapsUpToHalfASecondAreFilledByALine(gap: Int64) {
        var samples = Self.samples(rate: 50, seconds: 10, jitter: 0) { SIMD3($0, 9.81, 0) }
        samples.removeAll { $0.time > 4_000_000_000 && $0.time < 4_000_000_000 + gap }
        let outputs = Self.outputs(of: samples)
        #expect(outputs.filter(\.startsSegment).count == 1)
        for output in outputs where output.time > 1_000_000_000 && output.time < 9_000_000_000 {
            #expect(abs(Double(output.value.x) - Double(output.time) * 1e-9) < 0.02)
            #expect(abs(output.value.y - 9.81) < 1e-4)
        }
    }

    /// The definition, in Double: one sum over all samples per output.
    static func valueByDefinition(
        _ samples: [(value: SIMD3<Float>, time: Int64)], at time: Int64, settings: Resampler.Settings
    ) -> SIMD3<Double> {
        let width = Double(settings.halfWidth)
        var sum = SIMD3<Double>()
        var weights = 0.0
        for (index, sample) in samples.enumerated() {
            let distance = Double(time - sample.time)
            guard abs(distance) < width else { continue }
            let angle = 2 * Double.pi * settings.cutoff * distance * 1e-9
            let low = (angle == 0 ? 1 : sin(angle) / angle) * (0.54 + 0.46 * cos(Double.pi * distance / width))
            let before = index > 0 ? sample.time - samples[index - 1].time : 0
            let after = index + 1 < samples.count ? samples[index + 1].time - sample.time : 0
            let weight = low * Double(index == 0 ? 2 * after : index + 1 == samples.count ? 2 * before : before + after)
            sum += SIMD3<Double>(sample.value) * weight
            weights += weight
        }
        return sum / weights
    }

    @Test(
        arguments: [20.0, 33, 50, 100, 211],
        [
            Resampler.Settings(),
            .init(step: 20_000_000, cutoff: 11, halfWidth: 330_000_000),
            .init(step: 61_000_000, cutoff: 4, halfWidth: 427_000_000),
        ])
    func outputsAreTheWeightedMeansOfTheirDefinition(rate: Double, settings: Resampler.Settings) {
        var generator = SeededGenerator(seed: 21)
        let samples = Self.samples(rate: rate, seconds: 12, jitter: 0.2, seed: 22) { _ in
            SIMD3<Double>.random(in: -20...20, using: &generator)
        }
        var resampler = Resampler(settings: settings, gridPhase: 7_000_000)
        var outputs: [Resampler.Output] = []
        for sample in samples { resampler.append(sample.value, at: sample.time, to: &outputs) }
        resampler.finish(to: &outputs)
        #expect(outputs.count >= Int(11.9e9) / Int(settings.step))
        for output in outputs {
            let difference =
                SIMD3<Double>(output.value) - Self.valueByDefinition(samples, at: output.time, settings: settings)
            #expect((difference * difference).sum().squareRoot() < 2e-3)
            #expect((output.time - 7_000_000) % settings.step == 0)
        }
    }

    /// An output is a mean of the samples around it, however long the log before them is.
    @Test(arguments: [50.0, 100]) func whatIsLongPastHasNoWeight(rate: Double) {
        var generator = SeededGenerator(seed: 31)
        let samples = Self.samples(rate: rate, seconds: 150, jitter: 0.2, seed: 32) { _ in
            SIMD3<Double>.random(in: -20...20, using: &generator)
        }
        for start in [20, 50, 90, 140] as [Int64] {
            let late = Self.outputs(of: samples.filter { $0.time >= start * 1_000_000_000 })
            // The filter's support is cut off at the beginning of a segment.
            let expected = Dictionary(
                uniqueKeysWithValues: late.filter { $0.time > (start + 1) * 1_000_000_000 }.map { ($0.time, $0.value) })
            var compared = 0
            for output in Self.outputs(of: samples) {
                guard let value = expected[output.time] else { continue }
                let difference = output.value - value
                #expect((difference * difference).sum().squareRoot() < 1e-3)
                compared += 1
            }
            #expect(compared == expected.count && compared > 200)
        }
    }

    @Test func outputsDoNotDependOnWhenTheyAreTaken() {
        let samples = Self.samples(rate: 70, seconds: 30, jitter: 0.4, seed: 5) {
            SIMD3(sin($0 * 9), cos($0 * 4), 9.81)
        }
        let atOnce = Self.outputs(of: samples)
        var resampler = Resampler(gridPhase: 0)
        var generator = SeededGenerator(seed: 11)
        var outputs: [Resampler.Output] = []
        var waiting: [Resampler.Output] = []
        for sample in samples {
            resampler.append(sample.value, at: sample.time, to: &waiting)
            if Int.random(in: 0..<7, using: &generator) == 0 {
                outputs += waiting
                waiting.removeAll()
            }
        }
        resampler.finish(to: &waiting)
        #expect(outputs + waiting == atOnce)
    }

    @Test(.enabled(if: WideVectors.areThere, "the processor has no wide vectors"), arguments: [19.0, 50, 97, 400])
    func wideVectorsGiveTheSameBits(rate: Double) {
        let samples = Self.samples(rate: rate, seconds: 20, jitter: 0.4, seed: 3) {
            SIMD3(sin($0 * 9) * 7, cos($0 * 4) / 3, 9.81)
        }
        let outputs = Self.outputs(of: samples, isWide: true)
        #expect(outputs == Self.outputs(of: samples, isWide: false))
        #expect(outputs.count > 400)
    }

    @Test func samplesThatDoNotAdvanceAreIgnored() {
        let samples = Self.samples(rate: 50, seconds: 5, jitter: 0) { SIMD3($0, 0, 0) }
        let doubled = samples.flatMap { [$0, (value: SIMD3<Float>(99, 99, 99), time: $0.time)] }
        #expect(Self.outputs(of: doubled) == Self.outputs(of: samples))
    }
}
