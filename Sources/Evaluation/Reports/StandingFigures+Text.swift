import MotionTypes
import TextFormats

extension StandingFigures {
    /// The figures for a terminal of so many columns, with what they mean, beside `headline`.
    func text(beside headline: Metrics, width: Int) -> String {
        var scores = TextTable(["without standing vehicles", "F1", "90 % interval", "with them", "left out"])
        scores.add([
            "macro-F1", EvaluationReport.number(withoutStanding.macroF1),
            intervals.macroF1.map(EvaluationReport.range) ?? "-", EvaluationReport.number(headline.macroF1),
            String(leftOut.values.reduce(0, +)),
        ])
        for activity in Activity.allCases {
            scores.add([
                activity.rawValue, EvaluationReport.number(withoutStanding[activity].f1),
                intervals.f1[activity].map(EvaluationReport.range) ?? "-",
                EvaluationReport.number(headline[activity].f1),
                String(leftOut[activity] ?? 0),
            ])
        }
        var speeds = TextTable(["speed by GPS", "hours", "rides", "right", "over time", "mostly wrong as"])
        for activity in [Activity.automotive, .cycling] {
            let rows = rows.filter { $0.activity == activity }
            if !rows.isEmpty { speeds.add([activity.rawValue]) }
            for row in rows {
                speeds.add([
                    "  " + row.band.name, DecimalText.text(row.figures.hours, places: 2),
                    String(row.figures.rides), EvaluationReport.percent(row.figures.right),
                    EvaluationReport.percent(row.figures.rightOverTime),
                    row.figures.mostlyTakenFor.map { "\($0.answer.name) \(EvaluationReport.percent($0.share))" } ?? "-",
                ])
            }
        }
        let lost = leftOut.keys.filter { withoutStanding[$0].windows == 0 }.map(\.rawValue).sorted()
        let without = [Activity.automotive, .cycling].compactMap { activity in
            withoutSpeed[activity].map { "\($0) of \(activity.rawValue)" }
        }
        let notes = [
            standstill.map {
                "Vehicles that stand after moving, each window alike: \(EvaluationReport.percent($0.plainRight)) right, "
                    + "\(EvaluationReport.percent($0.plainRightOverTime)) over time. In the table data sets weigh as by placement."
            },
            "Standing is below \(DecimalText.text(Self.standing, places: 1)) m/s by GPS; moved is "
                + "\(DecimalText.text(Self.moving, places: 0)) m/s or more.",
            lost.isEmpty
                ? nil
                : "Nothing but standing windows: \(lost.joined(separator: ", ")). Macro-F1 is the mean over the others.",
            without.isEmpty ? nil : "Windows without GPS: \(without.joined(separator: ", ")).",
        ].compactMap(\.self)
        return scores.text(width: width) + speeds.text(width: width)
            + notes.map { TextWidth.wrapped($0, width: width, indent: 2) }.joined()
    }
}

extension JSONWriter {
    /// Writes the figures as an object, null without any.
    mutating func write(_ key: String, _ figures: StandingFigures?) {
        guard let figures else { return add(key, json: nil) }
        object(key, .lines) { json in
            json.add("macro_f1", figures.withoutStanding.macroF1, places: Self.decimals)
            json.write("interval", figures.intervals.macroF1)
            json.object("f1") { json in
                for activity in Activity.allCases {
                    json.add(activity.rawValue, figures.withoutStanding[activity].f1, places: Self.decimals)
                }
            }
            json.object("windows_left_out") { json in
                for activity in [Activity.automotive, .cycling] {
                    json.add(activity.rawValue, figures.leftOut[activity] ?? 0)
                }
            }
            json.object("windows_without_speed") { json in
                for activity in [Activity.automotive, .cycling] {
                    json.add(activity.rawValue, figures.withoutSpeed[activity] ?? 0)
                }
            }
            json.write("standstill_after_moving", figures.standstill)
            json.array("speeds", .lines) { json in
                for row in figures.rows {
                    json.object { json in
                        json.add("activity", row.activity.rawValue)
                        json.add("speed", row.band.rawValue)
                        json.write(row.figures)
                    }
                }
            }
        }
    }
}
