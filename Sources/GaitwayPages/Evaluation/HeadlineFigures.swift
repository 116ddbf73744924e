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
        var figures: [Markup] = []
        if let knowable = report.knowable {
            figures.append(
                figure(
                    "macro-F1 of activities seen, one window", FigureText.decimal(knowable.macroF1),
                    note: report.overTime?.knowable.map { "over time " + FigureText.decimal($0.metrics.macroF1) }))
        }
        figures.append(
            figure(
                report.knowable == nil ? "macro-F1, one window" : "macro-F1 of all, one window",
                FigureText.decimal(report.weighted.macroF1),
                interval: report.intervals.macroF1))
        if let smoothed = report.overTime?.causal {
            figures.append(
                figure(
                    "macro-F1 over time, causal", FigureText.decimal(smoothed.metrics.macroF1),
                    interval: smoothed.intervals.macroF1))
        }
        for activity in Activity.allCases {
            guard let windows = report.fewWindows[activity] else { continue }
            figures.append(few(activity, windows: windows))
        }
        if let weakest = report.weakest {
            figures.append(
                figure(
                    "weakest activity: " + weakest.activity.rawValue, FigureText.decimal(weakest.f1),
                    interval: report.intervals.f1[weakest.activity]))
        }
        figures.append(
            figure(
                "calibration error, one window", FigureText.decimal(report.weighted.calibrationError),
                note: report.overTime.map {
                    "after smoothing " + FigureText.decimal($0.causal.metrics.calibrationError)
                }))
        if let smoothed = report.overTime?.causal {
            figures.append(
                figure(
                    "delay after a change, median", FigureText.decimal(smoothed.medianDelay, places: 1) + " s",
                    note: FigureText.decimal(smoothed.delay90, places: 1) + " s at the 90th percentile"))
            figures.append(
                figure(
                    "false changes per hour",
                    FigureText.decimal(smoothed.falseChangesPerHour, places: 1),
                    note: "found "
                        + FigureText.count(smoothed.found) + " of "
                        + FigureText.count(smoothed.changes, "change", "changes")))
        }
        if let auroc = report.unknown.auroc {
            figures.append(
                figure(
                    "other activities, AUROC", FigureText.decimal(auroc),
                    note: FigureText.percent(report.unknown.knownRefused, places: 1)
                        + " of known windows classified as none or unknown"))
        }
        return figures
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
