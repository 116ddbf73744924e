// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayReports

/// Smoothed answers, in figures and drawn along rides.
struct OverTimeSection {
    let report: EvaluationReport
    let timelines: [EvaluationPage.Timeline]
    let recordings: [String]

    /// Nil when nothing was scored over time.
    var section: PageSection? {
        guard let overTime = report.overTime else { return nil }
        let causal = overTime.causal
        let figures = timelines.enumerated().map { number, timeline in
            TimelineFigure(
                number: number + 1, title: timeline.title, note: timeline.note, timeline: timeline.timeline,
                recordings: recordings
            ).markup
        }
        return PageSection(
            identifier: "time", title: "Over time",
            lead: """
                \(FigureText.count(causal.blocks, "block", "blocks"))\(heldOut) were spliced to rides of \
                \(FigureText.decimal(causal.hours, places: 1)) h \(overTime.splicing). The activity changes \
                \(FigureText.count(causal.changes, "time", "times")).
                """,
            content: """
                \(OverTimeTables(figures: overTime).markup)\(figures)
                """)
    }

    /// Empty unless it is certain that the rides were held out.
    private var heldOut: String { report.exposure?.isHeldOut == true ? " of held-out rides" : "" }
}
