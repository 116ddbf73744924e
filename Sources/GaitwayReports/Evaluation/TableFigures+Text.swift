// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation

extension TableFigures {
    /// The figures for the terminal, with an explanation.
    package var text: String {
        var table = TextTable(["activity", "hours", "rides", "rows", "wrong", "redundant", "per hour", "no right row"])
        for activity in Activity.allCases {
            guard let rows = rows[activity] else { continue }
            table.add([
                activity.rawValue, FigureText.decimal(rows.hours, places: 2), String(rows.rides), String(rows.rows),
                String(rows.wrong), String(rows.needless),
                FigureText.decimal(rows.perHour, places: 1), String(rows.ridesMisread),
            ])
        }
        var text = """
            Tables of finished logs, one for each ride
            \(table.text())\
            A ride needs one row. Another row is wrong, or redundant if it repeats the row
            before; "per hour" counts both per labelled hour.

            """
        if let spliced, let causal {
            var table = TextTable(["on spliced rides", "changes per change", "90 % right within, hops", "macro-F1"])
            for (name, score) in [("table", spliced), ("causal stream", causal)] {
                table.add([
                    name, FigureText.decimal(score.answerChangesPerChange, places: 2),
                    FigureText.decimal(Self.hops(score.delay90), places: 0), FigureText.decimal(score.metrics.macroF1),
                ])
            }
            text += table.text()
        }
        return text
    }
}
