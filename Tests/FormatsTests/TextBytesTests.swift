// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GaitwayBase

@Suite("Numbers and times as bytes")
struct TextBytesTests {
    private func text(_ body: (_ bytes: inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        body(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (0, "0"), (1, "0"), (499_999, "0"), (500_000, "0.001"), (-499_999, "0"), (-500_000, "-0.001"),
        (12_800_000_000, "12.8"), (17_920_000_000, "17.92"), (1_005_000_000, "1.005"), (100_000_000, "0.1"),
        (999_999_999, "1"), (-3_000_000_000, "-3"), (Int64.max, "9223372036.855"),
        (Int64.min, "-9223372036.855"),
    ])
    func secondsAreRounded(nanoseconds: Int64, text: String) {
        #expect(self.text { $0.append(seconds: nanoseconds, places: 3) } == text)
    }

    @Test(arguments: [
        (0, "0"), (1, "0.000000001"), (-1, "-0.000000001"), (1_500_000_000, "1.5"), (120_000_000_000, "120"),
        (Int64.max, "9223372036.854775807"), (Int64.min, "-9223372036.854775808"),
    ])
    func nineDecimalsAreExact(nanoseconds: Int64, text: String) {
        #expect(self.text { $0.append(seconds: nanoseconds, places: 9) } == text)
        #expect(self.text { $0.append(seconds: Duration.nanoseconds(nanoseconds), places: 9) } == text)
    }

    @Test(arguments: [
        (0.0, 4, "0.0000"), (1.0, 0, "1"), (0.00005, 4, "0.0001"), (-0.00004, 4, "0.0000"), (0.5, 0, "1"),
        (-0.5, 0, "-1"),
        (-12.34, 4, "-12.3400"), (0.0625, 3, "0.063"), (99.995, 1, "100.0"), (1e15, 0, "1000000000000000"),
        (1e17, 1, "1e+17"), (.nan, 2, "nan"), (-.infinity, 2, "-inf"),
    ])
    func fixedDecimals(number: Double, places: Int, text: String) {
        #expect(DecimalText.text(number, places: places) == text)
    }

    @Test("a comma may be the decimal mark")
    func mark() {
        #expect(text { $0.append(fixed: -1.25, places: 2, mark: ",") } == "-1,25")
    }

    @Test(arguments: [(0.0, "0"), (120, "120"), (0.1, "0.1"), (-2.5e-7, "-2.5e-07"), (1e300, "1e+300")])
    func shortest(number: Double, text: String) {
        #expect(self.text { $0.append(shortest: number) } == text)
        #expect(Double(text) == number)
    }

    @Test("fixed decimals are the number to half of the last place")
    func fixedDecimalsAreNear() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            let number = Double.random(in: -1e6...1e6, using: &generator)
            let places = Int.random(in: 0...6, using: &generator)
            let read = try #require(Double(DecimalText.text(number, places: places)))
            var unit = 1.0
            for _ in 0..<places { unit /= 10 }
            #expect(abs(read - number) <= unit * 0.5000001)
        }
    }

    @Test("a moment is read as it was written, to the decimals that are there")
    func moments() {
        var generator = SeededGenerator(seed: 7)
        #expect(text { $0.append(iso8601: Timestamp(nanoseconds: -1)) } == "1969-12-31T23:59:59.999Z")
        #expect(text { $0.append(iso8601: Timestamp(nanoseconds: 0), decimals: 0) } == "1970-01-01T00:00:00Z")
        let edges: [Int64] = [0, -1, 1, -86_400_000_000_000, 86_399_999_999_999, -86_400_000_000_001]
        for nanoseconds in edges
            + (0..<500).map({ _ in
                Int64.random(in: -9_000_000_000_000_000_000...9_000_000_000_000_000_000, using: &generator)
            })
        {
            let moment = Timestamp(nanoseconds: nanoseconds)
            #expect(text { $0.append(iso8601: moment) } == moment.iso8601)
            #expect(Timestamp(iso8601: text { $0.append(iso8601: moment, decimals: 9) }) == moment)
        }
        #expect(
            text { $0.append(iso8601: Timestamp(nanoseconds: .min), decimals: 9) } == "1677-09-21T00:12:43.145224192Z")
        #expect(
            text { $0.append(iso8601: Timestamp(nanoseconds: .max), decimals: 9) } == "2262-04-11T23:47:16.854775807Z")
    }

    @Test("a field of a table is quoted where it must be")
    func fields() {
        #expect(
            CSVText.record(["a", "b c", "1,5", "say \"x\"", "two\r\nlines", ""])
                == "a,b c,\"1,5\",\"say \"\"x\"\"\",\"two\r\nlines\",\n")
        #expect(CSVText.record([""]) == "\"\"\n")
    }
}
