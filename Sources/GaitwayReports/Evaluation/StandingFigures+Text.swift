// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayEvaluation

extension StandingFigures {
    /// F1 of an activity without standing vehicles, beside `headline` with them; macro-F1 without an activity.
    package func fields(beside headline: Metrics) -> [FigureField<Activity?>] {
        func f1(_ metrics: Metrics, _ activity: Activity?) -> Double? {
            if let activity { metrics[activity].f1 } else { metrics.macroF1 }
        }
        return [
            .init("F1") { .number(f1(withoutStanding, $0)) },
            .init(FigureInterval.title) { .interval($0.map { intervals.f1[$0] } ?? intervals.macroF1) },
            .init("with them") { .number(f1(headline, $0)) },
            .init("left out") { .count($0.map { leftOut[$0] ?? 0 } ?? leftOut.values.reduce(0, +)) },
        ]
    }

    /// The figures beside `headline`, for a terminal of `width` columns, with an explanation.
    package func text(beside headline: Metrics, width: Int) -> String {
        let scores = TextTable(
            "without standing vehicles", fields(beside: headline),
            [("macro-F1", nil)] + Activity.allCases.map { ($0.rawValue, $0) })
        var speeds = TextTable(["speed by GPS", "hours", "rides", "right", "over time", "mostly wrong as"])
        for activity in [Activity.automotive, .cycling] {
            let rows = rows.filter { $0.activity == activity }
            if !rows.isEmpty { speeds.add([activity.rawValue]) }
            for row in rows {
                let fields: [FigureField<RecallFigures>] = [
                    .hours, .rides, .right(), .rightOverTime(), RecallFigures.mostlyWrongAs,
                ]
                speeds.add(["  " + row.band.name] + fields.map { FigureText.text($0.value(row.figures)) })
            }
        }
        let lost = leftOut.keys.filter { withoutStanding[$0].windows == 0 }.map(\.rawValue).sorted()
        let without = [Activity.automotive, .cycling].compactMap { activity in
            withoutSpeed[activity].map { "\($0) of \(activity.rawValue)" }
        }
        let notes = [
            standstill.map {
                "Vehicles that stand after moving, each window alike: \(FigureText.percent($0.plainRight, places: 1)) "
                    + "right, \(FigureText.percent($0.plainRightOverTime, places: 1)) over time. "
                    + "In the table data sets weigh as by placement."
            },
            "Standing is below \(FigureText.decimal(Self.standing, places: 1)) m/s by GPS; moved is "
                + "\(FigureText.decimal(Self.moving, places: 0)) m/s or more.",
            lost.isEmpty
                ? nil
                : "Nothing but standing windows: \(lost.joined(separator: ", ")). "
                    + "Macro-F1 is the mean over the others.",
            without.isEmpty ? nil : "Windows without GPS: \(without.joined(separator: ", ")).",
        ].compactMap(\.self)
        return scores.text(width: width) + speeds.text(width: width)
            + notes.map { TextWidth.wrapped($0, width: width, indent: 2) }.joined()
    }
}
