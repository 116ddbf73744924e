// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation

extension PlacementFigures {
    /// The figures for a terminal of `width` columns, with an explanation.
    func text(width: Int) -> String {
        var table = TextTable(["placement", "hours", "rides", "people", "right", "over time", "mostly wrong as"])
        for group in groups {
            table.add(Self.row(group.placement.rawValue, group.figures))
            if let atRest = group.atRest { table.add(Self.row("  at rest", atRest)) }
            for mode in group.modes { table.add(Self.row("  " + group.name(of: mode), mode.figures)) }
        }
        return "By placement of the phone\n" + table.text(width: width)
            + TextWidth.wrapped(
                "In each row every data set with \(CellWeights.minimumWindows) windows or more weighs the same, "
                    + "smaller ones weigh nothing unless all are small; a placement's own row is the mean over its "
                    + "activities. over time: as a causal stream answers the whole ride, which has no change. other: "
                    + "the manifest names no placement, or several.",
                width: width, indent: 2)
    }

    private static func row(_ name: String, _ figures: RecallFigures) -> [String] {
        [
            name, FigureText.decimal(figures.hours, places: 2), String(figures.rides), String(figures.people),
            FigureText.percent(figures.right, places: 1), FigureText.percent(figures.rightOverTime, places: 1),
            figures.mostlyTakenFor.map { "\($0.answer.name) \(FigureText.percent($0.share, places: 1))" } ?? "-",
        ]
    }
}

extension PlacementFigures.Group {
    /// A mode's name, with its activity if two activities share the name.
    package func name(of mode: PlacementFigures.Mode) -> String {
        let isShared = modes.contains { $0.mode == mode.mode && $0.activity != mode.activity }
        return isShared ? "\(mode.mode) (\(mode.activity.rawValue))" : mode.mode
    }
}
