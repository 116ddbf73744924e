// SPDX-License-Identifier: Apache-2.0
public import CVectors

// The operators of vectors of floats, as operations of the processor; see CVectors. They stand for the standard
// library's wherever this module is imported.

extension SIMD4<Float> {
    @inlinable @inline(__always)
    package static func + (first: Self, second: Self) -> Self { gaitway_add4(first, second) }

    @inlinable @inline(__always)
    package static func - (first: Self, second: Self) -> Self { gaitway_subtract4(first, second) }

    @inlinable @inline(__always)
    package static func * (first: Self, second: Self) -> Self { gaitway_multiply4(first, second) }

    @inlinable @inline(__always)
    package static func / (first: Self, second: Self) -> Self { gaitway_divide4(first, second) }

    @inlinable @inline(__always)
    package static func + (first: Self, second: Float) -> Self { gaitway_add4(first, Self(repeating: second)) }

    @inlinable @inline(__always)
    package static func - (first: Self, second: Float) -> Self { gaitway_subtract4(first, Self(repeating: second)) }

    @inlinable @inline(__always)
    package static func * (first: Self, second: Float) -> Self { gaitway_multiply4(first, Self(repeating: second)) }

    @inlinable @inline(__always)
    package static func / (first: Self, second: Float) -> Self { gaitway_divide4(first, Self(repeating: second)) }

    @inlinable @inline(__always)
    package static func - (first: Float, second: Self) -> Self { gaitway_subtract4(Self(repeating: first), second) }

    @inlinable @inline(__always)
    package static func * (first: Float, second: Self) -> Self { gaitway_multiply4(Self(repeating: first), second) }

    @inlinable @inline(__always)
    package static func += (first: inout Self, second: Self) { first = gaitway_add4(first, second) }

    @inlinable @inline(__always)
    package static func -= (first: inout Self, second: Self) { first = gaitway_subtract4(first, second) }

    @inlinable @inline(__always)
    package func squareRoot() -> Self { gaitway_square_root4(self) }

    /// Each lane, or the bound of it that it exceeds.
    @inlinable @inline(__always)
    package func clamped(lowerBound: Self, upperBound: Self) -> Self { gaitway_clamp4(self, lowerBound, upperBound) }
}

extension SIMD8<Float> {
    @inlinable @inline(__always)
    package static func + (first: Self, second: Self) -> Self { gaitway_add8(first, second) }

    @inlinable @inline(__always)
    package static func - (first: Self, second: Self) -> Self { gaitway_subtract8(first, second) }

    @inlinable @inline(__always)
    package static func * (first: Self, second: Self) -> Self { gaitway_multiply8(first, second) }

    @inlinable @inline(__always)
    package static func * (first: Self, second: Float) -> Self { gaitway_multiply8(first, Self(repeating: second)) }

    @inlinable @inline(__always)
    package static func / (first: Self, second: Float) -> Self { gaitway_divide8(first, Self(repeating: second)) }

    @inlinable @inline(__always)
    package static func += (first: inout Self, second: Self) { first = gaitway_add8(first, second) }
}

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
