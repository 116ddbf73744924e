// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayReports

/// Recall of vehicles and bicycles by speed, and the figures without those that stand.
struct StandingSection {
    let report: EvaluationReport

    /// Nil if no vehicle or bicycle has a speed.
    var section: PageSection? {
        guard let standing = report.standing else { return nil }
        return PageSection(
            identifier: "standing", title: "Vehicles that stand", lead: lead(standing),
            content: """
                <div class="scroll">\(speeds(standing))</div>
                <div class="scroll">\(scores(standing))</div>
                <p class="aside">A vehicle stands if its GPS speed is below 0.5 m/s, and has moved once it reached 2 \
                m/s. Data sets weigh as in the \
                table of placements. \(withoutSpeed(standing))</p>

                """)
    }

    private func lead(_ standing: StandingFigures) -> Markup {
        guard let standstill = standing.standstill else {
            return "By GPS, none of the vehicles stands after it has moved."
        }
        return """
            For vehicles that stand after they have moved, the answer is automotive in \
            \(FigureText.percent(standstill.right)) of single windows and in \
            \(FigureText.percent(standstill.rightOverTime)) over time. If each window weighs the same, it is \
            \(FigureText.percent(standstill.plainRight)) and \(FigureText.percent(standstill.plainRightOverTime)).
            """
    }

    private func speeds(_ standing: StandingFigures) -> Markup {
        let rows = standing.rows.map { row in
            RecallRow(
                name: """
                    <i class="swatch \(row.activity.rawValue)"></i>\(row.activity.rawValue)\
                    <small>\(row.band.name)</small>
                    """, figures: row.figures, style: ""
            ).markup
        }
        return """
            <table class="stack">
            <caption><span>Recall by speed</span></caption>
            <thead><tr><th scope="col">speed by GPS</th>\(RecallRow.header)</tr></thead>
            <tbody>
            \(rows)</tbody>
            </table>
            """
    }

    private func scores(_ standing: StandingFigures) -> Markup {
        let macro = row(
            "macro-F1", standing.withoutStanding.macroF1, standing.intervals.macroF1, report.weighted.macroF1,
            leftOut: standing.leftOut.values.reduce(0, +))
        let rows = Activity.allCases.map { activity in
            row(
                """
                <i class="swatch \(activity.rawValue)"></i>\(activity.rawValue)
                """, standing.withoutStanding[activity].f1, standing.intervals.f1[activity],
                report.weighted[activity].f1,
                leftOut: standing.leftOut[activity] ?? 0)
        }
        return """
            <table class="stack">
            <caption><span>F1 of single windows without vehicles and bicycles that stand</span></caption>
            <thead><tr><th scope="col">activity</th><th scope="col" class="number">F1 without them</th>\
            <th scope="col" class="number">\(FigureInterval.title)</th><th scope="col" class="number">with them</th>\
            <th scope="col" class="number">windows left out</th></tr></thead>
            <tbody>
            \([macro] + rows)</tbody>
            </table>
            """
    }

    private func row(
        _ name: Markup, _ value: Double?, _ interval: FigureInterval?, _ with: Double?, leftOut: Int
    ) -> Markup {
        """
        <tr><th scope="row">\(name)</th>\
        <td data-name="F1 without them" class="number"><b>\(FigureText.decimal(value))</b></td>\
        <td data-name="\(FigureInterval.title)" class="number">\(FigureText.range(interval))</td>\
        <td data-name="with them" class="number">\(FigureText.decimal(with))</td>\
        <td data-name="left out" class="number">\(FigureText.count(leftOut))</td></tr>

        """
    }

    private func withoutSpeed(_ standing: StandingFigures) -> String {
        let parts = [Activity.automotive, .cycling].compactMap { activity in
            standing.withoutSpeed[activity].map { "\(FigureText.count($0)) of \(activity.rawValue)" }
        }
        return parts.isEmpty ? "" : "Windows without GPS: " + parts.joined(separator: ", ") + "."
    }
}
