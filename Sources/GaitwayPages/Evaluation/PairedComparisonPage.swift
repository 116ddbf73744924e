// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation
import GaitwayReports

extension PairedComparison {
    /// Several models on the same windows, as one page of HTML without script: which is better, the differences from
    /// the first model, and the figures of each.
    ///
    /// - Parameters:
    ///   - manifest: the manifest's name.
    ///   - command: the command that makes the page again.
    ///   - date: as `2026-05-01`.
    package func page(manifest: String, command: String, date: String) -> String {
        let verdicts = verdicts(PageFigureStyle.self).enumerated().map { index, verdict -> Markup in
            index == 0 ? "\(verdict)" : "<br/>\(verdict)"
        }
        return PageDocument(
            title: "Models on " + manifest,
            kicker: "Gaitway evaluation",
            heading: rows.map(\.name).joined(separator: ", ") + " on " + manifest,
            lead: "\(verdicts)",
            introduction: NoteList(notes: notes.map(Markup.breaking)).markup,
            sections: [differenceSection, modelSection, dataSetSection].compactMap(\.self),
            footer: PageDocument.footer(command, on: date)
        ).html
    }

    // MARK: Differences

    private var differenceSection: PageSection {
        PageSection(
            identifier: "differences", title: "Differences",
            lead: """
                Each model answers the same windows of the same people. A point to the right of the middle is a gain \
                over \(rows[0].name). A difference is clear if its interval does not reach the middle.
                """,
            content: "\(rows.dropFirst().map(differenceTable))")
    }

    private func differenceTable(_ row: Row) -> Markup {
        let first = rows[0]
        let activities = Activity.allCases.filter { row.metrics[$0].windows > 0 }
        // One scale for all rows and models, so that they can be compared.
        let scale = AxisScale(
            greatest: rows.flatMap { [$0.difference].compactMap(\.self) + Array($0.differences.values) }
                .flatMap { [$0.value, $0.interval?.lower ?? 0, $0.interval?.upper ?? 0].map(\.magnitude) }
                .max() ?? 0
        ).end
        func figure(_ row: Row, _ activity: Activity?) -> Double? {
            if let activity { row.metrics[activity].f1 } else { row.metrics.macroF1 }
        }
        func difference(_ activity: Activity?) -> Difference? {
            if let activity { row.differences[activity] } else { row.difference }
        }
        let table = PageTable<Activity?>(
            "activity", style: "stack",
            columns: [
                .plot(Axis.around(scale)) { bar(difference($0), scale: scale) },
                .init(heading: "difference", name: "difference", style: "number") {
                    let text = FigureText.signed(difference($0)?.value)
                    return difference($0)?.isClear == true ? "<b>\(text)</b>" : "\(text)"
                },
                .figure(.init(FigureInterval.title) { .text(FigureText.signed(difference($0)?.interval)) }),
                .figure(.init(first.name) { .number(figure(first, $0)) }, heading: Markup.breaking(first.name)),
                .figure(.init(row.name) { .number(figure(row, $0)) }, heading: Markup.breaking(row.name)),
                .figure(.init("windows") { .count($0.map { row.metrics[$0].windows } ?? row.metrics.windows) }),
            ],
            rows: [.init(name: "<b>macro-F1</b>", subject: nil)]
                + activities.map { .init(name: .swatch($0.rawValue), subject: $0) })
        return """
            <h3>\(row.name) less \(first.name): macro-F1, and F1 of each activity, of single windows</h3>
            \(table.markup)

            """
    }

    /// The difference as a point with its interval on a line with zero in the middle; said in words beside it.
    private func bar(_ difference: Difference?, scale: Double) -> Markup {
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

    private var modelSection: PageSection {
        let table = PageTable(
            "model", style: "stack",
            columns: [
                .strong(.macroF1),
                .plot(Axis.unit) { RangeBar(value: $0.metrics.macroF1, interval: $0.interval).markup },
                .figure(.interval), .figure(.accuracy), .figure(.logLoss),
                .figure(.calibrationError.named("calibration error")),
            ], rows: rows.map { .init(name: Markup.breaking($0.name), subject: $0) })
        return PageSection(
            identifier: "models", title: "Figures of each model",
            lead: """
                \(FigureText.count(windows, "window", "windows")) of a known activity. Each activity weighs \
                the same, and so does each data set within it. Intervals are over \(units) \
                \(unit.rawValue).
                """,
            content: """
                \(table.markup)

                """)
    }

    private var dataSetSection: PageSection? {
        guard dataSets.count > 1 else { return nil }
        let table = PageTable(
            "data set", style: "stack",
            columns: rows.map { row in
                .figure(.init(row.name) { .number(row.macroF1OfDataSet[$0]) }, heading: Markup.breaking(row.name))
            },
            rows: dataSets.enumerated().map { .init(name: Markup.breaking($1), subject: $0) })
        return PageSection(
            identifier: "data-sets", title: "Data sets",
            lead: "Macro-F1 within each data set, every activity weighing the same.",
            content: """
                \(table.markup)

                """)
    }
}
