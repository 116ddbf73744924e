// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A small table of text, read as a whole: an export's metadata.
struct SmallTable {
    /// The rows' cells, the header among them.
    let rows: [[String]]

    /// Metadata larger than this, in bytes, are cut off.
    private static let largest = 1 << 20

    /// Reads a table; comma, tab or semicolon, with quotes.
    init(_ source: any ByteSource, name: String) throws(InputError) {
        let lines = LineBuffer(source, name: name, chunk: 1 << 16)
        try lines.skipByteOrderMark()
        var bytes: [UInt8] = []
        while bytes.count < Self.largest, let line = try lines.nextLine() {
            bytes.append(contentsOf: lines.storage[line])
            bytes.append(UInt8(ascii: "\n"))
        }
        let separators: [Unicode.Scalar] = ["\t", ";", ","]
        let separator = bytes.split(separator: UInt8(ascii: "\n")).lazy.compactMap { line in
            separators.first { line.contains(UInt8(ascii: $0)) }
        }.first
        var reader = CSVReader(bytes, dialect: CSVDialect(separator: separator ?? ",", quotes: .loose))
        var rows: [[String]] = []
        while let row = try reader.next() { rows.append(row.map(\.text)) }
        self.rows = rows
    }

    /// The column of the header that is called `name`.
    func column(_ name: String) -> Int? { rows.first?.firstIndex { $0.lowercased() == name } }

    /// The cell of the first row below the header in the column called `name`.
    func value(_ name: String) -> String? {
        guard rows.count > 1, let column = column(name), rows[1].indices.contains(column) else { return nil }
        return rows[1][column].isEmpty ? nil : rows[1][column]
    }
}

extension SmallTable {
    /// A decimal number as nanoseconds, exactly; the decimal mark may be a comma.
    static func nanoseconds(ofSeconds text: String) -> Int64? {
        let bytes = Array(text.utf8)
        let mark = bytes.contains(UInt8(ascii: ",")) ? UInt8(ascii: ",") : UInt8(ascii: ".")
        var position = 0
        let decimal = DecimalNumber.scan(bytes.span, at: &position, end: bytes.count, mark: mark)
        guard decimal.kind == .number, position == bytes.count else { return nil }
        return decimal.integer(scale: 9)
    }
}
