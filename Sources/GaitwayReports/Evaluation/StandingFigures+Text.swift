// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation

extension StandingFigures {
    /// The figures beside `headline`, for a terminal of `width` columns, with an explanation.
    package func text(beside headline: Metrics, width: Int) -> String {
        var scores = TextTable(["without standing vehicles", "F1", FigureInterval.title, "with them", "left out"])
        scores.add([
            "macro-F1", FigureText.decimal(withoutStanding.macroF1),
            FigureText.range(intervals.macroF1), FigureText.decimal(headline.macroF1),
            String(leftOut.values.reduce(0, +)),
        ])
        for activity in Activity.allCases {
            scores.add([
                activity.rawValue, FigureText.decimal(withoutStanding[activity].f1),
                FigureText.range(intervals.f1[activity]),
                FigureText.decimal(headline[activity].f1),
                String(leftOut[activity] ?? 0),
            ])
        }
        var speeds = TextTable(["speed by GPS", "hours", "rides", "right", "over time", "mostly wrong as"])
        for activity in [Activity.automotive, .cycling] {
            let rows = rows.filter { $0.activity == activity }
            if !rows.isEmpty { speeds.add([activity.rawValue]) }
            for row in rows {
                speeds.add([
                    "  " + row.band.name, FigureText.decimal(row.figures.hours, places: 2),
                    String(row.figures.rides), FigureText.percent(row.figures.right, places: 1),
                    FigureText.percent(row.figures.rightOverTime, places: 1),
                    row.figures.mostlyTakenFor.map { "\($0.answer.name) \(FigureText.percent($0.share, places: 1))" }
                        ?? "-",
                ])
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
