// SPDX-License-Identifier: Apache-2.0
import GaitwayTimeline

/// The figures of days, by group.
struct DayScores {
    private var days: [(name: String, group: String, figures: TripFigures)] = []

    mutating func add(_ day: TripDay, _ figures: TripFigures) { days.append((day.name, day.group, figures)) }

    /// The days, then each group, all days with trips, and all still days.
    var scores: TripScores {
        TripScores(
            days: days.map { TripScores.Row(name: $0.name, figures: $0.figures) }, pooled: pooled, caveats: caveats)
    }

    private var pooled: [TripScores.Row] {
        func pool(_ name: String, _ isIn: (String) -> Bool) -> TripScores.Row {
            TripScores.Row(name: name, figures: TripFigures(pooling: days.filter { isIn($0.group) }.map(\.figures)))
        }
        let groups = Set(days.map(\.group)).sorted()
        let moving = groups.filter { !$0.hasPrefix("still") }
        var rows = groups.map { group in pool(group) { $0 == group } }
        if moving.count > 1 { rows.append(pool("all with trips") { !$0.hasPrefix("still") }) }
        if groups.count - moving.count > 1 { rows.append(pool("all still") { $0.hasPrefix("still") }) }
        return rows
    }

    /// The limits of the expected trips that were used.
    private var caveats: [String] {
        var lines: [String] = []
        if days.contains(where: { $0.group.hasPrefix("emission") }) {
            lines.append(
                "e-mission's expected trips are the accepted output of its own pipeline, not labels by hand: modes are "
                    + "the phone's reports, starts are late by the geofence."
            )
        }
        if days.contains(where: { $0.group.hasSuffix("always") || $0.group.hasSuffix("duty") }) {
            lines.append(
                "MobilityNet's trips are scripted and marked by hand, not to the second; between them the carrier may "
                    + "move, which is \"unscripted\" and no error."
            )
            lines.append(
                "Blind trips (fewer than five fixes, or fixes over less than a quarter of the trip) are in no other "
                    + "figure; modes are scored while the phone recorded."
            )
        }
        return lines
    }
}
