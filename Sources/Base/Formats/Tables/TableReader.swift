package import MotionTypes

/// Reads a table whose first record names its columns, a row at a time.
package struct TableReader {
    /// The columns that the header names.
    package let columns: TableColumns
    private var records: CSVReader

    /// A reader of the rows below a header, as RFC 4180 has them; nil for a table without any record.
    ///
    /// - Throws: `InputError` as ``TableColumns/init(_:required:others:foldsCase:remedy:)`` does, and for broken
    ///   quotes.
    package init?(
        _ bytes: [UInt8], required: [String] = [], others: TableColumns.Others = .passedOver, foldsCase: Bool = false,
        remedy: Remedy? = nil
    ) throws(InputError) {
        records = CSVReader(bytes)
        guard let header = try records.next() else { return nil }
        columns = try TableColumns(header, required: required, others: others, foldsCase: foldsCase, remedy: remedy)
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
