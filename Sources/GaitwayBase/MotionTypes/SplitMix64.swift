// SPDX-License-Identifier: Apache-2.0
/// Random numbers that depend on a seed alone and are the same with every version of Swift's library.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
package struct SplitMix64: Sendable {
    private var state: UInt64

    /// The sequence of `seed`.
    package init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number in the open interval 0...1, from 53 random bits.
    package mutating func unit() -> Double { (Double(next() >> 11) + 0.5) * 0x1p-53 }
}
