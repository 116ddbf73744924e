import Evaluation
import MotionTypes

/// Whether a probability means what it says.
struct CalibrationSection {
    let report: EvaluationReport

    var section: PageSection {
        var figures = [
            ReliabilityDiagram(
                name: "window", title: "One window", metrics: report.weighted,
                counts: report.unweighted.reliability
            ).markup
        ]
        if let smoothed = report.smoothed {
            figures.append(
                ReliabilityDiagram(
                    name: "causal", title: "Over time, causal", metrics: smoothed.metrics,
                    counts: smoothed.metrics.reliability
                ).markup)
        }
        return PageSection(
            identifier: "calibration", title: "Does a probability mean what it says?",
            lead: """
                Of windows to which the model gives 80 %, 80 % should be right: points on the diagonal. Below it the model \
                claims too much.
                """,
            content: """
                <div class="pair">\(figures)</div>
                \(confidence)
                """)
    }

    /// What low, medium and high are worth.
    private var confidence: Markup {
        guard let figures = report.confidence else { return "" }
        let rows = figures.levels.reversed().map { level -> Markup in
            """
            <tr><th scope="row"><i class="swatch \(level.confidence.name)"></i>\(level.confidence.name)</th>\
            <td class="number"><b>\(FigureText.percent(level.right, places: 1))</b></td>\
            <td class="number">\(FigureText.percent(level.share, places: 1))</td></tr>

            """
        }
        return """
            <div class="scroll"><table>
            <caption><span>What a confidence is worth, single windows</span></caption>
            <thead><tr><th scope="col">confidence</th><th scope="col" class="number">right</th>\
            <th scope="col" class="number">of all windows</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table></div>

            """
    }
}
