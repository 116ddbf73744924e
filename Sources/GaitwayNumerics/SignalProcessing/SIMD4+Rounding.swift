// SPDX-License-Identifier: Apache-2.0
extension SIMD4<Float> {
    /// The lanes rounded to the nearest integer, halves to the even one; each below 2²² in magnitude.
    ///
    /// Added to 3 · 2²², a number has its integer in the lowest bits. The processor's baseline has no rounding of whole
    /// vectors.
    @inline(__always)
    package var roundedToIntegers: SIMD4<Int32> {
        let offset = SIMD4(repeating: 12_582_912)
        return (self + offset).bitPattern &- offset.bitPattern
    }
}
