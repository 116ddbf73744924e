// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayReports

/// A ride along time: its labels, the probabilities of its windows, each smoother's answers and the confidence.
///
/// Long rides are broken into staves of ten minutes. Shapes are SVG without an aspect ratio, in units of one window, so
/// they stretch with the page. Text is HTML at a share of the width, so it does not.
struct TimelineFigure {
    let number: Int
    let title: String
    let note: String
    let timeline: RideTimeline
    let recordings: [String]

    /// Seconds in a stave.
    private static let staveDuration = 600.0

    var markup: Markup {
        let count = Int(clamping: (timeline.duration / Self.staveDuration).rounded(.up))
        let staves = (0..<max(1, count)).map { index -> Markup in
            let start = Double(index) * Self.staveDuration
            let end = min(start + Self.staveDuration, timeline.duration)
            return TimelineStave(
                name: "timeline-\(number)-\(index + 1)", timeline: timeline, start: start, end: end,
                fullDuration: count > 1 ? Self.staveDuration : timeline.duration, recordings: recordings
            ).markup
        }
        let keys = ActivityClass.allCases.map { key($0.name, $0.name) } + [key("unknown", "unknown: no estimate")]
        return """
            <figure class="timeline">
            <h3>\(title)</h3>
            <p class="keys">\(keys)</p>
            \(staves)
            <figcaption>\(note) Smoothed causally, \
            \(FigureText.percent(timeline.shareRight)) of its windows are right. \
            A line under automotive means at rest in a vehicle: both flags are set. The taller the bar, \
            the higher the confidence.</figcaption>
            </figure>

            """
    }

    private func key(_ style: String, _ name: String) -> Markup {
        """
        <span><i class="swatch \(style)"></i>\(name)</span>
        """
    }
}
