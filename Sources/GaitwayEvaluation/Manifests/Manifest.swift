// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The list of labelled rides to train and evaluate on, read from CSV with a header.
package struct Manifest: Sendable, Hashable {
    /// The columns that mean something here, in the order in which they are written; the first two are required.
    package static let standardColumns = [
        "recording", "activity", "dataset", "user", "device", "mode", "placement", "start_s", "end_s",
        "logger", "acceleration", "unit", "notes",
    ]

    package let columns: [String]
    /// The rides, in the file's order; never empty.
    package let rows: [ManifestRow]
    /// The manifest as the user named it.
    package let source: String?

    init(columns: [String], rows: [ManifestRow], source: String?) {
        self.columns = columns
        self.rows = rows
        self.source = source
    }

    /// The manifest in `bytes`, a table with a header; `TableReader` says how it may be written.
    ///
    /// `source` is its file's name: for errors, and its stem is the data set of rows that name none.
    /// - Throws: `InputError` with line and column, and the other faults behind it: no rows, a missing or doubled
    ///   column, a row that is shorter or longer than the header, no recording, an unknown activity, a time that is not
    ///   a number or out of order, two rows for the same time of a recording.
    package init(csv bytes: some Sequence<UInt8>, source: String? = nil) throws(InputError) {
        do throws(InputError) {
            let bytes = Array(bytes)
            guard var table = try TableReader(bytes, required: ["recording", "activity"], others: .kept) else {
                throw InputError(
                    .empty, problem: "the manifest is empty",
                    remedy: "it begins with a header that names at least recording and activity")
            }
            let reader = ManifestRowReader(
                columns: table.columns, dataSet: Self.stem(of: source) ?? "default",
                isInWindows1252: TextEncoding.isWindows1252(bytes))
            var rows: [ManifestRow] = []
            try table.forEach { (row) throws(InputError) in rows.append(try reader.ride(row)) }
            guard !rows.isEmpty else {
                throw InputError(
                    .empty, problem: "the manifest has a header but no rows", remedy: "add one row per ride")
            }
            try Self.refuseOverlaps(rows)
            self.init(columns: table.columns.all.map(\.name), rows: rows, source: source)
        } catch {
            guard let source else { throw error }
            throw error.inSource(source)
        }
    }

    /// The same time of a recording in two rows would be counted twice, and could be learnt from and judged on at once.
    private static func refuseOverlaps(_ rows: [ManifestRow]) throws(InputError) {
        var latest: [[UInt8]: ManifestRow] = [:]
        var fault: InputError?
        for row in rows.sorted(by: { ($0.start ?? 0, $0.line ?? 0) < ($1.start ?? 0, $1.line ?? 0) }) {
            if let other = latest[row.recordingBytes], row.start ?? 0 < other.end ?? .infinity {
                let lines = [row.line, other.line].compactMap { $0 }.sorted()
                InputError.add(
                    InputError(
                        .malformed, line: lines.last,
                        problem: "\(quoted: row.recording) is listed for the same time as in line \(lines.first ?? 0)",
                        remedy: "keep one of the two rows, or set start_s and end_s apart"),
                    to: &fault)
            }
            let isLater = row.end ?? .infinity > latest[row.recordingBytes]?.end ?? -.infinity
            if isLater { latest[row.recordingBytes] = row }
        }
        if let fault { throw fault }
    }

    /// The last part of a path without its extension; nil when nothing is left.
    private static func stem(of source: String?) -> String? {
        guard let name = source?.split(separator: "/").last else { return nil }
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
        return String(name[..<dot])
    }
}
