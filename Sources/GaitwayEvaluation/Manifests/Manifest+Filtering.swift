// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A condition on one column of a manifest: its cell equals a value.
package struct ManifestFilter: Sendable, Hashable {
    package var column: String
    /// What the cell must be, exactly.
    package var value: String

    package init(_ column: String, _ value: String) {
        self.column = column
        self.value = value
    }

    /// The condition that `text` writes as `COLUMN=VALUE`; nil without a column or an equals sign.
    package init?(parsing text: String) {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
        self.init(String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}

extension Manifest {
    /// The rows that meet the conditions on every column; of several on one column, one.
    ///
    /// The columns `dataset` and `user` are compared with what they default to when a cell is empty.
    /// - Throws: `InputError` for a column that is not there, and when no row is left.
    package func filtered(by filters: [ManifestFilter]) throws(InputError) -> Manifest {
        for filter in filters where !columns.contains(filter.column) {
            throw InputError(
                .malformed, source: source, problem: "there is no column \(quoted: filter.column) to filter by",
                remedy: "the columns are \(QuotedText.list(columns, most: 6))")
        }
        let kept = rows.filter { filters.accept($0) }
        guard !kept.isEmpty else {
            let conditions = QuotedText.text(filters.text)
            throw InputError(
                .empty, source: source,
                problem: (rows.count == 1 ? "the only row does not have " : "none of \(rows.count) rows has ")
                    + conditions,
                remedy: hint(filters))
        }
        return Manifest(columns: columns, rows: kept, source: source)
    }

    /// The rows whose cell of `column` equals `value`; see ``filtered(by:)``.
    package func `where`(_ column: String, _ value: String) throws(InputError) -> Manifest {
        try filtered(by: [ManifestFilter(column, value)])
    }

    /// The rows that can be trained on and scored; see ``ManifestRow/isUnlabelled``.
    package var labelledRows: [ManifestRow] { rows.filter { !$0.isUnlabelled } }

    /// The values of the first column whose condition no row meets, a few of them.
    private func hint(_ filters: [ManifestFilter]) -> Remedy {
        for filter in filters where !rows.contains(where: { $0[filter.column] == filter.value }) {
            let values = Set(rows.map { $0[filter.column] }).sorted()
            let shown = values.prefix(8).map { "\"" + $0 + "\"" }.joined(separator: ", ")
            return "\(filter.column) is \(shown)\(values.count > 8 ? ", …" : "")"
        }
        return "each condition is met by some row, all together by none"
    }
}

extension [ManifestFilter] {
    /// Whether a row meets the conditions on every column; of several on one column, one.
    package func accept(_ row: ManifestRow) -> Bool {
        Dictionary(grouping: self, by: \.column).allSatisfy { column, filters in
            filters.contains { $0.value == row[column] }
        }
    }

    /// The conditions in words: those on one column are joined by "or".
    package var text: String {
        var columns: [String] = []
        for filter in self where !columns.contains(filter.column) { columns.append(filter.column) }
        return columns.map { column in
            filter { $0.column == column }.map { $0.column + "=" + $0.value }.joined(separator: " or ")
        }.joined(separator: " and ")
    }
}
