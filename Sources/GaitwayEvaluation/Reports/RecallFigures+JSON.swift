// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension FigureField<RecallFigures> {
    package static var windows: Self { Self("windows") { .count($0.windows) } }
    package static var hours: Self { Self("hours") { .number($0.hours, places: 2) } }
    package static var rides: Self { Self("rides") { .count($0.rides) } }
    package static var people: Self { Self("people") { .count($0.people) } }
    package static var dataSets: Self { Self("data_sets", "data sets") { .count($0.dataSets) } }
    /// `places` decimals of a percentage.
    package static func right(places: Int = 1) -> Self { Self("right") { .share($0.right, places: places) } }
    package static func rightOverTime(places: Int = 1) -> Self {
        Self("right_over_time", "over time") { .share($0.rightOverTime, places: places) }
    }
}

extension JSONWriter {
    /// Writes the placements as an array, null without any.
    mutating func write(_ key: String, _ figures: PlacementFigures?) {
        guard let figures else { return add(key, json: nil) }
        objects(key, figures.groups, .lines, each: .lines) { group, json in
            json.add("placement", group.placement.rawValue)
            json.object("all", of: group.figures) { $1.write($0) }
            json.object("at_rest", of: group.atRest) { $1.write($0) }
            json.objects("modes", group.modes, .lines) { mode, json in
                json.add("activity", mode.activity.rawValue)
                json.add("mode", mode.mode)
                json.write(mode.figures)
            }
        }
    }

    private mutating func write(_ figures: RecallFigures) {
        add(figures, [.windows, .hours, .rides, .people, .dataSets, .right(), .rightOverTime()])
        add(["plain_right": figures.plainRight, "plain_right_over_time": figures.plainRightOverTime])
        add("mostly_taken_for", figures.mostlyTakenFor?.prediction.name)
        add(["taken_for_share": figures.mostlyTakenFor?.share])
    }

    mutating func write(_ figures: StandingFigures) {
        add(["macro_f1": figures.withoutStanding.macroF1])
        write("interval", figures.intervals.macroF1)
        object("f1") { json in
            for activity in Activity.allCases { json.add([activity.rawValue: figures.withoutStanding[activity].f1]) }
        }
        for (key, windows) in [
            ("windows_left_out", figures.leftOut), ("windows_without_speed", figures.withoutSpeed),
        ] {
            object(key) { json in
                for activity in [Activity.automotive, .cycling] { json.add(activity.rawValue, windows[activity] ?? 0) }
            }
        }
        object("standstill_after_moving", of: figures.standstill) { $1.write($0) }
        objects("speeds", figures.rows, .lines) { row, json in
            json.add("activity", row.activity.rawValue)
            json.add("speed", row.band.rawValue)
            json.write(row.figures)
        }
    }
}
