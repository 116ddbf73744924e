// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayNumerics

/// A made-up ride for the test of a program's own resampler: a phone on foot, with a jittered clock.
struct VectorRide {
    let name: String
    let samples: [SensorSample]

    /// One ride each at a common rate, at an uneven one, and with holes: short ones that a line fills, and a gap.
    static var all: [VectorRide] {
        [
            VectorRide("100 Hz", step: 10_000_000, jitter: 1_500_000, count: 1400),
            VectorRide("52 Hz, from before the first grid point", step: 19_230_769, jitter: 6_000_000, count: 700),
            VectorRide("31 Hz, with holes", step: 32_258_064, jitter: 9_000_000, count: 700, holes: [150: 6, 460: 40]),
        ]
    }

    /// `holes` are the places at which samples are missing, and how many.
    private init(_ name: String, step: Int64, jitter: Int64, count: Int, holes: [Int: Int] = [:]) {
        self.name = name
        var samples: [SensorSample] = []
        var skipped = 0
        // A generator of its own, so that every machine writes the same rides.
        var state: UInt32 = 2_463_534_242
        func noise() -> Int64 {
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            return Int64(state & 0xffff) - 0x8000
        }
        for place in 0..<count {
            skipped += holes[place] ?? 0
            let isFirst = place == 0
            let time = Int64(place + skipped) * step + (isFirst ? 0 : jitter * noise() / 0x8000)
            // A triangle wave of two steps a second has harmonics, as steps have, and the same bits everywhere.
            let phase = Float(time % 500_000_000) / 500_000_000
            let wave = (phase - 0.5).magnitude * 4 - 1
            let value = SIMD3(
                0.8 * wave * wave, 0.25 + Float(noise()) / 131_072, 9.81 + 2.5 * wave + Float(noise()) / 65_536)
            samples.append(SensorSample(sensor: .acceleration, nanoseconds: time, value: value))
        }
        self.samples = samples
    }

    /// The values on the grid of 25 Hz.
    var grid: [Resampler.Output] {
        var resampler = Resampler(gridPhase: 0)
        var outputs: [Resampler.Output] = []
        for sample in samples { resampler.append(sample.value, at: sample.nanoseconds, to: &outputs) }
        resampler.finish(to: &outputs)
        return outputs
    }
}
