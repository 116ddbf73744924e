// SPDX-License-Identifier: Apache-2.0

/// Reads a table whose first record names its columns, a row at a time.
package struct TableReader {
    /// The columns that the header names.
    package let columns: TableColumns
    private var records: CSVReader

    /// A reader of the rows below a header; nil for a table without any record. Fields are separated by commas,
    /// semicolons or tabs, whichever the header has. The text is UTF-8, UTF-16 with its mark, or Windows' code page.
    ///
    /// - Throws: `InputError` as ``TableColumns/init(_:required:others:foldsCase:remedy:)`` does, for broken
    ///   quotes, and `unsupported` for what is not a table.
    package init?(
        _ bytes: [UInt8], required: [String] = [], others: TableColumns.Others = .passedOver, foldsCase: Bool = false,
        remedy: Remedy? = nil
    ) throws(InputError) {
        if let fault = ForeignFile.tableError(bytes, columns: required) { throw fault }
        let (text, dialect) = Self.content(of: bytes)
        records = CSVReader(text, dialect: dialect)
        guard var header = try records.next() else { return nil }
        // Excel's own line on the separator comes before the header.
        if header.first?.text.lowercased() == "sep=", let next = try records.next() { header = next }
        columns = try TableColumns(
            header, required: required, others: others, foldsCase: foldsCase,
            hasDecimalComma: dialect.separator != UInt8(ascii: ","), remedy: remedy)
    }

    /// The text of a small table as UTF-8, and its dialect. Texts keep their commas; see ``TableRow/number(in:)``.
    package static func content(of bytes: [UInt8]) -> (text: [UInt8], dialect: CSVDialect) {
        let text = TextEncoding.utf8(bytes)
        var dialect = CSVDialect(detecting: text)
        dialect.decimalMark = UInt8(ascii: ".")
        return (text, dialect)
    }

    /// Takes each row that is left. Reading goes on behind a row that is refused.
    ///
    /// - Throws: the first fault, with the others behind it.
    package mutating func forEach(_ take: (TableRow) throws(InputError) -> Void) throws(InputError) {
        var fault: InputError?
        do throws(InputError) {
            while let record = try records.next() {
                do throws(InputError) { try take(columns.row(record)) } catch { InputError.add(error, to: &fault) }
            }
        } catch {
            InputError.add(error, to: &fault)
        }
        if let fault { throw fault }
    }

    /// The next row, or nil at the end.
    ///
    /// - Throws: `InputError` with the line for a row with fewer or more fields than columns, and for broken quotes.
    package mutating func next() throws(InputError) -> TableRow? {
        guard let record = try records.next() else { return nil }
        return try columns.row(record)
    }

    /// The fields of the next row, however many they are; nil at the end. For a caller that goes on behind a faulty
    /// row.
    ///
    /// - Throws: `InputError` with the line for broken quotes.
    package mutating func record() throws(InputError) -> [CSVField]? { try records.next() }
}
