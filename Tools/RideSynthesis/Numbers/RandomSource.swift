// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
// Foundation is not needed; Glibc gives the logarithm, the root and the sines.
import Glibc

/// Random numbers that depend on a seed and a stream's number alone.
///
/// Each part of the model draws from its own stream, so that a change in one part leaves the others' draws as they
/// were. Normal numbers after G. Box and M. Muller (1958).
struct RandomSource {
    private var generator: SplitMix64
    private var spare: Double?

    init(seed: UInt64, stream: UInt64 = 0) {
        var base = SplitMix64(seed: seed)
        generator = SplitMix64(seed: base.next() ^ (stream &* 0xd134_2543_de82_ef95))
        _ = generator.next()
    }

    /// A number in the open interval 0...1.
    mutating func unit() -> Double { generator.unit() }

    /// A number between the ends of `range`, evenly spread.
    mutating func uniform(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * unit()
    }

    /// A number with mean 0 and standard deviation 1.
    mutating func normal() -> Double {
        if let ready = spare {
            spare = nil
            return ready
        }
        let radius = (-2 * log(unit())).squareRoot()
        let angle = 2 * Double.pi * unit()
        spare = radius * sin(angle)
        return radius * cos(angle)
    }

    /// Three independent normal numbers.
    mutating func normalVector() -> SIMD3<Double> { SIMD3(normal(), normal(), normal()) }
}
