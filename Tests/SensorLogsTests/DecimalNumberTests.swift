// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GaitwayRecognition

@Suite struct DecimalNumberTests {
    /// Reads a text as one field.
    private func parse(_ text: String, mark: Character = ".") -> (Double, DecimalNumber.Kind) {
        let bytes = Array(text.utf8)
        let scanner = FieldScanner(
            dialect: Dialect(separator: UInt8(ascii: ";"), mark: mark.asciiValue ?? 0))
        var position = 0
        return scanner.number(bytes.span, at: &position, end: bytes.count)
    }

    @Test(arguments: [
        "0", "-0", "1", "9.81", "-1.596920834E-2", "5.233491124E1", "0.04326745834", "8473.579102e0", "+3.5",
        "9007199254740993", "9007199254740991", "1.7976931348623157E308", "4.9E-324",
        "2.2250738585072011e-308",
        "1.00000000000000011102230246251565", "0.1", "123456789012345678", "12345678901234567890",
        "0.000000000000000000000000000001234", "1e22", "1e23", "8.90183853149414", "-1.2900173950195313",
        "0.0019201249961042777", "1844674407370955.1615", "0.00000000000000000001", "9.5367431640625e-07",
    ])
    func readsHardNumbersLikeTheStandardLibrary(_ text: String) throws {
        let (value, kind) = parse(text)
        let expected = try #require(Double(text))
        #expect(kind == .number)
        #expect(value.bitPattern == expected.bitPattern)
    }

    @Test func readsRandomNumbersLikeTheStandardLibrary() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<Rounds.count(400_000) {
            var text = Bool.random(using: &generator) ? "-" : ""
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                text += String(Int.random(in: 0...9, using: &generator))
            }
            if Bool.random(using: &generator) {
                text += "."
                for _ in 0..<Int.random(in: 0...14, using: &generator) {
                    text += String(Int.random(in: 0...9, using: &generator))
                }
                if text.hasSuffix(".") { text += "0" }
            }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                text += "E\(Int.random(in: -30...30, using: &generator))"
            }
            let expected = try #require(Double(text))
            #expect(parse(text).0.bitPattern == expected.bitPattern, "\(text)")
        }
    }

    @Test func readsPrintedDoublesBack() {
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<Rounds.count(200_000) {
            let value = Double(bitPattern: generator.next())
            guard value.isFinite else { continue }
            #expect(parse("\(value)").0.bitPattern == value.bitPattern)
        }
    }

    @Test func readsDecimalCommas() {
        #expect(parse("-5,336887083E-1", mark: ",").0 == -0.5336887083)
        #expect(parse("48,37355435", mark: ",").0 == 48.37355435)
    }

    @Test(arguments: ["", "NaN", "nan", "  ", "NA", "null", "-inf", "Infinity", "\"\"", "1e999"])
    func takesNoValueForMissing(_ text: String) {
        let (value, kind) = parse(text)
        #expect(kind == .missing)
        #expect(value.isNaN)
    }

    @Test(arguments: ["abc", "1.2.3", "12x", "1,5", "--3", "1e", "0x10", "."])
    func tellsTextFromNumbers(_ text: String) { #expect(parse(text).1 == .text) }

    @Test func keepsNanosecondsExactly() throws {
        let bytes = Array("1684909322009930664".utf8)
        var position = 0
        let decimal = DecimalNumber.scan(bytes.span, at: &position, end: bytes.count, mark: UInt8(ascii: "."))
        #expect(decimal.integer(scale: 0) == 1_684_909_322_009_930_664)
        #expect(decimal.integer(scale: 9) == nil)
    }

    @Test func roundsTimesToNanoseconds() {
        func time(_ text: String) -> Int64? {
            let bytes = Array(text.utf8)
            var position = 0
            return DecimalNumber.scan(bytes.span, at: &position, end: bytes.count, mark: UInt8(ascii: "."))
                .integer(scale: 9)
        }
        #expect(time("1.596920834E-2") == 15_969_208)
        #expect(time("-0.0019201249961042777") == -1_920_125)
        #expect(time("1718194156.945032") == 1_718_194_156_945_032_000)
        #expect(time("0.0000000005") == 1)
        #expect(time("1e300") == nil)
        #expect(time("0e300") == 0)
    }
}
