import Evaluation
import Formats
import MotionTypes

extension EvaluationReport {
    /// Both variants of the spliced rides under every smoother, side by side.
    func onFootText(_ width: Int) -> String {
        var table = TextTable([
            "smoothing", "macro-F1", "90 % interval", "changes", "delay, s", "false/h", "kept, s",
        ])
        for alternative in onFoot {
            if let direct = direct.first(where: { $0.smoothing == alternative.smoothing }) {
                table.add(Self.row(alternative.smoothing, direct.score))
            }
            table.add(Self.row("  on foot", alternative.score))
        }
        let shares = Activity.allCases.map { activity in
            activity.rawValue + " " + FigureText.percent(onFoot.first?.score.shareOfTime(activity), places: 1)
        }
        let rest = direct.map {
            $0.smoothing + " "
                + Self.kept($0.score.vehicleEnds.medianIntoRest, $0.score.vehicleEnds.percentile90IntoRest)
        }
        return "The same, and spliced rides in which a vehicle is entered and left on foot\n" + table.text(width: width)
            + Self.wrapped(
                [
                    "changes: of the answer, for each of the activity. kept: how long after the end of a ride the "
                        + "answer still names the vehicle, median (90th percentile).",
                    "On foot: \(onFoot.first?.score.blocks ?? 0) blocks; of the time, " + shares.joined(separator: ", ")
                        + ".",
                ]
                    + (direct.isEmpty
                        ? []
                        : [
                            "Where rest follows the vehicle at once, it is kept: "
                                + rest.joined(separator: ", ") + "."
                        ]),
                width)
    }

    private static func row(_ name: String, _ score: SplicedScore) -> [String] {
        [
            name, FigureText.decimal(score.metrics.macroF1), FigureText.range(score.intervals.macroF1),
            FigureText.decimal(score.answerChangesPerChange, places: 2),
            FigureText.decimal(score.medianDelay, places: 1),
            FigureText.decimal(score.falseChangesPerHour, places: 1),
            kept(score.vehicleEnds.median, score.vehicleEnds.percentile90),
        ]
    }

    private static func kept(_ median: Double?, _ percentile90: Double?) -> String {
        median == nil
            ? "-" : "\(FigureText.decimal(median, places: 1)) (\(FigureText.decimal(percentile90, places: 1)))"
    }
}
