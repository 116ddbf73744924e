import Evaluation
import MotionTypes
import Reports

/// Smoothed answers, in figures and drawn along rides.
struct OverTimeSection {
    let report: EvaluationReport
    let timelines: [EvaluationPage.Timeline]
    let recordings: [String]

    /// Nil when nothing was scored over time.
    var section: PageSection? {
        guard let smoothed = report.smoothed else { return nil }
        let figures = timelines.enumerated().map { number, timeline in
            TimelineFigure(
                number: number + 1, title: timeline.title, note: timeline.note, timeline: timeline.timeline,
                recordings: recordings
            ).markup
        }
        return PageSection(
            identifier: "time", title: "Over time",
            lead: """
                \(FigureText.count(smoothed.blocks, "block", "blocks"))\(heldOut) were spliced to rides of \
                \(FigureText.decimal(smoothed.hours, places: 1)) h, in which the activity changes \
                \(FigureText.count(smoothed.changes, "time", "times")).
                """,
            content: """
                <div class="scroll">\(table)</div>
                \(OnFootTable(report: report, explanations: Self.explanations).markup)\(figures)
                """)
    }

    /// Empty unless it is certain that the rides were held out.
    private var heldOut: String { report.exposure?.isHeldOut == true ? " of held-out rides" : "" }

    private var table: Markup {
        let rows = report.direct.map { alternative -> Markup in
            let (name, score) = (alternative.smoothing, alternative.score)
            return """
                <tr><th scope="row">\(name)<small>\(Self.explanations[name] ?? "")</small></th>\
                <td data-name="macro-F1" class="number"><b>\(FigureText.decimal(score.metrics.macroF1))</b></td>\
                <td data-name="90 % interval" class="number">\(FigureText.range(score.intervals.macroF1))</td>\
                <td data-name="time right" class="number">\(FigureText.percent(score.metrics.accuracy, places: 1))</td>\
                <td data-name="changes found" class="number">\(FigureText.count(score.found)) of \
                \(FigureText.count(score.changes))</td>\
                <td data-name="delay, s" class="number">\(FigureText.decimal(score.medianDelay, places: 1))</td>\
                <td data-name="delay, s (90 %)" class="number">\(FigureText.decimal(score.delay90, places: 1))</td>\
                <td data-name="false / h" class="number">\
                \(FigureText.decimal(score.falseChangesPerHour, places: 1))</td>\
                <td data-name="calibration error" class="number">\
                \(FigureText.decimal(score.metrics.calibrationError))</td></tr>

                """
        }
        return """
            <table class="stack">
            <caption><span>Spliced rides under each smoother</span></caption>
            <thead><tr><th scope="col">smoothing</th><th scope="col" class="number">macro-F1</th>\
            <th scope="col" class="number">90 % interval</th><th scope="col" class="number">time right</th>\
            <th scope="col" class="number">changes found</th><th scope="col" class="number">delay, s (median)</th>\
            <th scope="col" class="number">delay, s (90 %)</th>\
            <th scope="col" class="number">false changes per hour</th>\
            <th scope="col" class="number">calibration error</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table>
            """
    }

    private static let explanations = [
        "none": "each window alone", "causal": "windows so far", "lag": "10 s later",
        "viterbi": "after the whole ride",
    ]
}
