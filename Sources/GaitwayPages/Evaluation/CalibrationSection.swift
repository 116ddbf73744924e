// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayReports

/// Share of right answers by probability and by confidence.
struct CalibrationSection {
    let report: EvaluationReport

    var section: PageSection {
        var figures = [
            ReliabilityDiagram(
                name: "window", title: "One window", metrics: report.weighted,
                counts: report.unweighted.reliability
            ).markup
        ]
        if let smoothed = report.overTime?.causal {
            figures.append(
                ReliabilityDiagram(
                    name: "causal", title: "Over time, causal", metrics: smoothed.metrics,
                    counts: smoothed.metrics.reliability
                ).markup)
        }
        return PageSection(
            identifier: "calibration", title: "Does a probability mean what it says?",
            lead: """
                If the model gives 80 %, 80 % of those answers should be right: points lie on the diagonal. Points \
                below it mean that the model is too confident.
                """,
            content: """
                <div class="pair">\(figures)</div>
                \(confidence)
                """)
    }

    private var confidence: Markup {
        guard let figures = report.confidence else { return "" }
        let table = PageTable(
            "confidence", caption: "Right answers by confidence, single windows",
            columns: [.strong(.right), .figure(.share, heading: "of all windows")],
            rows: figures.levels.reversed().map { .init(name: .swatch($0.confidence.name), subject: $0) })
        return "\(table.markup)\n"
    }
}
