// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition

extension JSONWriter {
    /// Writes the figures over time: the causal score, the other smoothers on the same rides, jumps, how long vehicles
    /// are kept, and whole rides; null without any.
    mutating func write(_ figures: OverTimeFigures?) {
        guard let figures else {
            for key in ["splices", "smoothed", "alternatives", "jumps", "short", "vehicle_ends", "whole_rides"] {
                add(key, json: nil)
            }
            return
        }
        add("splices", figures.variant.rawValue)
        write("smoothed", figures.causal)
        object("alternatives", .lines) { json in
            for row in figures.rows where row.smoothing != .causal { json.write(row.smoothing.rawValue, row.score) }
        }
        if figures.jumps.isEmpty {
            add("jumps", json: nil)
        } else {
            object("jumps", .lines) { json in
                for row in figures.jumps { json.write(row.smoothing.rawValue, row.score) }
            }
        }
        object("short", .lines) { json in
            for row in figures.short { json.write(row.smoothing.rawValue, row.score) }
        }
        object("vehicle_ends", .lines) { json in
            json.write(figures.variant.rawValue, ends: figures.rows)
            if !figures.jumps.isEmpty { json.write(SplicedRides.Variant.direct.rawValue, ends: figures.jumps) }
        }
        write("whole_rides", figures.whole)
    }

    /// Writes a score; null without one.
    fileprivate mutating func write(_ key: String, _ score: SplicedScore) {
        object(key, .lines) { json in
            json.write(score.metrics)
            json.write("interval", score.intervals.macroF1)
            json.add("hours", score.hours, places: Self.decimals)
            json.object("activity_hours") { json in
                for activity in Activity.allCases {
                    json.add(
                        activity.rawValue, score.shareOfTime(activity).map { $0 * score.hours }, places: Self.decimals)
                }
            }
            json.add("blocks", score.blocks)
            json.add("changes", score.changes)
            json.add("changes_found", score.found)
            json.add("delay_median_s", score.medianDelay, places: Self.decimals)
            json.add("delay_p90_s", score.delay90, places: Self.decimals)
            json.add("answer_changes", score.answerChanges)
            json.add("false_changes_per_hour", score.falseChangesPerHour, places: Self.decimals)
        }
    }

    /// Writes how long vehicles are kept, by smoother.
    private mutating func write(_ key: String, ends rows: [OverTimeFigures.Row]) {
        object(key, .lines) { json in
            for row in rows {
                let ends = row.score.vehicleEnds
                json.object(row.smoothing.rawValue) { json in
                    json.add("ends", ends.delays.count)
                    json.add("never_left", ends.neverLeft)
                    json.add("median_s", ends.median, places: Self.decimals)
                    json.add("p90_s", ends.percentile90, places: Self.decimals)
                    json.add("into_rest", ends.delaysIntoRest.count)
                    json.add("into_rest_median_s", ends.medianIntoRest, places: Self.decimals)
                    json.add("into_rest_p90_s", ends.percentile90IntoRest, places: Self.decimals)
                    json.add("answer_changes_per_change", row.score.answerChangesPerChange, places: Self.decimals)
                }
            }
        }
    }

    private mutating func write(_ key: String, _ figures: WholeRideFigures?) {
        guard let figures else { return add(key, json: nil) }
        object(key, .lines) { json in
            json.add("recordings", figures.recordings)
            json.add("changing", figures.changing)
            for row in figures.rows {
                json.object(row.smoothing.rawValue) { json in
                    json.add("macro_f1", row.metrics.macroF1, places: Self.decimals)
                    json.add("accuracy", row.metrics.accuracy, places: Self.decimals)
                    json.add("log_loss", row.metrics.logLoss, places: Self.decimals)
                    json.add("right_where_changing", row.rightWhereChanging, places: Self.decimals)
                }
            }
        }
    }
}
