// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

/// Conversions of numbers that files and clients may give.
struct WholeNumbersTests {
    private static let numbers: [Double] = [
        0, 0.9, -0.9, 1, -1, 1e18, -1e18, 0x1p63, -0x1p63, 1e300, -1e300, .infinity, -.infinity,
    ]

    /// The definition, with the standard library's conversion that gives nil.
    private func clamped<Number: FixedWidthInteger>(_ value: Double, to type: Number.Type) -> Number {
        let range = ClosedRange<Number>.countable
        let whole = Number(exactly: max(-0x1p53, min(value.rounded(.towardZero), 0x1p53)))
        return whole ?? (value < 0 ? range.lowerBound : range.upperBound)
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

    @Test func countsSoThatSumsFit() {
        #expect(ClosedRange<Int>.countable == -9_007_199_254_740_992...9_007_199_254_740_992)
        #expect(ClosedRange<UInt64>.countable == 0...9_007_199_254_740_992)
        #expect(ClosedRange<Int16>.countable == .any)
        for end in [ClosedRange<Int64>.countable.lowerBound, ClosedRange<Int64>.countable.upperBound] {
            #expect(end.multipliedReportingOverflow(by: 1000).overflow == false)
        }
        #expect(Int("9007199254740993", in: .countable) == nil)
        #expect(Int(0x1p54, in: .countable) == nil)
        #expect(Int64("-9223372036854775808", in: .any) == .min)
        #expect(Int64("9223372036854775808", in: .any) == nil)
        #expect(Int64(0x1p63, in: .any) == nil)
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
