import MotionTypes
import TextFormats

/// Turns CSV records into rides, by the columns that a header names.
struct ManifestRowReader {
    let columns: [String]
    private let dataSet: String

    /// The reader of records under `header`; rows without a data set get `dataSet`.
    init(header: [CSVField], dataSet: String) throws(InputError) {
        var columns: [String] = []
        for (index, field) in header.enumerated() {
            let name = field.text.trimmingSpaces
            guard !columns.contains(name) else {
                throw InputError(
                    .malformed, line: field.line, column: index + 1,
                    problem: name.isEmpty
                        ? "two columns have no name" : "the column \(name) appears twice",
                    remedy: "give every column a name of its own")
            }
            columns.append(name)
        }
        for required in ["recording", "activity"] where !columns.contains(required) {
            throw InputError(
                .malformed, line: header.first?.line, column: 1, problem: "there is no column \(required)",
                remedy: "the columns are " + columns.joined(separator: ", "))
        }
        self.columns = columns
        self.dataSet = dataSet
    }

    /// The ride of one record.
    func row(_ record: [CSVField]) throws(InputError) -> ManifestRow {
        let line = record.first?.line
        guard record.count == columns.count else {
            throw InputError(
                .malformed, line: line, column: min(record.count, columns.count),
                problem: "the row has \(record.count) fields; the header has \(columns.count)",
                remedy: "quote fields that hold a comma")
        }
        // Both columns are in the header; the sentinels are overwritten or refused below.
        var row = ManifestRow(recording: "", label: .unknown, dataSet: dataSet)
        for (index, field) in record.enumerated() {
            try set(columns[index], of: &row, to: field, column: index + 1)
        }
        if row.user.isEmpty { row.user = row.recording }
        row.line = line
        if let end = row.end, end <= row.start ?? 0 {
            throw InputError(
                .malformed, line: line, column: (columns.firstIndex(of: "end_s") ?? 0) + 1,
                problem:
                    "end_s \(row["end_s"]) is not after start_s \(row.start == nil ? "0" : row["start_s"])",
                remedy: "both count seconds from the recording's first accelerometer sample")
        }
        return row
    }

    private func set(
        _ name: String, of row: inout ManifestRow, to field: CSVField, column: Int
    ) throws(InputError) {
        let text = field.text
        switch name {
        case "recording":
            guard !text.isEmpty else {
                throw InputError(
                    .malformed, line: field.line, column: column, problem: "the row names no recording",
                    remedy: "name the recording's file or folder, relative to the root")
            }
            row.recording = text
        case "activity":
            guard let label = RideLabel(name: text.trimmingSpaces) else {
                throw InputError(
                    .malformed, line: field.line, column: column,
                    problem: "the activity \(quoted: text) is not known",
                    remedy: "write one of " + RideLabel.allCases.map(\.name).joined(separator: ", "))
            }
            row.label = label
        case "dataset": if !text.isEmpty { row.dataSet = text }
        case "user": row.user = text
        case "device": row.device = text
        case "mode": row.mode = text
        case "placement": row.placement = text
        case "start_s": row.start = try seconds(field, name, column)
        case "end_s": row.end = try seconds(field, name, column)
        case "logger": row.logger = text
        case "acceleration": row.acceleration = text
        case "unit": row.unit = text
        case "notes": row.notes = text
        default: row.extra[name] = text
        }
    }

    /// A number of seconds, or nil for an empty field.
    private func seconds(_ field: CSVField, _ name: String, _ column: Int) throws(InputError) -> Double? {
        let text = field.text.trimmingSpaces
        if text.isEmpty { return nil }
        // Double's own reading knows no locale.
        guard let seconds = Double(text), seconds.isFinite else {
            throw InputError(
                .malformed, line: field.line, column: column, problem: "\(name) \(quoted: text) is not a number",
                remedy: "write seconds with a decimal point, or leave it empty")
        }
        return seconds
    }
}

extension String {
    /// The text without spaces and tabs around it.
    fileprivate var trimmingSpaces: String {
        let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
        guard let first = unicodeScalars.firstIndex(where: { !isSpace($0) }),
            let last = unicodeScalars.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(unicodeScalars[first...last])
    }
}
