import Formats
package import MotionTypes

extension EvaluationReport {
    /// Every smoother on the spliced rides in which any activity follows any other, in the order of ``onFoot``.
    package var direct: [Alternative] {
        let causal = smoothed.map { [Alternative(smoothing: "causal", score: $0)] } ?? []
        return alternatives.filter { $0.smoothing == "none" } + causal + alternatives.filter { $0.smoothing != "none" }
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
