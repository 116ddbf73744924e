// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation

extension PlacementFigures {
    func text(width: Int) -> String {
        let rows = groups.flatMap { group in
            [(group.placement.rawValue, group.figures)] + (group.atRest.map { [("  at rest", $0)] } ?? [])
                + group.modes.map { ("  " + group.name(of: $0), $0.figures) }
        }
        let table = TextTable(
            "placement", [.hours, .rides, .people, .right(), .rightOverTime(), RecallFigures.mostlyWrongAs], rows)
        return "By placement of the phone\n" + table.text(width: width)
            + TextWidth.wrapped(
                "In each row every data set with \(CellWeights.minimumWindows) windows or more weighs the same, "
                    + "smaller ones weigh nothing unless all are small; a placement's own row is the mean over its "
                    + "activities. over time: as a causal stream answers the whole ride, which has no change. other: "
                    + "the manifest names no placement, or several.",
                width: width, indent: 2)
    }
}

extension RecallFigures {
    /// The commonest wrong answer with its share.
    static var mostlyWrongAs: FigureField<RecallFigures> {
        .init("mostly wrong as") { figures in
            .text(figures.mostlyTakenFor.map { "\($0.prediction.name) \(FigureText.percent($0.share, places: 1))" })
        }
    }
}

extension PlacementFigures.Group {
    /// A mode's name, with its activity if two activities share the name.
    package func name(of mode: PlacementFigures.Mode) -> String {
        let isShared = modes.contains { $0.mode == mode.mode && $0.activity != mode.activity }
        return isShared ? "\(mode.mode) (\(mode.activity.rawValue))" : mode.mode
    }
}
