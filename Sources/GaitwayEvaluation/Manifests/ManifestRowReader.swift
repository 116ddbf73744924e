// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

struct ManifestRowReader {
    let columns: TableColumns
    /// The data set of rows that name none.
    let dataSet: String
    let isInWindows1252: Bool

    func ride(_ row: TableRow) throws(InputError) -> ManifestRow {
        // Every manifest has both columns; the cells below replace these values or are refused.
        var ride = ManifestRow(recording: "", label: .unknown, dataSet: dataSet)
        for column in columns.all { try set(column, of: &ride, from: row) }
        if ride.user.isEmpty { ride.user = ride.recording }
        if ride.mode.isEmpty, let word = columns["activity"] { ride.mode = ride.label.mode(ofWord: row[word]) }
        ride.line = row.line
        ride.isInWindows1252 = isInWindows1252
        if let end = ride.end, end <= ride.start ?? 0, let column = columns["end_s"] {
            throw row.fault(
                column, "end_s \(ride["end_s"]) is not after start_s \(ride.start == nil ? "0" : ride["start_s"])",
                "both count seconds from the recording's first accelerometer sample")
        }
        return ride
    }

    private func set(_ column: TableColumn, of ride: inout ManifestRow, from row: TableRow) throws(InputError) {
        let text = row[column]
        switch column.name {
        case "recording":
            guard !text.isEmpty else {
                throw row.fault(
                    column, "the row names no recording",
                    "name the recording's file or folder, relative to the root")
            }
            ride.recording = text
        case "activity":
            guard let label = RideLabel(word: text.trimmingBlanks) else {
                throw row.fault(
                    column, "the activity \(quoted: text) is not known",
                    "write one of \(RideLabel.allCases.map(\.name).joined(separator: ", "))")
            }
            ride.label = label
        case "dataset": if !text.isEmpty { ride.dataSet = text }
        case "user": ride.user = text
        case "device": ride.device = text
        case "mode": ride.mode = text
        case "placement": ride.placement = text
        case "start_s": ride.start = try seconds(column, of: row)
        case "end_s": ride.end = try seconds(column, of: row)
        case "logger": ride.logger = text
        case "acceleration": ride.acceleration = text
        case "unit": ride.unit = text
        case "notes": ride.notes = text
        default: ride.extra[column.name] = text
        }
    }

    /// A number of seconds; nil for an empty cell.
    private func seconds(_ column: TableColumn, of row: TableRow) throws(InputError) -> Double? {
        if row[column].trimmingBlanks.isEmpty { return nil }
        let seconds = try row.number(column, "seconds with a decimal point, or leave the cell empty")
        guard seconds >= 0 else {
            throw row.fault(
                column, "\(column.name) \(row[column].trimmingBlanks) is before the recording begins",
                "count from the recording's first accelerometer sample, which is at 0 s")
        }
        return seconds
    }
}
