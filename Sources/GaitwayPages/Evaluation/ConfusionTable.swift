// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayReports

/// Truth against answer, as a table whose cells are shaded by their share of the row.
struct ConfusionTable {
    let metrics: Metrics
    /// The errors whose rides the page lists.
    let confusions: [ConfusedRides]

    var markup: Markup {
        let columns = Answer.allCases.map { answer -> Markup in
            """
            <th scope="col"><span>\(answer.name)</span></th>
            """
        }
        return """
            <table class="confusion">
            <thead><tr><td class="corner"><span>answer →</span><span>truth ↓</span></td>\(columns)</tr></thead>
            <tbody>
            \(Activity.allCases.map(row))</tbody>
            </table>
            """
    }

    private func row(_ truth: Activity) -> Markup {
        """
        <tr><th scope="row">\(truth.rawValue)</th>\(Answer.allCases.map { cell(truth, $0) })</tr>

        """
    }

    private func cell(_ truth: Activity, _ answer: Answer) -> Markup {
        guard let share = metrics.share(of: truth, answered: answer) else { return "<td>–</td>" }
        let count = Int(clamping: metrics.counts[truth, answer])
        guard count > 0 else { return "<td class=\"nothing\">0</td>" }
        let style = answer == Answer(truth) ? "right" : "wrong"
        let figures: Markup = """
            <b>\(FigureText.percent(share))</b><small>\(FigureText.count(count))</small>
            """
        let isListed = confusions.contains { $0.truth == truth && $0.answer == answer }
        let content: Markup =
            isListed ? "<a href=\"#\(ConfusedRidesList.anchor(truth, answer))\">\(figures)</a>" : figures
        return """
            <td class="\(style)" style="--share:\(FigureText.decimal(share))">\(content)</td>
            """
    }
}
