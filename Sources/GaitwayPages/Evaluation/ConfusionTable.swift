// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayReports

/// Truth against answer, as a table whose cells are shaded by their share of the row.
struct ConfusionTable {
    let metrics: Metrics
    let confusions: [ConfusedRides]

    var markup: Markup {
        let columns = Prediction.allCases.map { prediction -> Markup in
            """
            <th scope="col"><span>\(prediction.name)</span></th>
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
        <tr><th scope="row">\(truth.rawValue)</th>\(Prediction.allCases.map { cell(truth, $0) })</tr>

        """
    }

    private func cell(_ truth: Activity, _ prediction: Prediction) -> Markup {
        switch Cell(metrics, truth, prediction) {
        case .absent: return "<td>–</td>"
        case .nothing: return "<td class=\"nothing\">0</td>"
        case .answered(let share, let count, let style):
            let figures: Markup = """
                <b>\(FigureText.percent(share))</b><small>\(FigureText.count(count))</small>
                """
            let isListed = confusions.contains { $0.truth == truth && $0.prediction == prediction }
            let content: Markup =
                isListed ? "<a href=\"#\(ConfusedRidesList.anchor(truth, prediction))\">\(figures)</a>" : figures
            return """
                <td class="\(style.rawValue)" style="--share:\(FigureText.decimal(share))">\(content)</td>
                """
        }
    }
}

extension ConfusionTable {
    /// What a cell shows, in pages and in pictures.
    enum Cell {
        /// The class of a cell's markup.
        enum Style: String {
            case right
            case wrong
        }

        /// The activity has no windows.
        case absent
        /// None of its windows has this answer.
        case nothing
        /// A share of its windows has this answer.
        case answered(share: Double, count: Int, style: Style)

        init(_ metrics: Metrics, _ truth: Activity, _ prediction: Prediction) {
            let count = Int(clamping: metrics.counts[truth, prediction])
            if let share = metrics.share(of: truth, answered: prediction) {
                let style: Style = prediction == Prediction(truth) ? .right : .wrong
                self = count > 0 ? .answered(share: share, count: count, style: style) : .nothing
            } else {
                self = .absent
            }
        }
    }
}
