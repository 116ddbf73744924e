// SPDX-License-Identifier: Apache-2.0
package import GaitwayEvaluation
import GaitwayReports

extension PhoneComparison {
    /// The phone's own recognition beside a model, as one page of HTML without script.
    ///
    /// - Parameters:
    ///   - subject: the names of the manifests and logs.
    ///   - command: the command that makes the page again.
    ///   - date: as `2026-05-01`.
    package func page(subject: String, command: String, date: String) -> String {
        PageDocument(
            title: "The phone beside Gaitway: " + subject,
            kicker: "Gaitway evaluation",
            heading: "The phone’s own reports beside " + model,
            lead: "\(lead(PageFigureStyle.self))",
            introduction: NoteList(notes: notes.map(Markup.breaking)).markup,
            sections: tables.enumerated().map { section($0, $1) },
            footer: PageDocument.footer(command, on: date)
        ).html
    }

    private func section(_ number: Int, _ table: FigureTable) -> PageSection {
        let columns = table.header.indices.dropFirst().map { column in
            PageTable<[FigureValue]>.Column.figure(
                .init(table.header[column]) { $0[column] }, style: column < table.texts ? "" : "number")
        }
        let rows = table.rows.map { PageTable.Row(name: "\(FigureText.text($0[0]))", subject: $0) }
        let note: Markup = table.note.isEmpty ? "" : "<p class=\"aside\">\(table.note)</p>\n"
        return PageSection(
            identifier: "table-\(number + 1)", title: table.title,
            content: """
                \(PageTable(table.header[0], columns: columns, rows: rows).markup)
                \(note)
                """)
    }
}
