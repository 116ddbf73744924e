import Evaluation
import MotionTypes

/// Both variants of the spliced rides under every smoother, side by side.
struct OnFootTable {
    let report: EvaluationReport
    /// What each smoother is, in a few words.
    let explanations: [String: String]

    /// Nothing where no ride could be spliced so.
    var markup: Markup {
        guard let first = report.onFoot.first?.score else { return "" }
        let rows = report.onFoot.flatMap { alternative -> [Markup] in
            let direct = report.direct.first { $0.smoothing == alternative.smoothing }
            return [
                direct.map { row(alternative.smoothing, "any change", style: "whole", $0.score) } ?? "",
                row(alternative.smoothing, "on foot", style: direct == nil ? "whole" : "part", alternative.score),
            ]
        }
        let shares = Activity.allCases.map { activity in
            activity.rawValue + " " + FigureText.percent(first.shareOfTime(activity))
        }
        return """
            <div class="scroll"><table class="stack parts">
            <caption><span>A vehicle that is entered and left on foot, beside the rides above</span></caption>
            <thead><tr><th scope="col">smoothing</th><th scope="col" class="number">macro\u{2011}F1</th>\
            <th scope="col" class="number">90 % interval</th><th scope="col" class="number">changes per change</th>\
            <th scope="col" class="number">delay, s (median)</th><th scope="col" class="number">delay, s (90\u{A0}%)</th>\
            <th scope="col" class="number">false changes\u{A0}/\u{A0}h</th>\
            <th scope="col" class="number">kept, s (median)</th>\
            <th scope="col" class="number">kept, s (90\u{A0}%)</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table></div>
            <p class="aside">On foot, a walk lies before and after each vehicle: \(FigureText.count(first.blocks, "block", "blocks")), \
            \(FigureText.decimal(first.hours, places: 1)) h, of which \(shares.joined(separator: ", ")). Changes are those of the answer, for each of the activity. A vehicle is kept as long as the answer names it \
            after the end of its ride.\(intoRest)</p>

            """
    }

    private func row(_ smoothing: String, _ kind: String, style: String, _ score: SplicedScore) -> Markup {
        let name = style == "whole" ? smoothing : "on foot"
        let said = style == "whole" ? explanations[smoothing] ?? kind : ""
        return """
            <tr class="\(style)"><th scope="row">\(name)<small>\(said)</small></th>\
            <td data-name="macro-F1" class="number"><b>\(FigureText.decimal(score.metrics.macroF1))</b></td>\
            <td data-name="90 % interval" class="number">\(FigureText.range(score.intervals.macroF1))</td>\
            <td data-name="changes / change" class="number">\(FigureText.decimal(score.answerChangesPerChange, places: 2))</td>\
            <td data-name="delay, s" class="number">\(FigureText.decimal(score.medianDelay, places: 1))</td>\
            <td data-name="delay, s (90 %)" class="number">\(FigureText.decimal(score.delay90, places: 1))</td>\
            <td data-name="false / h" class="number">\(FigureText.decimal(score.falseChangesPerHour, places: 1))</td>\
            <td data-name="kept, s" class="number">\(FigureText.decimal(score.vehicleEnds.median, places: 1))</td>\
            <td data-name="kept, s (90 %)" class="number">\(FigureText.decimal(score.vehicleEnds.percentile90, places: 1))</td></tr>

            """
    }

    /// Where a chair follows a vehicle directly.
    private var intoRest: String {
        let kept = report.direct.compactMap { alternative -> String? in
            let ends = alternative.score.vehicleEnds
            guard let median = ends.medianIntoRest else { return nil }
            return "\(alternative.smoothing) \(FigureText.decimal(median, places: 1)) s "
                + "(90 %: \(FigureText.decimal(ends.percentile90IntoRest, places: 1)) s)"
        }
        return kept.isEmpty ? "" : " Where rest follows the vehicle directly: " + kept.joined(separator: ", ") + "."
    }
}
