// SPDX-License-Identifier: Apache-2.0

/// A column of a table: its name, and its place in each row.
package struct TableColumn: Sendable, Hashable {
    /// The name in the header, without the blanks around it.
    package let name: String
    /// The place in a row, from 0.
    package let index: Int
}

/// The named columns of a table, from its header.
package struct TableColumns: Sendable {
    /// The treatment of columns that are not required.
    package enum Others: Sendable {
        /// Columns of any other name are passed over.
        case passedOver
        /// Every column is kept by its name, so that only one may be without.
        case kept
        /// Columns of other names than these are a fault.
        case refused(except: [String] = [])
    }

    /// The columns in the header's order.
    package let all: [TableColumn]
    /// The line of the header, from 1.
    package let line: Int
    /// Whether numbers may have a decimal comma, since fields are not separated by commas.
    private let hasDecimalComma: Bool
    private let places: [String: Int]

    /// The columns of a header.
    ///
    /// - Parameters:
    ///   - required: the columns that the header must have, in any order.
    ///   - foldsCase: whether names are read as lower case.
    ///   - hasDecimalComma: whether numbers may have a decimal comma.
    ///   - remedy: what to do about a faulty header; nil for the names of the columns.
    /// - Throws: `malformed` with line and column for a name that comes twice, is missing or is refused.
    package init(
        _ header: [CSVField], required: [String] = [], others: Others = .passedOver, foldsCase: Bool = false,
        hasDecimalComma: Bool = false, remedy: Remedy? = nil
    ) throws(InputError) {
        var all: [TableColumn] = []
        var places: [String: Int] = [:]
        var known: [String]?
        if case .refused(let except) = others { known = required + except }
        func fault(_ index: Int, _ problem: String, _ usual: Remedy) -> InputError {
            .malformed(
                problem, remedy: remedy ?? usual, line: header.isEmpty ? nil : header[index].line, column: index + 1)
        }
        for (index, field) in header.enumerated() {
            let written = field.text.trimmingBlanks
            let name = foldsCase ? written.lowercased() : written
            if let known, !known.contains(name) {
                throw fault(
                    index, "the column \(quoted: name, most: QuotedText.shortest) is not known",
                    "the columns are \(known.joined(separator: ", "))"
                )
            }
            // Spreadsheets end a header with columns that have no name.
            if name.isEmpty, case .passedOver = others {
                all.append(TableColumn(name: name, index: index))
                continue
            }
            guard places.updateValue(index, forKey: name) == nil else {
                throw fault(
                    index, name.isEmpty ? "two columns have no name" : "the column \(name) appears twice",
                    "give every column a name of its own")
            }
            all.append(TableColumn(name: name, index: index))
        }
        for name in required where places[name] == nil {
            let header = QuotedText.text(all.map(\.name).joined(separator: ", "), most: QuotedText.shortest)
            throw fault(
                0, "the column \(name) is missing: the header has \(header)",
                "the columns are \(QuotedText.list(known ?? required, most: 3))")
        }
        self.all = all
        self.places = places
        self.hasDecimalComma = hasDecimalComma
        line = header.first?.line ?? 1
    }

    /// The column of a name; nil if the table does not have it.
    package subscript(name: String) -> TableColumn? { places[name].map { all[$0] } }

    /// The column of a name that the table was required to have; any other name is a mistake of the caller.
    package subscript(required name: String) -> TableColumn {
        guard let place = places[name] else { preconditionFailure("the column \(name) was not required") }
        return all[place]
    }

    /// The column of the first of several names that the table has.
    package func first(of names: String...) -> TableColumn? { names.lazy.compactMap { self[$0] }.first }

    /// The cells of a record.
    ///
    /// - Throws: `malformed` for a record with fewer or more fields than there are columns.
    package func row(_ fields: [CSVField]) throws(InputError) -> TableRow {
        guard fields.count == all.count else { throw Self.fault(fields, columns: all.count) }
        return TableRow(fields: fields, hasDecimalComma: hasDecimalComma)
    }

    /// The error for a record without exactly one field for each column.
    package static func fault(_ fields: [CSVField], columns: Int) -> InputError {
        .malformed(
            "the row has \(fields.count) \(fields.count == 1 ? "field" : "fields"); the header has \(columns)",
            remedy: "give one field for each column; quote fields that hold a comma", line: fields.first?.line,
            column: min(fields.count, columns))
    }
}

/// The cells of one row by column.
package struct TableRow: Sendable {
    fileprivate let fields: [CSVField]
    fileprivate let hasDecimalComma: Bool

    /// The line that the row begins on, from 1.
    package var line: Int { fields[0].line }

    /// The text of the cell at a place in the row, from 0.
    package subscript(index: Int) -> String { fields[index].text }

    /// The text of a cell.
    package subscript(column: TableColumn) -> String { fields[column.index].text }

    /// The text of a cell; nil if the cell is empty, or the table does not have the column.
    package subscript(column: TableColumn?) -> String? {
        guard let column, !fields[column.index].text.isEmpty else { return nil }
        return fields[column.index].text
    }

    /// The number in a cell.
    ///
    /// - Parameters:
    ///   - what: the kind of number that is right, for the remedy: `seconds since 1970`.
    ///   - isRight: whether a number is right; none is infinite.
    /// - Throws: `malformed` with line and column for other text and other numbers.
    package func number(
        _ column: TableColumn, _ what: String, where isRight: (Double) -> Bool = { _ in true }
    ) throws(InputError) -> Double {
        guard let number = number(in: column), number.isFinite else {
            throw fault(column, "\(column.name) \(quoted: self[column]) is not a number", "give \(what)")
        }
        guard isRight(number) else {
            throw fault(column, "\(column.name) \(quoted: self[column]) is out of range", "give \(what)")
        }
        return number
    }

    /// The number in a cell, which has a decimal comma where fields are not separated by commas; nil for other text.
    package func number(in column: TableColumn) -> Double? {
        Self.number(self[column].trimmingBlanks, hasDecimalComma: hasDecimalComma)
    }

    /// The number that a text is; nil for other text.
    package static func number(_ text: String, hasDecimalComma: Bool) -> Double? {
        // Double's own reading knows no locale.
        Double(hasDecimalComma ? text.replacing(",", with: ".") : text)
    }

    /// An error at a cell.
    package func fault(_ column: TableColumn, _ problem: String, _ remedy: Remedy) -> InputError {
        .malformed(problem, remedy: remedy, line: fields[column.index].line, column: column.index + 1)
    }
}

extension String {
    /// The text without spaces and tabs around it.
    package var trimmingBlanks: String {
        let isBlank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
        guard let first = unicodeScalars.firstIndex(where: { !isBlank($0) }),
            let last = unicodeScalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(unicodeScalars[first...last])
    }
}
