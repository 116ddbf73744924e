// SPDX-License-Identifier: Apache-2.0
import GaitwayRecognition

extension FigureField<SplicedScore> {
    package static var interval: Self { Self("interval", FigureInterval.title) { .interval($0.intervals.macroF1) } }
    package static var right: Self { Self("accuracy", "right") { .share($0.metrics.accuracy) } }
    package static var medianDelay: Self { Self("delay_median_s", "delay, s") { .number($0.medianDelay, places: 1) } }
    package static var falseChangesPerHour: Self {
        Self("false_changes_per_hour", "false/h") { .number($0.falseChangesPerHour, places: 1) }
    }
}

extension FigureField<WholeRideFigures.Row> {
    package static var rightWhereChanging: Self {
        Self("right_where_changing", "right where activities change") { .share($0.rightWhereChanging) }
    }
}

extension JSONWriter {
    /// Writes the figures over time: the causal score, the other smoothers on the same rides, jumps, how long vehicles
    /// are kept, and whole rides; null without any.
    mutating func write(_ figures: OverTimeFigures?) {
        add("splices", figures?.variant.rawValue)
        object("smoothed", of: figures?.causal, .lines) { $1.write($0) }
        write("alternatives", figures?.rows.filter { $0.smoothing != .causal })
        write("jumps", figures?.jumps.isEmpty == true ? nil : figures?.jumps)
        write("short", figures?.short)
        object("vehicle_ends", of: figures, .lines) { figures, json in
            json.write(figures.variant.rawValue, ends: figures.rows)
            if !figures.jumps.isEmpty { json.write(SplicedRides.Variant.direct.rawValue, ends: figures.jumps) }
        }
        object("whole_rides", of: figures?.whole, .lines) { whole, json in
            json.add("recordings", whole.recordings)
            json.add("changing", whole.changing)
            for row in whole.rows {
                json.add(row.smoothing.rawValue, row, [.macroF1, .accuracy, .logLoss, .rightWhereChanging])
            }
        }
    }

    /// Writes the score of each smoother; null without scores.
    private mutating func write(_ key: String, _ rows: [OverTimeFigures.Row]?) {
        object(key, of: rows, .lines) { rows, json in
            for row in rows { json.object(row.smoothing.rawValue, .lines) { $0.write(row.score) } }
        }
    }

    private mutating func write(_ score: SplicedScore) {
        write(score.metrics)
        write("interval", score.intervals.macroF1)
        add(["hours": score.hours])
        object("activity_hours") { json in
            for activity in Activity.allCases {
                json.add([activity.rawValue: score.shareOfTime(activity).map { $0 * score.hours }])
            }
        }
        add("blocks", score.blocks)
        add("changes", score.changes)
        add("changes_found", score.found)
        add(["delay_median_s": score.medianDelay, "delay_p90_s": score.delay90])
        add("answer_changes", score.answerChanges)
        add(["false_changes_per_hour": score.falseChangesPerHour])
    }

    private mutating func write(_ key: String, ends rows: [OverTimeFigures.Row]) {
        object(key, .lines) { json in
            for row in rows {
                let ends = row.score.vehicleEnds
                json.object(row.smoothing.rawValue) { json in
                    json.add("ends", ends.delays.count)
                    json.add("never_left", ends.neverLeft)
                    json.add(["median_s": ends.median, "p90_s": ends.percentile90])
                    json.add("into_rest", ends.delaysIntoRest.count)
                    json.add([
                        "into_rest_median_s": ends.medianIntoRest, "into_rest_p90_s": ends.percentile90IntoRest,
                        "answer_changes_per_change": row.score.answerChangesPerChange,
                    ])
                }
            }
        }
    }
}
