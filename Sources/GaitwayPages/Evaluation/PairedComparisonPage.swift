// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation
import GaitwayReports

/// Several models on the same windows, as one page of HTML without script: which is better, the differences from the
/// first model, and the figures of each.
package struct PairedComparisonPage: Sendable {
    private let comparison: PairedComparison
    private let manifest: String
    private let command: String
    private let date: String

    /// - Parameters:
    ///   - manifest: the manifest's name.
    ///   - command: the command that makes the page again.
    ///   - date: as `2026-05-01`.
    package init(_ comparison: PairedComparison, manifest: String, command: String, date: String) {
        self.comparison = comparison
        self.manifest = manifest
        self.command = command
        self.date = date
    }

    /// The page.
    package var html: String {
        let verdicts = comparison.verdicts(PageFigureStyle.self).enumerated().map { index, verdict -> Markup in
            index == 0 ? "\(verdict)" : "<br/>\(verdict)"
        }
        return PageDocument(
            title: "Models on " + manifest,
            kicker: "Gaitway evaluation",
            heading: comparison.rows.map(\.name).joined(separator: ", ") + " on " + manifest,
            lead: "\(verdicts)",
            introduction: NoteList(notes: comparison.notes.map(Markup.breaking)).markup,
            sections: [differences, figures, dataSets].compactMap(\.self),
            footer: PageDocument.footer(command, on: date)
        ).html
    }

    // MARK: Differences

    private var differences: PageSection {
        PageSection(
            identifier: "differences", title: "Differences",
            lead: """
                Each model answers the same windows of the same people. A point to the right of the middle is a gain \
                over \(comparison.rows[0].name). A difference is clear if its interval does not reach the middle.
                """,
            content: "\(comparison.rows.dropFirst().map(differenceTable))")
    }

    private func differenceTable(_ row: PairedComparison.Row) -> Markup {
        let first = comparison.rows[0]
        let activities = Activity.allCases.filter { row.metrics[$0].windows > 0 }
        // One scale for all rows and models, so that they can be compared.
        let scale = AxisScale(
            greatest: comparison.rows.flatMap { [$0.difference].compactMap(\.self) + Array($0.differences.values) }
                .flatMap { [$0.value, $0.interval?.lower ?? 0, $0.interval?.upper ?? 0].map(\.magnitude) }
                .max() ?? 0
        ).end
        let whole = differenceRow(
            "<b>macro-F1</b>", row.difference, scale: scale, figures: (first.metrics.macroF1, row.metrics.macroF1),
            windows: row.metrics.windows, names: (first.name, row.name))
        let parts = activities.map { activity in
            differenceRow(
                "<i class=\"swatch \(activity.rawValue)\"></i>\(activity.rawValue)", row.differences[activity],
                scale: scale, figures: (first.metrics[activity].f1, row.metrics[activity].f1),
                windows: row.metrics[activity].windows, names: (first.name, row.name))
        }
        return """
            <h3>\(row.name) less \(first.name): macro-F1, and F1 of each activity, of single windows</h3>
            <div class="scroll"><table class="stack">
            <thead><tr><th scope="col">activity</th><th scope="col" class="plot">\(Axis.around(scale))</th>\
            <th scope="col" class="number">difference</th><th scope="col" class="number">\(FigureInterval.title)</th>\
            <th scope="col" class="number">\(Markup.breaking(first.name))</th>\
            <th scope="col" class="number">\(Markup.breaking(row.name))</th>\
            <th scope="col" class="number">windows</th></tr></thead>
            <tbody>
            \(whole)\(parts)</tbody>
            </table></div>

            """
    }

    private func differenceRow(
        _ name: Markup, _ difference: PairedComparison.Difference?, scale: Double, figures: (Double?, Double?),
        windows: Int, names: (String, String)
    ) -> Markup {
        let text = FigureText.signed(difference?.value)
        let value: Markup = difference?.isClear == true ? "<b>\(text)</b>" : "\(text)"
        return """
            <tr><th scope="row">\(name)</th>\
            <td data-name="" class="plot">\(bar(difference, scale: scale))</td>\
            <td data-name="difference" class="number">\(value)</td>\
            <td data-name="\(FigureInterval.title)" class="number">\(FigureText.signed(difference?.interval))</td>\
            <td data-name="\(names.0)" class="number">\(FigureText.decimal(figures.0))</td>\
            <td data-name="\(names.1)" class="number">\(FigureText.decimal(figures.1))</td>\
            <td data-name="windows" class="number">\(FigureText.count(windows))</td></tr>

            """
    }

    /// The difference as a point with its interval on a line with zero in the middle; said in words beside it.
    private func bar(_ difference: PairedComparison.Difference?, scale: Double) -> Markup {
        func place(_ value: Double) -> Double { 50 + 50 * value / scale }
        guard let difference else { return "" }
        let range: Markup =
            difference.interval.map { interval in
                """
                <i class="extent" style="left:\(place(interval.lower))%;\
                width:\(place(interval.upper) - place(interval.lower))%"></i>
                """
            } ?? ""
        return """
            <span class="range diverging" aria-hidden="true">\(range)\
            <i class="point" style="left:\(place(difference.value))%"></i></span>
            """
    }

    // MARK: Figures

    private var figures: PageSection {
        let rows = comparison.rows.map { row -> Markup in
            """
            <tr><th scope="row">\(Markup.breaking(row.name))</th>\
            <td data-name="macro-F1" class="number"><b>\(FigureText.decimal(row.metrics.macroF1))</b></td>\
            <td data-name="" class="plot">\(RangeBar(value: row.metrics.macroF1, interval: row.interval).markup)</td>\
            <td data-name="\(FigureInterval.title)" class="number">\(FigureText.range(row.interval))</td>\
            <td data-name="accuracy" class="number">\(FigureText.decimal(row.metrics.accuracy))</td>\
            <td data-name="log-loss" class="number">\(FigureText.decimal(row.metrics.logLoss))</td>\
            <td data-name="calibration error" class="number">\(FigureText.decimal(row.metrics.calibrationError))</td>\
            </tr>

            """
        }
        return PageSection(
            identifier: "models", title: "Figures of each model",
            lead: """
                \(FigureText.count(comparison.windows, "window", "windows")) of a known activity. Each activity weighs \
                the same, and so does each data set within it. Intervals are over \(comparison.units) \
                \(comparison.unit.rawValue).
                """,
            content: """
                <div class="scroll"><table class="stack">
                <thead><tr><th scope="col">model</th><th scope="col" class="number">macro-F1</th>\
                <th scope="col" class="plot">\(Axis.unit)</th>\
                <th scope="col" class="number">\(FigureInterval.title)</th><th scope="col" class="number">accuracy</th>\
                <th scope="col" class="number">log-loss</th>\
                <th scope="col" class="number">calibration error</th></tr></thead>
                <tbody>
                \(rows)</tbody>
                </table></div>

                """)
    }

    private var dataSets: PageSection? {
        guard comparison.dataSets.count > 1 else { return nil }
        let heads = comparison.rows.map { row -> Markup in
            """
            <th scope="col" class="number">\(Markup.breaking(row.name))</th>
            """
        }
        let rows = comparison.dataSets.enumerated().map { index, name -> Markup in
            let cells = comparison.rows.map { row -> Markup in
                """
                <td data-name="\(row.name)" class="number">\(FigureText.decimal(row.macroF1OfDataSet[index]))</td>
                """
            }
            return """
                <tr><th scope="row">\(Markup.breaking(name))</th>\(cells)</tr>

                """
        }
        return PageSection(
            identifier: "data-sets", title: "Data sets",
            lead: "Macro-F1 within each data set, every activity weighing the same.",
            content: """
                <div class="scroll"><table class="stack">
                <thead><tr><th scope="col">data set</th>\(heads)</tr></thead>
                <tbody>
                \(rows)</tbody>
                </table></div>

                """)
    }
}
