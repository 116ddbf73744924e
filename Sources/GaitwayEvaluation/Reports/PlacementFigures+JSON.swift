// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension JSONWriter {
    /// Writes the placements as an array, null without any.
    mutating func write(_ key: String, _ figures: PlacementFigures?) {
        guard let figures else { return add(key, json: nil) }
        objects(key, figures.groups, .lines, each: .lines) { group, json in
            json.add("placement", group.placement.rawValue)
            json.write("all", group.figures)
            json.write("at_rest", group.atRest)
            json.objects("modes", group.modes, .lines) { mode, json in
                json.add("activity", mode.activity.rawValue)
                json.add("mode", mode.mode)
                json.write(mode.figures)
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
