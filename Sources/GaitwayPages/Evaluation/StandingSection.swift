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
                \(speeds(standing))
                \(scores(standing))
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
        PageTable(
            "speed by GPS", style: "stack", caption: "Recall by speed", columns: .recall,
            rows: standing.rows.map { row in
                .init(
                    name: "\(Markup.swatch(row.activity.rawValue))<small>\(row.band.name)</small>",
                    subject: row.figures, style: "")
            }
        ).markup
    }

    private func scores(_ standing: StandingFigures) -> Markup {
        let fields = standing.fields(beside: report.weighted)
        return PageTable(
            "activity", style: "stack", caption: "F1 of single windows without vehicles and bicycles that stand",
            columns: [
                .strong(fields[0].named("F1 without them")), .figure(fields[1]), .figure(fields[2]),
                .figure(fields[3], heading: "windows left out"),
            ],
            rows: [.init(name: "macro-F1", subject: nil)]
                + Activity.allCases.map { .init(name: .swatch($0.rawValue), subject: $0) }
        ).markup
    }

    private func withoutSpeed(_ standing: StandingFigures) -> String {
        let parts = [Activity.automotive, .cycling].compactMap { activity in
            standing.withoutSpeed[activity].map { "\(FigureText.count($0)) of \(activity.rawValue)" }
        }
        return parts.isEmpty ? "" : "Windows without GPS: " + parts.joined(separator: ", ") + "."
    }
}
