// SPDX-License-Identifier: Apache-2.0

/// A table in Parquet, row by row in bounded memory: columns of texts, then columns of numbers of 64 bits.
///
/// An empty text and NaN are null. Rows are kept until ``rowsOfGroup`` are there, which then become a row group: a page
/// for each column, its values in the encoding PLAIN, packed with gzip. Equal rows make equal bytes.
///
/// Source: the Apache Parquet format 2.11, parquet.thrift and Encodings.md (github.com/apache/parquet-format).
package struct ParquetWriter {
    /// How many rows a group has; the last one may have fewer.
    package static let rowsOfGroup = 16_384

    private static let magic = Array("PAR1".utf8)

    private var columns: [ParquetColumn]
    private let texts: Int
    /// How many bytes were given away, how many rows they hold, and how many rows wait for their group.
    private var written = 0
    private var rows = 0
    private var waiting = 0
    private var groups: [ThriftStruct] = []

    /// - Parameters:
    ///   - texts: the names of the columns of texts, which come first.
    ///   - numbers: the names of those of numbers.
    package init(texts: [String], numbers: [String]) {
        self.texts = texts.count
        columns = texts.map { ParquetColumn($0, kind: .text) } + numbers.map { ParquetColumn($0, kind: .number) }
    }

    /// Adds a row: as many texts and numbers as there are columns.
    ///
    /// - Throws: `InputError` `unreadable` if zlib finds no memory; what `take` throws.
    package mutating func append(texts: [String], numbers: [Double], _ take: ([UInt8]) throws -> Void) throws {
        precondition(texts.count == self.texts && texts.count + numbers.count == columns.count, "a cell a column")
        for (index, text) in texts.enumerated() { columns[index].append(text) }
        for (index, number) in numbers.enumerated() { columns[self.texts + index].append(number) }
        waiting += 1
        if waiting == Self.rowsOfGroup { try finishGroup(take) }
    }

    /// Ends the file: the last rows, and the footer with the columns and the places of their pages.
    package mutating func finish(_ take: ([UInt8]) throws -> Void) throws {
        try begin(take)
        if waiting > 0 { try finishGroup(take) }
        var root = ThriftStruct()
        root.add(4, text: "schema")
        root.add(5, int32: columns.count)
        var file = ThriftStruct()
        file.add(1, int32: 1)
        file.add(2, [root] + columns.map(\.schema))
        file.add(3, int64: rows)
        file.add(4, groups)
        file.add(6, text: "gaitway version \(ProductVersion.text)")
        let footer = file.finished
        try give(footer + ParquetColumn.length(footer.count) + Self.magic, to: take)
    }

    private mutating func begin(_ take: ([UInt8]) throws -> Void) throws {
        if written == 0 { try give(Self.magic, to: take) }
    }

    private mutating func finishGroup(_ take: ([UInt8]) throws -> Void) throws {
        try begin(take)
        var chunks: [ThriftStruct] = []
        var size = 0
        for index in columns.indices {
            let page = try columns[index].finishPage()
            chunks.append(columns[index].chunk(page, at: written))
            size += page.unpacked
            try give(page.bytes, to: take)
        }
        var group = ThriftStruct()
        group.add(1, chunks)
        group.add(2, int64: size)
        group.add(3, int64: waiting)
        groups.append(group)
        rows += waiting
        waiting = 0
    }

    private mutating func give(_ bytes: [UInt8], to take: ([UInt8]) throws -> Void) throws {
        try take(bytes)
        written += bytes.count
    }
}
