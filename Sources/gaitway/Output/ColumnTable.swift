/// A table for the terminal: columns of one width, flush left, two spaces between.
enum ColumnTable {
    /// The lines, each with its line end; the first row is the header. Control characters of names are shown as escapes.
    static func text(_ rows: [[String]]) -> String {
        let rows = rows.map { $0.map(Diagnostics.printable) }
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n") + "\n"
    }
}
