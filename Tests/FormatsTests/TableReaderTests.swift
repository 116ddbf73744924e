// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@Suite("Tables with named columns")
struct TableReaderTests {
    private func reader(
        _ text: String, required: [String] = [], others: TableColumns.Others = .passedOver, foldsCase: Bool = false
    ) throws(InputError) -> TableReader? {
        try TableReader(Array(text.utf8), required: required, others: others, foldsCase: foldsCase)
    }

    @Test("cells are found by the names of their columns, in any order")
    func cells() throws {
        var table = try #require(
            try reader("\u{feff} B ,x,a,,\n\n1,skip,\"two\nlines\",,\n, ,7,,\n", required: ["a", "b"], foldsCase: true))
        let (a, b) = (table.columns[required: "a"], table.columns[required: "b"])
        #expect(a.index == 2 && b.index == 0 && table.columns.line == 1)
        #expect(table.columns["c"] == nil && table.columns.first(of: "c", "x", "a")?.index == 1)
        let first = try #require(try table.next())
        #expect(first[a] == "two\nlines" && first.line == 3)
        #expect(try first.number(b, "one") == 1)
        let second = try #require(try table.next())
        let missing: String? = second[table.columns["b"]]
        let unknown: String? = second[table.columns["c"]]
        #expect(missing == nil && unknown == nil && second.line == 5)
        #expect(try table.next() == nil)
        #expect(try reader("\n") == nil)
    }

    @Test(
        "a header with a name twice, a missing or an unknown one is refused with its place",
        arguments: [
            ("a,c,a", "line 1:3: the column a appears twice"), ("c,d", "line 1:1: the column a is missing"),
            ("\n\nc,d", "line 3:1: the column a is missing"),
        ])
    func headers(_ text: String, _ message: String) throws {
        let fault = #expect(throws: InputError.self) { try reader(text, required: ["a"]) }
        #expect(fault?.description.hasPrefix(message) == true, "\(fault?.description ?? "")")
    }

    @Test func whatBecomesOfOtherColumns() throws {
        #expect(try reader("a,,", others: .passedOver)?.columns.all.count == 3)
        let nameless = #expect(throws: InputError.self) { try reader("a,,", others: .kept) }
        #expect(nameless?.column == 3 && nameless?.problem == "two columns have no name")
        let other = #expect(throws: InputError.self) {
            try reader("a,c,b", required: ["a"], others: .refused(except: ["b"]))
        }
        #expect(other?.column == 2 && other?.problem == "the column \"c\" is not known")
        #expect(other?.remedy.description == "the columns are a, b")
    }

    @Test(
        "a row with fewer or more fields than columns is one fault, and the next row can be read",
        arguments: [("1", 1), ("1,2", 2), ("1,2,3,4", 3)])
    func lengths(_ row: String, _ column: Int) throws {
        var table = try #require(try reader("a,b,c\n\(row)\n4,5,6\n"))
        let fault = #expect(throws: InputError.self) { try table.next() }
        let count = row.split(separator: ",").count
        #expect(fault?.line == 2 && fault?.column == column && fault?.code == .malformed)
        #expect(fault?.problem == "the row has \(count) \(count == 1 ? "field" : "fields"); the header has 3")
        #expect(try table.next()?[2] == "6")
    }

    @Test(
        "a cell that is not a number, or not the right one, is refused with its value and place",
        arguments: [
            ("x", "\"x\" is not a number"), ("", "\"\" is not a number"), ("inf", "\"inf\" is not a number"),
            ("-1", "\"-1\" is out of range"),
        ])
    func numbers(_ cell: String, _ problem: String) throws {
        var table = try #require(try reader("a,b\n0,\(cell)\n"))
        let (row, column) = (try #require(try table.next()), try #require(table.columns["b"]))
        let fault = #expect(throws: InputError.self) { try row.number(column, "0 or more") { $0 >= 0 } }
        #expect(fault?.problem == "b " + problem && fault?.line == 2 && fault?.column == 2)
        #expect(fault?.remedy.description == "give 0 or more")
    }

    private static let spreadsheetTexts: [[UInt8]] = [
        Array("sep=;\nname;value\nA, Zürich;1,5\n".utf8), Array("\u{feff}name\tvalue\nA, Zürich\t1,5\n".utf8),
        "name;value\nA, Zürich;1.5\n".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) },
        wide("name;value\nA, Zürich;1,5\n"), Array("name,value\n\"A, Zürich\",1.5\n".utf8),
    ]

    /// UTF-16 with its mark.
    private static func wide(_ text: String) -> [UInt8] {
        let units: [UInt16] = [0xfeff] + Array(text.utf16)
        return units.flatMap { (unit: UInt16) -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
    }

    @Test("separators, encodings and decimal commas of spreadsheets", arguments: spreadsheetTexts)
    func spreadsheets(_ bytes: [UInt8]) throws {
        var table = try #require(try TableReader(bytes, required: ["name", "value"]))
        let row = try #require(try table.next())
        #expect(row[table.columns[required: "name"]] == "A, Zürich")
        #expect(row.number(in: table.columns[required: "value"]) == 1.5)
    }

    @Test("where commas separate fields, a comma between digits is not a decimal mark")
    func quotedComma() throws {
        var table = try #require(try reader("a,b\n\"1,5\",2\n"))
        #expect(try #require(try table.next()).number(in: table.columns[required: "a"]) == nil)
    }

    @Test("all faults of a table are kept, the first of them listed")
    func allFaults() throws {
        var table = try #require(try reader("a,b\n" + (0..<30).map { "\($0)" }.joined(separator: "\n") + "\n1,2\n"))
        var rows = 0
        let fault = #expect(throws: InputError.self) { try table.forEach { (_) throws(InputError) in rows += 1 } }
        #expect(rows == 1 && fault?.line == 2)
        #expect(fault?.others.map(\.line) == Array(3...21) && fault?.unlisted == 10)
        #expect(fault?.description.hasSuffix("(and 29 more faults)") == true)
        #expect(fault?.inSource("t.csv").others.allSatisfy { $0.source == "t.csv" } == true)
    }
}
