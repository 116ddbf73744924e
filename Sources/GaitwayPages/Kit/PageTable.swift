// SPDX-License-Identifier: Apache-2.0
import GaitwayEvaluation
import GaitwayReports

/// A table of figures: a row for each subject behind its name, a column for each figure.
struct PageTable<Subject> {
    /// A subject, its name and the class of its row.
    struct Row {
        let name: Markup
        let subject: Subject
        var style: String?
    }

    /// What a column shows of each subject.
    struct Column {
        let heading: Markup
        /// The name beside a figure where a narrow page stacks the cells of a row.
        let name: String
        /// The class of its cells; empty for none.
        let style: String
        let cell: (Subject) -> Markup

        /// A figure; its field's name is the heading unless there is another.
        static func figure(
            _ field: FigureField<Subject>, heading: Markup? = nil, style: String = "number"
        ) -> Self {
            Self(heading: heading ?? "\(field.name)", name: field.name, style: style) {
                "\(FigureText.text(field.value($0)))"
            }
        }

        /// A figure that stands out.
        static func strong(_ field: FigureField<Subject>, heading: Markup? = nil) -> Self {
            let plain = figure(field, heading: heading)
            return Self(heading: plain.heading, name: plain.name, style: plain.style) { "<b>\(plain.cell($0))</b>" }
        }

        /// A drawing below an axis.
        static func plot(_ axis: Markup, _ drawing: @escaping (Subject) -> Markup) -> Self {
            Self(heading: axis, name: "", style: "plot", cell: drawing)
        }
    }

    /// The class; with the word `stack` a narrow page stacks the cells.
    let style: String
    let caption: Markup
    /// The heading above the names.
    let heading: String
    let columns: [Column]
    let rows: [Row]

    init(_ heading: String, style: String = "", caption: Markup = "", columns: [Column], rows: [Row]) {
        (self.heading, self.style, self.caption, self.columns, self.rows) = (heading, style, caption, columns, rows)
    }

    var markup: Markup {
        let caption: Markup = caption.source.isEmpty ? "" : "<caption><span>\(caption)</span></caption>\n"
        let headings = columns.map { column -> Markup in
            """
            <th scope="col"\(Self.classed(column.style))>\(column.heading)</th>
            """
        }
        return """
            <div class="scroll"><table\(Self.classed(style))>
            \(caption)<thead><tr><th scope="col">\(heading)</th>\(headings)</tr></thead>
            <tbody>
            \(rows.map(row))</tbody>
            </table></div>
            """
    }

    private func row(_ row: Row) -> Markup {
        let cells = columns.map { column -> Markup in
            let name: Markup = self.style.contains("stack") ? " data-name=\"\(column.name)\"" : ""
            return "<td\(name)\(Self.classed(column.style))>\(column.cell(row.subject))</td>"
        }
        let style: Markup = row.style.map { " class=\"\($0)\"" } ?? ""
        return "<tr\(style)><th scope=\"row\">\(row.name)</th>\(cells)</tr>\n"
    }

    private static func classed(_ style: String) -> Markup { style.isEmpty ? "" : " class=\"\(style)\"" }
}

extension Markup {
    /// A name behind its colour.
    static func swatch(_ name: String) -> Markup { "<i class=\"swatch \(name)\"></i>\(name)" }
}
