// Foundation is not needed; Glibc gives the logarithm.
import Glibc

/// Random numbers that depend on a seed alone (SplitMix64: Steele, Lea and Flood, 2014).
struct SeededNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number in the open interval 0...1.
    mutating func unit() -> Double { (Double(next() >> 11) + 0.5) * 0x1p-53 }

    /// A number of the exponential distribution with mean 1.
    mutating func exponential() -> Double { -log(unit()) }
}
