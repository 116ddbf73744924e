// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayReports

/// Rides and activities that the figures leave out.
struct LeftOutSection {
    let report: EvaluationReport

    /// Nil where nothing is left out.
    var section: PageSection? {
        guard !report.skipped.isEmpty || !report.smallCells.isEmpty else { return nil }
        return PageSection(
            identifier: "left-out", title: "What was left out",
            lead: """
                \(skipped) \(cells)
                """,
            content: """
                \(rideTable)\(cellTable)
                """)
    }

    private var skipped: String {
        report.skipped.isEmpty
            ? ""
            : FigureText.count(report.skipped.count, "ride", "rides") + " could not be read."
    }

    private var cells: String {
        let cells = report.smallCells
        guard !cells.isEmpty else { return "" }
        let windows = cells.reduce(0) { $0 + $1.windows }
        return FigureText.count(cells.count, "activity of a data set has", "activities of data sets have")
            + " fewer than 50 windows, " + FigureText.count(windows)
            + " in all. They are in the counts and the bars, and have no weight in the figures."
    }

    private var rideTable: Markup {
        guard !report.skipped.isEmpty else { return "" }
        let rows = report.skipped.map { ride -> Markup in
            """
            <tr><th scope="row" class="long">\(Markup.breaking(ride.recording))</th>\
            <td class="long">\(Markup.breaking(ride.problem))</td></tr>

            """
        }
        return """
            <div class="scroll"><table class="stack">
            <caption><span>Rides that could not be read</span></caption>
            <thead><tr><th scope="col">recording</th><th scope="col">reason</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table></div>

            """
    }

    private var cellTable: Markup {
        guard !report.smallCells.isEmpty else { return "" }
        let table = PageTable(
            "data set", caption: "Too few windows for a weight",
            columns: [
                .figure(.init("activity") { .text($0.activity.rawValue) }, style: ""),
                .figure(.init("windows") { .count($0.windows) }),
            ],
            rows: report.smallCells.map { .init(name: "\(report.name(ofDataSet: $0.dataSet))", subject: $0) })
        return "\(table.markup)\n"
    }
}
