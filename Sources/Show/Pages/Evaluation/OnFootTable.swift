import Evaluation
import MotionTypes
import Reports

/// Both variants of the spliced rides under every smoother, side by side.
struct OnFootTable {
    let report: EvaluationReport
    /// A few words about each smoother, by its name.
    let explanations: [String: String]

    /// Empty if no ride could be spliced in this way.
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
            <caption><span>Rides whose vehicles are entered and left on foot, beside the rides above</span></caption>
            <thead><tr><th scope="col">smoothing</th><th scope="col" class="number">macro\u{2011}F1</th>\
            <th scope="col" class="number">90 % interval</th><th scope="col" class="number">changes per change</th>\
            <th scope="col" class="number">delay, s (median)</th><th scope="col" class="number">delay, s (90 %)</th>\
            <th scope="col" class="number">false changes per hour</th>\
            <th scope="col" class="number">kept, s (median)</th>\
            <th scope="col" class="number">kept, s (90 %)</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table></div>
            <p class="aside">On foot, a walk lies before and after each vehicle: \
            \(FigureText.count(first.blocks, "block", "blocks")), \
            \(FigureText.decimal(first.hours, places: 1)) h: \(shares.joined(separator: ", ")). Changes per change are \
            changes of the answer for each change of the activity. "Kept" is the time after a ride in which the answer \
            still names its vehicle.\(intoRest)</p>

            """
    }

    private func row(_ smoothing: String, _ kind: String, style: String, _ score: SplicedScore) -> Markup {
        let name = style == "whole" ? smoothing : "on foot"
        let said = style == "whole" ? explanations[smoothing] ?? kind : ""
        return """
            <tr class="\(style)"><th scope="row">\(name)<small>\(said)</small></th>\
            <td data-name="macro-F1" class="number"><b>\(FigureText.decimal(score.metrics.macroF1))</b></td>\
            <td data-name="90 % interval" class="number">\(FigureText.range(score.intervals.macroF1))</td>\
            <td data-name="changes / change" class="number">\
            \(FigureText.decimal(score.answerChangesPerChange, places: 2))</td>\
            <td data-name="delay, s" class="number">\(FigureText.decimal(score.medianDelay, places: 1))</td>\
            <td data-name="delay, s (90 %)" class="number">\(FigureText.decimal(score.delay90, places: 1))</td>\
            <td data-name="false / h" class="number">\(FigureText.decimal(score.falseChangesPerHour, places: 1))</td>\
            <td data-name="kept, s" class="number">\(FigureText.decimal(score.vehicleEnds.median, places: 1))</td>\
            <td data-name="kept, s (90 %)" class="number">\
            \(FigureText.decimal(score.vehicleEnds.percentile90, places: 1))</td></tr>

            """
    }

    /// The time that vehicles are kept if rest follows them directly.
    private var intoRest: String {
        let kept = report.direct.compactMap { alternative -> String? in
            let ends = alternative.score.vehicleEnds
            guard let median = ends.medianIntoRest else { return nil }
            return "\(alternative.smoothing) \(FigureText.decimal(median, places: 1)) s "
                + "(90 %: \(FigureText.decimal(ends.percentile90IntoRest, places: 1)) s)"
        }
        return kept.isEmpty ? "" : " If rest follows the vehicle directly: " + kept.joined(separator: ", ") + "."
    }
}
