// SPDX-License-Identifier: Apache-2.0
import MotionTypes
import Testing

/// Conversions of numbers that files and clients may give.
struct WholeNumbersTests {
    private static let numbers: [Double] = [
        0, 0.9, -0.9, 1, -1, 1e18, -1e18, 0x1p63, -0x1p63, 1e300, -1e300, .infinity, -.infinity,
    ]

    /// The definition, with the standard library's conversion that gives nil.
    private func clamped<Number: FixedWidthInteger>(_ value: Double, to type: Number.Type) -> Number {
        Number(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
    }

    @Test(arguments: numbers) func clampsEveryNumber(_ value: Double) {
        #expect(Int(clamping: value) == clamped(value, to: Int.self))
        #expect(Int32(clamping: value) == clamped(value, to: Int32.self))
        #expect(UInt8(clamping: value) == clamped(value, to: UInt8.self))
        #expect(UInt64(clamping: value) == clamped(value, to: UInt64.self))
        #expect(Int64(clamping: Float(value)) == clamped(Double(Float(value)), to: Int64.self))
    }

    @Test func isZeroForNaN() {
        #expect(Int(clamping: Double.nan) == 0)
        #expect(UInt16(clamping: Float.nan) == 0)
    }

    @Test func readsWithinARange() {
        #expect(Int("12", in: 0...20) == 12)
        #expect(Int("-9223372036854775808", in: -20...20) == nil)
        #expect(Int("21", in: 0...20) == nil)
        #expect(Int("1.5", in: 0...20) == nil)
        #expect(Int(12.0, in: 0...20) == 12)
        #expect(Int(1e300, in: 0...20) == nil)
        #expect(Int(Double.nan, in: 0...20) == nil)
        #expect(Int(1.5, in: 0...20) == nil)
    }

    @Test func separatesTheEnds() {
        #expect(Int64.min.separation(from: .max) == .max)
        #expect(Int64.max.separation(from: .min) == .max)
        #expect((-3).separation(from: 4) == 7)
        #expect(UInt8(2).separation(from: 250) == 248)
    }
}

/// Distributions from numbers that a model of the user's own gives.
struct ProportionalProbabilitiesTests {
    @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 1e308]) func refuses(_ value: Double) {
        // Of 1e308 the sum is infinite.
        #expect(throws: InputError.self) { try ActivityProbabilities.proportional { _ in value } }
        #expect(throws: InputError.self) { try ActivityProbabilities.proportional { _ in 0 } }
    }

    @Test func dividesByTheSum() throws {
        let shares = try ActivityProbabilities.proportional { $0 == .walking ? 5 : 1 }
        #expect(shares[.walking] == 0.5)
        #expect(shares[.cycling] == 0.1)
        let whole = try ActivityProbabilities.proportional { $0 == .walking ? 0.95 : 0.01 }
        #expect(whole[.walking] == 0.95)
    }
}
