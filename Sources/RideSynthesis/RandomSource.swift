// Foundation is not needed; Glibc gives the logarithm, the root and the sines.
import Glibc

/// Random numbers that depend on a seed and a stream's number alone.
///
/// Each part of the model draws from its own stream, so that a change in one part leaves the others' draws as they
/// were. SplitMix64 after Steele, Lea and Flood (2014); normal numbers after Box and Muller (1958).
struct RandomSource {
    private var state: UInt64
    private var spare: Double?

    init(seed: UInt64, stream: UInt64 = 0) {
        state = seed
        let base = next()
        state = base ^ (stream &* 0xd134_2543_de82_ef95)
        _ = next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number in the open interval 0...1, from 53 random bits.
    mutating func unit() -> Double {
        (Double(next() >> 11) + 0.5) * 0x1p-53
    }

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
