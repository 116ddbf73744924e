// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GaitwayBase

@Suite("Reading tables")
struct CSVReaderTests {
    private func records(_ text: String, _ dialect: CSVDialect = .standard) throws -> [[String]] {
        var reader = CSVReader(Array(text.utf8), dialect: dialect)
        var records: [[String]] = []
        while let record = try reader.next() { records.append(record.map(\.text)) }
        return records
    }

    @Test("quotes protect commas, line ends and doubled quotes; line ends of any kind; blank lines are skipped")
    func standard() throws {
        let text = "\u{feff}a,\"b,\"\"c\"\"\",\r\n\r\n\"two\nlines\",é,\"\"\rlast,,"
        #expect(try records(text) == [["a", "b,\"c\"", ""], ["two\nlines", "é", ""], ["last", "", ""]])
    }

    @Test("a field knows its line and whether it was quoted")
    func places() throws {
        var reader = CSVReader(Array("a,\"b\nc\"\n\nd".utf8))
        let first = try #require(try reader.next())
        #expect(
            first == [CSVField(text: "a", line: 1, isQuoted: false), CSVField(text: "b\nc", line: 1, isQuoted: true)])
        #expect(try reader.next()?.first?.line == 4)
        #expect(try reader.next() == nil)
    }

    @Test("a line end of two characters is one", arguments: ["\n", "\r\n", "\r"])
    func lines(_ end: String) throws {
        var reader = CSVReader(Array("a\(end)\"b\(end)c\",d\(end)\(end)e".utf8))
        #expect(try reader.next()?.map(\.line) == [1])
        #expect(try reader.next()?.map(\.line) == [2, 3])
        #expect(try reader.next()?.map(\.line) == [5])
    }

    @Test(
        "what breaks the rules is refused with line and column",
        arguments: [("a\nb,c\"d", 2, 2), ("a,\"b\"c", 1, 2), ("a\n\"b", 2, 1)])
    func faults(_ text: String, _ line: Int, _ column: Int) {
        let fault = #expect(throws: InputError.self) { try records(text) }
        #expect(fault?.line == line)
        #expect(fault?.column == column)
    }

    @Test("text that is not UTF-8 is refused, or mended where nothing is an error")
    func encodings() throws {
        let bytes: [UInt8] = [0x61, 0xff, 0x0a]
        var strict = CSVReader(bytes)
        #expect(throws: InputError.self) { try strict.next() }
        var loose = CSVReader(bytes, dialect: CSVDialect(quotes: .loose))
        #expect(try loose.next()?.map(\.text) == ["a\u{fffd}"])
    }

    @Test("the header shows separator and decimal mark")
    func detection() throws {
        func read(_ text: String) throws -> [[String]] {
            try records(text, CSVDialect(detecting: Array(text.utf8)))
        }
        #expect(try read("a;b\n1,5;2.5") == [["a", "b"], ["1.5", "2.5"]])
        #expect(try read("a\t\"b,c\"\n1,5\t\"2,5\"") == [["a", "b,c"], ["1.5", "2,5"]])
        #expect(try read("a;b,c\n1;2,3") == [["a;b", "c"], ["1;2", "3"]])
        #expect(CSVDialect(detecting: Array("a".utf8)) == .standard)
    }

    @Test("loose quotes: blanks around fields are left out, a quote ends with its line, nothing is an error")
    func loose() throws {
        let dialect = CSVDialect(separator: ";", quotes: .loose)
        #expect(
            try records("a ; b\"c ;\"d;e\" f; \"g\n h;\"\"\n", dialect)
                == [["a", "b\"c", "d;e", "g"], ["h", ""]])
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<300 {
            let bytes = (0..<40).map { _ in Array("a;\" \n\r,\u{e9}".utf8).randomElement(using: &generator) ?? 0 }
            var reader = CSVReader(bytes, dialect: dialect)
            var count = 0
            while try reader.next() != nil { count += 1 }
            #expect(count <= bytes.count)
        }
    }

    @Test("records are read as they were written")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<200 {
            let record = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                String(
                    (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                        "a,\"\n\r é".randomElement(using: &generator) ?? "a"
                    })
            }
            #expect(try records(CSVText.record(record)) == [record])
        }
    }
}
