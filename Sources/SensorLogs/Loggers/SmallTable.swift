import MotionTypes

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
        var rows: [[String]] = []
        var size = 0
        var separator: UInt8?
        while size < Self.largest, let line = try lines.nextLine() {
            size += line.count + 1
            let bytes = Array(lines.storage[line])
            if separator == nil {
                separator = [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")].first {
                    bytes.contains($0)
                }
            }
            let dialect = Dialect(separator: separator ?? UInt8(ascii: ","), mark: UInt8(ascii: "."))
            let fields = FieldScanner(dialect: dialect).fields(bytes.span, 0..<bytes.count)
            if fields.count == 1, fields[0].isEmpty { continue }
            rows.append(fields.map { String(decoding: bytes[$0], as: UTF8.self) })
        }
        self.rows = rows
    }

    /// The column of the header that is called `name`.
    func column(_ name: String) -> Int? {
        rows.first?.firstIndex { $0.lowercased() == name }
    }

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
