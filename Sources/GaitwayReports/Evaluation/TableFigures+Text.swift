// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation

extension TableFigures {
    package var text: String {
        let table = TextTable(
            "activity", FigureField.all,
            Activity.allCases.compactMap { activity in
                rows[activity].map { (activity.rawValue, $0) }
            })
        var text = """
            Tables of finished logs, one for each ride
            \(table.text())\
            A ride needs one row. Another row is wrong, or redundant if it repeats the row
            before; "per hour" counts both per labelled hour.

            """
        if let spliced, let causal {
            text += TextTable(
                "on spliced rides", [.answerChangesPerChange, .hopsOfDelay90, .macroF1],
                [("table", spliced), ("causal stream", causal)]
            ).text()
        }
        return text
    }
}
