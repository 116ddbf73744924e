// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayRecognition

/// What is read as plain is what is read otherwise, to the bit and to the byte.
@Suite struct PlainNumberTests {
    private let scanner = FieldScanner(dialect: Dialect(separator: UInt8(ascii: ","), mark: UInt8(ascii: ".")))

    /// The number at the start of a text, if it is plain and a field of its own; and where it ends.
    private func plain(_ text: String) -> (number: PlainNumber, end: Int)? {
        let bytes = Array((text + "\n").utf8) + [UInt8](repeating: UInt8(ascii: "7"), count: PlainNumber.lookahead)
        var position = 0
        guard let number = PlainNumber(bytes.span, at: &position, mark: UInt8(ascii: ".")),
            bytes[position] == UInt8(ascii: ",") || position == text.utf8.count
        else { return nil }
        return (number, position)
    }

    /// Whether both ways agree, or the text is not plain.
    private func agrees(_ text: String) -> Bool {
        guard let (number, end) = plain(text) else { return true }
        let bytes = Array(text.utf8)
        var position = 0
        let decimal = scanner.decimal(bytes.span, at: &position, end: bytes.count)
        let times = [0, 3, 6, 9].allSatisfy { scale in
            number.integer(scale: scale).map { $0 == decimal.integer(scale: scale) } ?? true
        }
        return position == end + 1 && decimal.kind == .number && times
            && number.double.bitPattern == decimal.exactDouble?.bitPattern
    }

    /// A number, or nearly one.
    private static func randomNumber(_ generator: inout SeededGenerator) -> String {
        var text = ["", "-", "+"].randomElement(using: &generator) ?? ""
        for part in 0..<Int.random(in: 1...2, using: &generator) {
            if part == 1 { text += "." }
            for _ in 0..<Int.random(in: 0...9, using: &generator) {
                text += String(Int.random(in: 0...9, using: &generator))
            }
        }
        return text
    }

    @Test func readsWhatDecimalNumberReads() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<50_000 {
            let rest = [",", "e5", " ", "-3", ".5", ",12", ""].randomElement(using: &generator) ?? ""
            let text = Self.randomNumber(&generator) + rest
            let agrees = agrees(text)
            #expect(agrees, "\(text)")
        }
    }

    @Test(arguments: [
        "0", "-0", "-0.0", "+0", "7", "1234567", "-1234567.7654321", "0.1", "86399.980000", "9999999.9999999",
    ])
    func readsTheEnds(text: String) {
        #expect(plain(text) != nil)
        #expect(plain(text + ",") != nil)
        #expect(agrees(text))
    }

    @Test(arguments: ["", "-", ".5", "12345678", "1.12345678", "1.", "nan", "--1", "\"1\"", " 1", "1 ", "1e5", "1.5.5"])
    func leavesOthers(text: String) {
        #expect(plain(text) == nil)
    }

    /// A line at the end of the bytes is never plain, so that it is read in the other way.
    @Test func readsRowsLikeAnyRow() {
        var generator = SeededGenerator(seed: 4)
        var layout = RowLayout(
            dialect: Dialect(separator: UInt8(ascii: ","), mark: UInt8(ascii: ".")), headerLines: 0, columnCount: 4,
            plan: [RowLayout.timeColumn, 0, 1, 2], time: .number(scale: 9))
        var plainRows = 0
        for index in 0..<20_000 {
            layout.time = .number(scale: index % 3 == 0 ? 6 : 9)
            let fields = (0..<Int.random(in: 3...5, using: &generator)).map { _ in
                Int.random(in: 0..<20, using: &generator) == 0
                    ? ["", "nan", "x", "1e3", " 2", "\"3\""].randomElement(using: &generator) ?? ""
                    : String(Int.random(in: -99_999...99_999, using: &generator)) + "."
                        + String(Int.random(in: 0...999_999, using: &generator))
            }
            let line = Array(fields.joined(separator: ",").utf8)
            let longer = line + Array("\n12345678901234567890".utf8)
            var (row, other) = (RowValues(), RowValues())
            let plan = layout.plan
            if PlainRow.read(longer.span, 0..<line.count, layout: layout, plan: plan.span, into: &row) {
                plainRows += 1
            }
            var (reader, otherReader) = (RowReader(layout), RowReader(layout))
            let outcome = reader.read(longer.span, 0..<line.count, plan: plan.span, into: &row)
            let otherOutcome = otherReader.read(line.span, 0..<line.count, plan: plan.span, into: &other)
            let text = fields.joined(separator: ",")
            #expect(String(describing: outcome) == String(describing: otherOutcome), "\(text)")
            guard case .row = outcome else { continue }
            #expect(row.time == other.time, "\(text)")
            #expect(row.present == other.present, "\(text)")
            for slot in 0..<3 where row.present >> UInt32(slot) & 1 == 1 {
                #expect(row.slots[slot].bitPattern == other.slots[slot].bitPattern, "\(text)")
            }
        }
        #expect(plainRows > 10_000)
    }
}
