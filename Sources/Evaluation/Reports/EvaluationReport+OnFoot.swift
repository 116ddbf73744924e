package import MotionTypes
import TextFormats

extension EvaluationReport {
    /// Every smoother on the spliced rides in which any activity follows any other, in the order of ``onFoot``.
    package var direct: [Alternative] {
        let causal = smoothed.map { [Alternative(smoothing: "causal", score: $0)] } ?? []
        return alternatives.filter { $0.smoothing == "none" } + causal + alternatives.filter { $0.smoothing != "none" }
    }

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
            activity.rawValue + " " + Self.percent(onFoot.first?.score.shareOfTime(activity))
        }
        let rest = direct.map {
            $0.smoothing + " "
                + Self.kept($0.score.vehicleEnds.medianIntoRest, $0.score.vehicleEnds.percentile90IntoRest)
        }
        return "The same, and spliced rides in which a vehicle is entered and left on foot\n" + table.text(width: width)
            + Self.wrapped(
                [
                    "changes: of the answer, for each of the activity. kept: how long after the end of a ride the answer still names "
                        + "the vehicle, median (90th percentile).",
                    "On foot: \(onFoot.first?.score.blocks ?? 0) blocks; of the time, " + shares.joined(separator: ", ")
                        + ".",
                ]
                    + (direct.isEmpty
                        ? []
                        : ["Where rest follows the vehicle at once, it is kept: " + rest.joined(separator: ", ") + "."]),
                width)
    }

    private static func row(_ name: String, _ score: SplicedScore) -> [String] {
        [
            name, number(score.metrics.macroF1), score.intervals.macroF1.map(range) ?? "-",
            score.answerChangesPerChange.map { DecimalText.text($0, places: 2) } ?? "-", tenths(score.medianDelay),
            tenths(score.falseChangesPerHour), kept(score.vehicleEnds.median, score.vehicleEnds.percentile90),
        ]
    }

    private static func kept(_ median: Double?, _ percentile90: Double?) -> String {
        median == nil ? "-" : "\(tenths(median)) (\(tenths(percentile90)))"
    }
}

extension SplicedScore {
    /// The share of the time in which the person does this; nil of none.
    package func shareOfTime(_ activity: Activity) -> Double? {
        let total = metrics.counts.total
        return total > 0 ? metrics.counts.total(of: activity) / total : nil
    }
}

extension JSONWriter {
    /// Writes the scores by smoother, with the hours of each activity; null without any.
    mutating func write(_ key: String, _ scores: [EvaluationReport.Alternative]) {
        guard let first = scores.first?.score else { return add(key, json: nil) }
        object(key, .lines) { json in
            json.object("activity_hours") { json in
                for activity in Activity.allCases {
                    json.add(
                        activity.rawValue, first.shareOfTime(activity).map { $0 * first.hours }, places: Self.decimals)
                }
            }
            for alternative in scores { json.write(alternative.smoothing, alternative.score) }
        }
    }

    /// Writes how long vehicles are kept, by smoother; null without any.
    mutating func write(_ key: String, ends scores: [EvaluationReport.Alternative]) {
        guard !scores.isEmpty else { return add(key, json: nil) }
        object(key, .lines) { json in
            for alternative in scores {
                let ends = alternative.score.vehicleEnds
                json.object(alternative.smoothing) { json in
                    json.add("ends", ends.delays.count)
                    json.add("never_left", ends.neverLeft)
                    json.add("median_s", ends.median, places: Self.decimals)
                    json.add("p90_s", ends.percentile90, places: Self.decimals)
                    json.add("into_rest", ends.delaysIntoRest.count)
                    json.add("into_rest_median_s", ends.medianIntoRest, places: Self.decimals)
                    json.add("into_rest_p90_s", ends.percentile90IntoRest, places: Self.decimals)
                    json.add(
                        "answer_changes_per_change", alternative.score.answerChangesPerChange, places: Self.decimals)
                }
            }
        }
    }
}
