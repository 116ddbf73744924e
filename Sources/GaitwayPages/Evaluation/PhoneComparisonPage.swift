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
        let columns = table.header.indices.dropFirst().map { column in
            PageTable<[String]>.Column.figure(
                .init(table.header[column]) { .text($0[column]) }, style: column < table.texts ? "" : "number")
        }
        let rows = table.rows.map { PageTable.Row(name: "\($0[0])", subject: $0) }
        let note: Markup = table.note.isEmpty ? "" : "<p class=\"aside\">\(table.note)</p>\n"
        return PageSection(
            identifier: "table-\(number + 1)", title: table.title,
            content: """
                \(PageTable(table.header[0], columns: columns, rows: rows).markup)
                \(note)
                """)
    }
}
