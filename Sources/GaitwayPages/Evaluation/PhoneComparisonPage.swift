// SPDX-License-Identifier: Apache-2.0
package import GaitwayEvaluation
import GaitwayReports

/// The phone's own recognition beside a model, as one page of HTML without script.
package struct PhoneComparisonPage: Sendable {
    private let comparison: PhoneComparison
    private let subject: String
    private let command: String
    private let date: String

    /// - Parameters:
    ///   - subject: the names of the manifests and logs.
    ///   - command: the command that makes the page again.
    ///   - date: as `2026-05-01`.
    package init(_ comparison: PhoneComparison, subject: String, command: String, date: String) {
        self.comparison = comparison
        self.subject = subject
        self.command = command
        self.date = date
    }

    /// The page.
    package var html: String {
        PageDocument(
            title: "The phone beside Gaitway: " + subject,
            kicker: "Gaitway evaluation",
            heading: "The phone’s own reports beside " + comparison.model,
            lead: "\(comparison.lead(PageFigureStyle.self))",
            introduction: NoteList(notes: comparison.notes.map(Markup.breaking)).markup,
            sections: comparison.tables(PageFigureStyle.self).enumerated().map { section($0, $1) },
            footer: PageDocument.footer(command, on: date)
        ).html
    }

    private func section(_ number: Int, _ table: FigureTable) -> PageSection {
        let head = table.header.enumerated().map { column, name in cell(name, column, table, isHeading: true) }
        let rows = table.rows.map { row -> Markup in
            let cells = row.enumerated().map { column, text in cell(text, column, table, isHeading: false) }
            return "<tr>\(cells)</tr>\n"
        }
        let note: Markup = table.note.isEmpty ? "" : "<p class=\"aside\">\(table.note)</p>\n"
        return PageSection(
            identifier: "table-\(number + 1)", title: table.title,
            content: """
                <div class="scroll"><table>
                <thead><tr>\(head)</tr></thead>
                <tbody>
                \(rows)</tbody>
                </table></div>
                \(note)
                """)
    }

    private func cell(_ text: String, _ column: Int, _ table: FigureTable, isHeading: Bool) -> Markup {
        let style: Markup = column < table.texts ? "" : " class=\"number\""
        if isHeading {
            return """
                <th scope="col"\(style)>\(text)</th>
                """
        }
        guard column > 0 else {
            return """
                <th scope="row">\(text)</th>
                """
        }
        return """
            <td\(style)>\(text)</td>
            """
    }
}
