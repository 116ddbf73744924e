// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A table for the terminal: texts flush left, numbers flush right, two spaces between.
///
/// The first columns are texts, the others numbers. A table that is too wide first breaks its texts into lines; if that
/// is not enough, its numbers come in parts, one below the other, and each part begins with the first column again.
/// A column without a heading stays beside the one whose heading it shares. Nothing is cut.
package struct TextTable {
    private static let gap = "  "
    /// How narrow a text may be made, in turn: narrower than 24 columns only in a table without numbers, which cannot
    /// come in parts.
    private var narrowTexts: [Int] { rows.allSatisfy { $0.count <= texts } ? [24, 12] : [24] }

    private var rows: [[String]]
    private let texts: Int

    /// A table with a header. The first `texts` columns, at least one, hold text.
    package init(_ header: [String], texts: Int = 1) {
        rows = [header.map(QuotedText.printable)]
        self.texts = max(1, texts)
    }

    /// Adds a row; its control characters are shown as escapes. A row may be shorter than the header.
    package mutating func add(_ row: [String]) { rows.append(row.map(QuotedText.printable)) }

    /// The lines, each with its end; none is wider than `width` columns as long as a text and a number fit side by
    /// side.
    package func text(width: Int = TextWidth.standard) -> String {
        let columns = Array(0..<(rows.map(\.count).max() ?? 0))
        let natural = columns.map { column in rows.map { TextWidth.columns(of: cell($0, column)) }.max() ?? 0 }
        let (left, numbers) = (columns.prefix(texts), columns.dropFirst(texts))
        let whole = narrowed(natural, left: left, to: width - Self.total(numbers.map { natural[$0] }, after: true))
        if Self.total(whole) <= width { return part(columns, whole) }
        return parts(numbers, natural: natural, left: left, width: width)
            .map { part($0.columns, $0.widths) }.joined(separator: "\n")
    }

    /// The numbers divided so that each part fits: the first with all texts, the others with the first text alone.
    private func parts(
        _ numbers: ArraySlice<Int>, natural: [Int], left: ArraySlice<Int>, width: Int
    ) -> [(columns: [Int], widths: [Int])] {
        let groups = groups(of: numbers)
        let widest = groups.map { $0.reduce(0) { $0 + natural[$1] + Self.gap.count } }.max() ?? 0
        var parts: [(columns: [Int], widths: [Int])] = []
        var rest = groups[...]
        var texts = left
        repeat {
            let widths = narrowed(natural, left: texts, to: width - widest)
            var columns = Array(texts)
            while let next = rest.first,
                columns.count == texts.count || Self.total((columns + next).map { widths[$0] }) <= width
            {
                columns += next
                rest = rest.dropFirst()
            }
            parts.append((columns, widths))
            texts = left.prefix(1)
        } while !rest.isEmpty
        return parts
    }

    /// The columns, those that share a heading together.
    private func groups(of columns: ArraySlice<Int>) -> [[Int]] {
        columns.reduce(into: []) { groups, column in
            if rows[0].indices.contains(column), rows[0][column].isEmpty, !groups.isEmpty {
                groups[groups.count - 1].append(column)
            } else {
                groups.append([column])
            }
        }
    }

    /// The widths with the texts made narrower, the widest first, until they fit into `room` together or none can be
    /// made so.
    private func narrowed(_ widths: [Int], left: ArraySlice<Int>, to room: Int) -> [Int] {
        var widths = widths
        for least in narrowTexts {
            while Self.total(left.map { widths[$0] }) > room,
                let widest = left.max(by: { widths[$0] < widths[$1] }), widths[widest] > least
            {
                widths[widest] -= 1
            }
        }
        return widths
    }

    /// How wide columns are together; `after` counts the gap before the first of them.
    private static func total(_ widths: [Int], after: Bool = false) -> Int {
        widths.reduce(0, +) + gap.count * max(0, widths.count - (after ? 0 : 1))
    }

    private func part(_ columns: [Int], _ widths: [Int]) -> String {
        rows.map { row in
            let cells = columns.map { column -> [String] in
                let text = cell(row, column)
                return column < texts ? TextWidth.lines(text, width: widths[column], indent: 0) : [text]
            }
            let height = cells.map(\.count).max() ?? 0
            return (0..<height).map { line in
                let shown = zip(columns, cells).map { column, lines in
                    TextWidth.padded(
                        line < lines.count ? lines[line] : "", to: widths[column], flushRight: column >= texts)
                }
                return String(shown.joined(separator: Self.gap).reversed().drop { $0 == " " }.reversed()) + "\n"
            }.joined()
        }.joined()
    }

    private func cell(_ row: [String], _ column: Int) -> String { column < row.count ? row[column] : "" }
}
