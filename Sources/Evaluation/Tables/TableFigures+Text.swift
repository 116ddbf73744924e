internal import ActivityFeatures
internal import ActivityRecognition
internal import MotionTypes
internal import TextFormats

extension TableFigures {
    /// A delay in hops: 1 when the first window of the new activity is answered right. Nil of none.
    static func hops(_ delay: Double?) -> Double? {
        delay.map { ($0 - Nanoseconds.product(WindowGrid.duration)) / Nanoseconds.product(WindowGrid.hopDuration) + 1 }
    }

    /// The figures for the terminal, with what they mean.
    var text: String {
        var table = TextTable(["activity", "hours", "rides", "rows", "wrong", "needless", "per hour", "misread"])
        for activity in Activity.allCases {
            guard let rows = rows[activity] else { continue }
            table.add([
                activity.rawValue, DecimalText.text(rows.hours, places: 2), String(rows.rides), String(rows.rows),
                String(rows.wrong), String(rows.needless),
                rows.perHour.map { DecimalText.text($0, places: 1) } ?? "-", String(rows.ridesMisread),
            ])
        }
        var text = """
            Tables of finished logs, one for each ride
            \(table.text())\
            A ride needs one row. Others are wrong, or needless as they say the same again;
            "per hour" counts both per labelled hour. Misread rides have no right row.

            """
        if let spliced, let causal {
            func number(_ value: Double?, _ places: Int) -> String {
                value.map { DecimalText.text($0, places: places) } ?? "-"
            }
            var table = TextTable(["on spliced rides", "changes per change", "90 % right within, hops", "macro-F1"])
            for (name, score) in [("table", spliced), ("causal stream", causal)] {
                table.add([
                    name, number(score.answerChangesPerChange, 2),
                    number(Self.hops(score.delay90), 0), number(score.metrics.macroF1, 3),
                ])
            }
            text += table.text()
        }
        return text
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
