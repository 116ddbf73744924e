// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation

/// One row of a manifest as it is edited: its span, its label, and its other cells as they were written.
package struct LabelRow: Sendable, Hashable {
    /// Where the label begins, in seconds; nil is the ride's start.
    package var start: Double?
    /// Where the label ends, in seconds; nil is the ride's end.
    package var end: Double?
    /// What the person did.
    package var label: RideLabel
    /// The other cells by column; an empty cell is left out.
    private var cells: [String: String] = [:]

    /// The mode of a row whose activities are not separated.
    static let unlabelled = "unlabelled"

    /// A row without a label.
    package init(recording: String) {
        label = .unknown
        self["recording"] = recording
    }

    /// The row of a table's record.
    ///
    /// - Throws: `InputError` for an activity or a time that cannot be read.
    init(_ fields: [CSVField], columns: [String], hasDecimalComma: Bool = false) throws(InputError) {
        label = .unknown
        var word = ""
        let line = fields.first?.line
        for (column, field) in zip(columns, fields) {
            switch column {
            case "activity":
                guard let label = RideLabel(word: field.text.trimmingBlanks) else {
                    throw InputError(
                        .malformed, line: line, problem: "the activity \(quoted: field.text) is not known",
                        remedy: "write one of \(RideLabel.allCases.map(\.name).joined(separator: ", "))")
                }
                self.label = label
                word = label.mode(ofWord: field.text)
            case "start_s": start = try Self.seconds(field, hasDecimalComma)
            case "end_s": end = try Self.seconds(field, hasDecimalComma)
            default: self[column] = field.text
            }
        }
        if self["mode"].isEmpty { self["mode"] = word }
    }

    /// A cell that is neither span nor label; empty without one.
    package subscript(column: String) -> String {
        get { cells[column] ?? "" }
        set { cells[column] = newValue.isEmpty ? nil : newValue }
    }

    /// True if the span holds several activities without their boundaries.
    package var isUnlabelled: Bool { self["mode"].hasPrefix(Self.unlabelled) }

    /// Adds the columns that the row needs.
    func add(to columns: inout Set<String>) {
        columns.insert("activity")
        for column in cells.keys { columns.insert(column) }
        if start != nil { columns.insert("start_s") }
        if end != nil { columns.insert("end_s") }
    }

    /// The row as a line of a table.
    func line(_ columns: [String], separator: UInt8 = UInt8(ascii: ",")) -> String {
        CSVText.record(
            columns.map { column in
                switch column {
                case "activity": label.name
                case "start_s": Self.text(start)
                case "end_s": Self.text(end)
                default: self[column]
                }
            }, separator: separator)
    }

    /// The row as a line of a table whose lines end so.
    func bytes(_ columns: [String], separator: UInt8, lineEnd: [UInt8]) -> [UInt8] {
        Array(line(columns, separator: separator).utf8.dropLast()) + lineEnd
    }

    /// The same row with another span.
    func cut(start: Double?, end: Double?) -> LabelRow {
        var row = self
        row.start = start
        row.end = end
        return row
    }

    /// Whether the rows differ in their spans alone.
    func hasCells(of other: LabelRow) -> Bool { cut(start: other.start, end: other.end) == other }

    private static func seconds(_ field: CSVField, _ hasDecimalComma: Bool) throws(InputError) -> Double? {
        let text = field.text.trimmingBlanks
        if text.isEmpty { return nil }
        guard let value = TableRow.number(text, hasDecimalComma: hasDecimalComma), value.isFinite else {
            throw InputError(
                .malformed, line: field.line, problem: "\(quoted: field.text) is not a number of seconds",
                remedy: "give seconds with a decimal point, or leave the cell empty")
        }
        return value
    }

    private static func text(_ seconds: Double?) -> String {
        guard let seconds, seconds.isFinite else { return "" }
        let text = seconds.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
