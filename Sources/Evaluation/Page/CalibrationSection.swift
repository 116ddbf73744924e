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
            content: "<div class=\"pair\">\(figures)</div>")
    }
}
