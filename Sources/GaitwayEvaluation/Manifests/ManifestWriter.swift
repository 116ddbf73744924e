// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Writes a manifest: CSV (RFC 4180, LF) that ``Manifest/init(csv:source:)`` reads back to the same rows.
package struct ManifestWriter: Sendable {
    /// The columns, in order: the standard ones, then further ones.
    package let columns: [String]

    /// A writer of the standard columns and of `extraColumns`, in their order, each once.
    package init(extraColumns: [String] = []) {
        var columns = Manifest.standardColumns
        for column in extraColumns where !columns.contains(column) { columns.append(column) }
        self.columns = columns
    }

    package var header: String { CSVText.record(columns) }

    /// The line of one ride; a quoted field may hold line ends.
    package func line(_ row: ManifestRow) -> String { CSVText.record(columns.map { row[$0] }) }

    package func csv(_ rows: [ManifestRow]) -> String {
        rows.reduce(into: header) { text, row in text += line(row) }
    }
}
