import Timeline

/// The figures of days, pooled by group and over all.
struct TripScores {
    private(set) var days: [(name: String, group: String, figures: TripFigures)] = []

    mutating func add(_ day: TripDay, _ figures: TripFigures) { days.append((day.name, day.group, figures)) }

    /// The figures of each group, of all days with trips, and of all still days, in this order.
    var pooled: [(name: String, figures: TripFigures)] {
        func pool(_ name: String, _ isIn: (String) -> Bool) -> (name: String, figures: TripFigures)? {
            let parts = days.filter { isIn($0.group) }.map(\.figures)
            return parts.isEmpty ? nil : (name, TripFigures(pooling: parts))
        }
        let groups = Set(days.map(\.group)).sorted()
        var rows = groups.compactMap { group in pool(group) { $0 == group } }
        let moving = groups.filter { !$0.hasPrefix("still") }
        if moving.count > 1 { rows += [pool("all with trips") { !$0.hasPrefix("still") }].compactMap(\.self) }
        if groups.count - moving.count > 1 { rows += [pool("all still") { $0.hasPrefix("still") }].compactMap(\.self) }
        return rows
    }

    /// What the truths cannot tell, for those that were used.
    var caveats: [String] {
        let groups = Set(days.map(\.group))
        var lines: [String] = []
        if groups.contains(where: { $0.hasPrefix("emission") || $0 == TripTruth.Coverage.complete.rawValue }) {
            lines.append(
                "e-mission's expected trips are the accepted output of its own pipeline, not labels by hand: modes are the phone's reports, starts are late by the geofence."
            )
        }
        if groups.contains(where: {
            $0.hasSuffix("always") || $0.hasSuffix("duty") || $0 == TripTruth.Coverage.scripted.rawValue
        }) {
            lines.append(
                "MobilityNet's trips are scripted and marked by hand, not to the second; between them the carrier may move, which is \"unscripted\" and no error."
            )
            lines.append(
                "Blind trips (fewer than five fixes, or fixes over less than a quarter of the trip) are in no other figure; modes are scored while the phone recorded."
            )
        }
        return lines
    }
}
