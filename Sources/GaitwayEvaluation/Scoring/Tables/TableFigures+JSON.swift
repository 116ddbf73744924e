// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayRecognition

extension TableFigures {
    /// A delay in seconds as a number of hops: 1 if the first window of the new activity is classified correctly.
    package static func hops(_ delay: Double?) -> Double? {
        delay.map { ($0 - Nanoseconds.product(WindowGrid.duration)) / Nanoseconds.product(WindowGrid.hopDuration) + 1 }
    }
}

extension JSONWriter {
    /// Writes the figures as an object, null without any.
    mutating func write(_ key: String, _ figures: TableFigures?) {
        guard let figures else { return add(key, json: nil) }
        object(key, .lines) { json in
            json.object("rows", .lines) { json in
                for activity in Activity.allCases {
                    guard let rows = figures.rows[activity] else { continue }
                    json.object(activity.rawValue) { json in
                        json.add("hours", rows.hours, places: 6)
                        json.add("rides", rows.rides)
                        json.add("rows", rows.rows)
                        json.add("wrong", rows.wrong)
                        json.add("needless", rows.needless)
                        json.add("wrong_or_needless_per_hour", rows.perHour, places: 6)
                        json.add("rides_misread", rows.ridesMisread)
                    }
                }
            }
            for (name, score) in [("spliced", figures.spliced), ("causal_stream", figures.causal)] {
                guard let score else {
                    json.add(name, json: nil)
                    continue
                }
                json.object(name) { json in
                    json.add("macro_f1", score.metrics.macroF1, places: 6)
                    json.add("changes", score.changes)
                    json.add("answer_changes", score.answerChanges)
                    json.add("answer_changes_per_change", score.answerChangesPerChange, places: 6)
                    json.add("changes_found", score.found)
                    json.add("delay_p90_hops", TableFigures.hops(score.delay90), places: 6)
                }
            }
        }
    }
}
