// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayReports

/// The figures of three models on the same left-out rides, one row for each model.
struct ModelComparisonSection {
    let comparison: ModelComparison

    var section: PageSection {
        PageSection(
            identifier: "models", title: "Three models on the same rides", lead: lead,
            content: """
                <div class="scroll"><table class="stack">
                <thead><tr><th scope="col">model</th>\(names.map(head))</tr></thead>
                <tbody>
                \(comparison.rows.map(row))</tbody>
                </table></div>

                """)
    }

    private var lead: Markup {
        """
        Each model answers \(FigureText.count(comparison.judged.count, "ride", "rides")) that it was not adapted to or \
        trained on. The built-in model may have learnt from some of them; then its figures are too good. The rest of \
        the page is about the new model.
        """
    }

    private var activities: [Activity] {
        Activity.allCases.filter { activity in
            comparison.rows.contains { $0.metrics?[activity].f1 != nil }
        }
    }

    private var names: [String] {
        ["macro-F1", "accuracy", "log-loss"] + activities.map { "F1 of " + $0.rawValue }
    }

    private func head(_ name: String) -> Markup {
        """
        <th scope="col" class="number">\(name)</th>
        """
    }

    private func row(_ row: ModelComparison.Row) -> Markup {
        guard let metrics = row.metrics else {
            return """
                <tr><th scope="row">\(row.model.rawValue)</th>\
                <td class="long" colspan="\(names.count)">not judged: \(row.problem ?? "")</td></tr>

                """
        }
        let figures = [metrics.macroF1, metrics.accuracy, metrics.logLoss] + activities.map { metrics[$0].f1 }
        let cells = zip(names, figures).map { name, figure -> Markup in
            """
            <td data-name="\(name)" class="number">\(FigureText.decimal(figure))</td>
            """
        }
        return """
            <tr><th scope="row">\(row.model.rawValue)</th>\(cells)</tr>

            """
    }
}
