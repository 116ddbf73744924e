// SPDX-License-Identifier: Apache-2.0

/// One field of a CSV record, unquoted.
package struct CSVField: Sendable, Hashable {
    /// Its text; doubled quotes are single here.
    package var text: String
    /// The line it begins on, from 1.
    package var line: Int
    /// Whether it stood in quotes.
    package var isQuoted: Bool
}

/// Reads separated records as RFC 4180 has them: quoted fields may hold separators, line ends and
/// doubled quotes. A byte order mark and the line ends LF, CRLF and CR are accepted; blank lines are skipped.
package struct CSVReader {
    private let bytes: [UInt8]
    private let dialect: CSVDialect
    private var position: Int
    /// The line that is read next, from 1.
    package private(set) var line: Int

    /// A reader of a table, or of whole lines of one; the first line has the number `line`.
    package init(_ bytes: [UInt8], dialect: CSVDialect = .standard, line: Int = 1) {
        self.bytes = bytes
        self.dialect = dialect
        self.line = line
        position = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    }

    /// The next record that is not a blank line, or nil at the end.
    ///
    /// - Throws: `InputError` for a quote that is out of place or never closed, and for text that is not UTF-8.
    package mutating func next() throws(InputError) -> [CSVField]? {
        while position < bytes.count {
            let fields = try record()
            if fields.count > 1 || fields[0].isQuoted || !fields[0].text.isEmpty { return fields }
        }
        return nil
    }

    private mutating func record() throws(InputError) -> [CSVField] {
        var fields: [CSVField] = []
        while true {
            let column = fields.count + 1
            if dialect.quotes == .loose { skipBlanks() }
            let isQuoted = position < bytes.count && bytes[position] == UInt8(ascii: "\"")
            fields.append(try isQuoted ? quotedField(column) : plainField(column))
            guard position < bytes.count else { return fields }
            if bytes[position] == dialect.separator {
                position += 1
            } else {
                skipLineEnd()
                return fields
            }
        }
    }

    private mutating func plainField(_ column: Int) throws(InputError) -> CSVField {
        let start = position
        while position < bytes.count, !endsField(bytes[position]) {
            if bytes[position] == UInt8(ascii: "\""), dialect.quotes == .strict {
                throw fault(
                    "a quote stands inside an unquoted field", line, column,
                    remedy: "put the whole field in quotes and double the quotes inside")
            }
            position += 1
        }
        var content = bytes[start..<position]
        if dialect.quotes == .loose {
            while content.last == UInt8(ascii: " ") { content.removeLast() }
        }
        if dialect.decimalMark == UInt8(ascii: ",") {
            for index in content.indices where content[index] == UInt8(ascii: ",") {
                content[index] = UInt8(ascii: ".")
            }
        }
        let text = try decoded(content, line, column)
        return CSVField(text: text, line: line, isQuoted: false)
    }

    /// A field up to the next quote of its line; text behind the quote is left out.
    private mutating func looselyQuotedField(_ column: Int) throws(InputError) -> CSVField {
        position += 1
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\""), !endsLine(bytes[position]) {
            position += 1
        }
        let content = bytes[start..<position]
        while position < bytes.count, !endsField(bytes[position]) { position += 1 }
        return CSVField(text: try decoded(content, line, column), line: line, isQuoted: true)
    }

    private mutating func skipBlanks() {
        while position < bytes.count, bytes[position] == UInt8(ascii: " "), dialect.separator != UInt8(ascii: " ") {
            position += 1
        }
    }

    private mutating func quotedField(_ column: Int) throws(InputError) -> CSVField {
        if dialect.quotes == .loose { return try looselyQuotedField(column) }
        let firstLine = line
        var content: [UInt8] = []
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                position += 1
                guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
                    guard position == bytes.count || endsField(bytes[position]) else {
                        throw fault(
                            "text follows the closing quote of a field", line, column,
                            remedy: "double the quotes inside a quoted field")
                    }
                    let text = try decoded(content[...], firstLine, column)
                    return CSVField(text: text, line: firstLine, isQuoted: true)
                }
                content.append(byte)
                position += 1
            } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                let start = position
                skipLineEnd()
                content.append(contentsOf: bytes[start..<position])
            } else {
                content.append(byte)
                position += 1
            }
        }
        throw fault("the quote is never closed", firstLine, column, remedy: "close it", code: .truncated)
    }

    private func endsField(_ byte: UInt8) -> Bool { byte == dialect.separator || endsLine(byte) }

    private func endsLine(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    private mutating func skipLineEnd() {
        let isPair =
            bytes[position] == UInt8(ascii: "\r") && position + 1 < bytes.count
            && bytes[position + 1] == UInt8(ascii: "\n")
        position += isPair ? 2 : 1
        line += 1
    }

    private func decoded(_ slice: ArraySlice<UInt8>, _ line: Int, _ column: Int) throws(InputError) -> String {
        if dialect.quotes == .loose { return String(decoding: slice, as: UTF8.self) }
        guard let text = String(validating: slice, as: UTF8.self) else {
            throw fault("the text is not UTF-8", line, column, remedy: "save the file as UTF-8")
        }
        return text
    }

    private func fault(
        _ problem: String, _ line: Int, _ column: Int, remedy: Remedy, code: InputError.Code = .malformed
    ) -> InputError {
        InputError(code, line: line, column: column, problem: problem, remedy: remedy)
    }
}
