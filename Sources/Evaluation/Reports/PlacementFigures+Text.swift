import MotionTypes
import TextFormats

extension PlacementFigures {
    /// The figures for a terminal of so many columns, with what they mean.
    func text(width: Int) -> String {
        var table = TextTable(["placement", "hours", "rides", "people", "right", "over time", "mostly wrong as"])
        for group in groups {
            table.add(Self.row(group.placement.rawValue, group.figures))
            if let atRest = group.atRest { table.add(Self.row("  at rest", atRest)) }
            for mode in group.modes { table.add(Self.row("  " + group.name(of: mode), mode.figures)) }
        }
        return "By placement of the phone\n" + table.text(width: width)
            + TextWidth.wrapped(
                "In each row every data set with \(CellWeights.minimumWindows) windows or more weighs the same, smaller ones "
                    + "weigh nothing unless all are small; a placement's own row is the mean over its activities. over time: "
                    + "as a causal stream answers the whole ride, which has no change. other: the manifest names no placement, or several.",
                width: width, indent: 2)
    }

    private static func row(_ name: String, _ figures: RecallFigures) -> [String] {
        [
            name, DecimalText.text(figures.hours, places: 2), String(figures.rides), String(figures.people),
            EvaluationReport.percent(figures.right), EvaluationReport.percent(figures.rightOverTime),
            figures.mostlyTakenFor.map { "\($0.answer.name) \(EvaluationReport.percent($0.share))" } ?? "-",
        ]
    }
}

extension PlacementFigures.Group {
    /// A mode's word, with its activity where two activities share the word.
    package func name(of mode: PlacementFigures.Mode) -> String {
        let isShared = modes.contains { $0.mode == mode.mode && $0.activity != mode.activity }
        return isShared ? "\(mode.mode) (\(mode.activity.rawValue))" : mode.mode
    }
}

extension JSONWriter {
    /// Writes the placements as an array, null without any.
    mutating func write(_ key: String, _ figures: PlacementFigures?) {
        guard let figures else { return add(key, json: nil) }
        array(key, .lines) { json in
            for group in figures.groups {
                json.object(.lines) { json in
                    json.add("placement", group.placement.rawValue)
                    json.write("all", group.figures)
                    json.write("at_rest", group.atRest)
                    json.array("modes", .lines) { json in
                        for mode in group.modes {
                            json.object { json in
                                json.add("activity", mode.activity.rawValue)
                                json.add("mode", mode.mode)
                                json.write(mode.figures)
                            }
                        }
                    }
                }
            }
        }
    }

    /// Writes a part's figures as an object, null without any.
    mutating func write(_ key: String, _ figures: RecallFigures?) {
        guard let figures else { return add(key, json: nil) }
        object(key) { json in json.write(figures) }
    }

    /// Writes a part's figures as members.
    mutating func write(_ figures: RecallFigures) {
        add("windows", figures.windows)
        add("hours", figures.hours, places: Self.decimals)
        add("rides", figures.rides)
        add("people", figures.people)
        add("data_sets", figures.dataSets)
        add("right", figures.right, places: Self.decimals)
        add("right_over_time", figures.rightOverTime, places: Self.decimals)
        add("plain_right", figures.plainRight, places: Self.decimals)
        add("plain_right_over_time", figures.plainRightOverTime, places: Self.decimals)
        add("mostly_taken_for", figures.mostlyTakenFor?.answer.name)
        add("taken_for_share", figures.mostlyTakenFor?.share, places: Self.decimals)
    }
}
