// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayReports

/// The most important figures, large, at the top of the page.
struct HeadlineFigures {
    let report: EvaluationReport

    var markup: Markup {
        """
        <dl class="headline">
        \(figures)</dl>
        """
    }

    private var figures: [Markup] {
        let (knowable, causal, weakest) = (report.knowable, report.overTime?.causal, report.weakest)
        let fewFigures = Activity.allCases.compactMap { activity in
            report.fewWindows[activity].map { few(activity, windows: $0) }
        }
        let first = [
            knowable.map {
                figure(
                    "macro-F1 of activities seen, one window", FigureText.decimal($0.macroF1),
                    note: report.overTime?.knowable.map { "over time " + FigureText.decimal($0.metrics.macroF1) })
            },
            figure(
                knowable == nil ? "macro-F1, one window" : "macro-F1 of all, one window",
                FigureText.decimal(report.weighted.macroF1), interval: report.intervals.macroF1),
            causal.map {
                figure(
                    "macro-F1 over time, causal", FigureText.decimal($0.metrics.macroF1),
                    interval: $0.intervals.macroF1)
            },
        ]
        let last = [
            weakest.map {
                figure(
                    "weakest activity: " + $0.activity.rawValue, FigureText.decimal($0.f1),
                    interval: report.intervals.f1[$0.activity])
            },
            figure(
                "calibration error, one window", FigureText.decimal(report.weighted.calibrationError),
                note: causal.map { "after smoothing " + FigureText.decimal($0.metrics.calibrationError) }),
            causal.map {
                figure(
                    "delay after a change, median", FigureText.decimal($0.medianDelay, places: 1) + " s",
                    note: FigureText.decimal($0.delay90, places: 1) + " s at the 90th percentile")
            },
            causal.map {
                figure(
                    "false changes per hour", FigureText.decimal($0.falseChangesPerHour, places: 1),
                    note: "found " + FigureText.count($0.found) + " of "
                        + FigureText.count($0.changes, "change", "changes"))
            },
            report.unknown.auroc.map {
                figure(
                    "other activities, AUROC", FigureText.decimal($0),
                    note: FigureText.percent(report.unknown.knownRefused, places: 1)
                        + " of known windows classified as none or unknown")
            },
        ]
        return (first + fewFigures + last).compactMap(\.self)
    }

    /// The figure of an activity with few windows in every data set.
    private func few(_ activity: Activity, windows: Int) -> Markup {
        let f1 = FigureText.decimal(report.weighted[activity].f1)
        let interval = "\(FigureInterval.percent)\u{202F}% interval " + FigureText.range(report.intervals.f1[activity])
        let count = FigureText.count(windows, "window", "windows")
        return report.isTooFewToSay(activity)
            ? figure("\(activity.rawValue), \(count)", "too few to say", note: "F1 \(f1), \(interval)", style: "words")
            : figure("\(activity.rawValue), F1 of \(count)", f1, note: interval)
    }

    private func figure(_ name: String, _ value: String, interval: FigureInterval?) -> Markup {
        let range: Markup =
            interval.map { interval in
                """
                <span class="note">\(FigureInterval.percent)\u{202F}% interval \(FigureText.range(interval))</span>
                """
            } ?? ""
        return """
            <div><dt>\(name)</dt><dd><b>\(value)</b>\(range)</dd></div>

            """
    }

    private func figure(_ name: String, _ value: String, note: String? = nil, style: String = "figure") -> Markup {
        let note: Markup = note.map { "<span class=\"note\">\($0)</span>" } ?? ""
        return """
            <div><dt>\(name)</dt><dd><b class="\(style)">\(value)</b>\(note)</dd></div>

            """
    }
}
