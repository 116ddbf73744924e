// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayReports

/// Right answers by placement of the phone and mode of travel.
struct PlacementSection {
    let report: EvaluationReport

    /// Nil if no ride names a placement.
    var section: PageSection? {
        guard let placements = report.placements else { return nil }
        let rows = placements.groups.flatMap { group -> [Markup] in
            let whole = RecallRow(name: "\(group.placement.rawValue)", figures: group.figures, style: "whole").markup
            let atRest = group.atRest.map {
                RecallRow(name: "at rest<small>all modes of rest</small>", figures: $0, style: "part").markup
            }
            let modes = group.modes.map { mode in
                RecallRow(
                    name: """
                        <i class="swatch \(mode.activity.rawValue)"></i>\(Markup.breaking(group.name(of: mode)))
                        """, figures: mode.figures, style: "part"
                ).markup
            }
            return [whole] + [atRest].compactMap(\.self) + modes
        }
        return PageSection(
            identifier: "placements", title: "Where the phone was", lead: lead(placements),
            content: """
                <div class="scroll"><table class="stack parts">
                <thead><tr><th scope="col">placement and mode</th>\(RecallRow.header)</tr></thead>
                <tbody>
                \(rows)</tbody>
                </table></div>
                <p class="aside">The placement comes from the words of the manifest; rides under other name no \
                placement, or several. In each row \
                every data set with 50 windows or more weighs the same. Smaller data sets have no weight unless all \
                are small; the last column counts data sets with a weight. A placement’s own row is the mean over its \
                activities. Over time: the answers of a causal stream along the whole ride.</p>

                """)
    }

    /// The known placement at which rest is recognised least often.
    private func lead(_ placements: PlacementFigures) -> Markup {
        let rests = placements.groups.filter { $0.placement != .other }.compactMap { group in
            group.atRest?.rightOverTime.map { (placement: group.placement, share: $0) }
        }
        guard let least = rests.min(by: { $0.share < $1.share }) else { return "Rides by placement and mode." }
        return """
            Over time, rest is recognised least often at the placement \(least.placement.rawValue): \
            \(FigureText.percent(least.share)).
            """
    }
}

/// A row of a table of shares answered right.
struct RecallRow {
    let name: Markup
    let figures: RecallFigures
    /// The row's class.
    let style: String

    /// The headers of the columns behind the name.
    static let header: Markup = """
        <th scope="col" class="number">right</th><th scope="col" class="number">over time</th>\
        <th scope="col" class="number">windows</th><th scope="col" class="number">mostly wrong as</th>\
        <th scope="col" class="number">hours</th><th scope="col" class="number">rides</th>\
        <th scope="col" class="number">people</th><th scope="col" class="number">data sets</th>
        """

    var markup: Markup {
        let wrong =
            figures.mostlyTakenFor.map { $0.answer.name + " " + FigureText.percent($0.share) } ?? "–"
        return """
            <tr class="\(style)"><th scope="row">\(name)</th>\
            <td data-name="right" class="number"><b>\(FigureText.percent(figures.right))</b></td>\
            <td data-name="over time" class="number"><b>\(FigureText.percent(figures.rightOverTime))</b></td>\
            <td data-name="windows" class="number">\(FigureText.count(figures.windows))</td>\
            <td data-name="mostly wrong as" class="number">\(wrong)</td>\
            <td data-name="hours" class="number">\(FigureText.decimal(figures.hours, places: 2))</td>\
            <td data-name="rides" class="number">\(FigureText.count(figures.rides))</td>\
            <td data-name="people" class="number">\(FigureText.count(figures.people))</td>\
            <td data-name="data sets" class="number">\(FigureText.count(figures.dataSets))</td></tr>

            """
    }
}
