// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayTimeline

/// A timeline's figures for the terminal: a row for each period, each activity and each frequent trip.
package struct StatisticsTable: Sendable {
    private let statistics: TimelineStatistics
    private let titles: PlaceTitles
    private let width: Int

    /// - Parameters:
    ///   - titles: the titles of its places.
    ///   - width: the reader's columns.
    package init(_ statistics: TimelineStatistics, titles: PlaceTitles, width: Int) {
        self.statistics = statistics
        self.titles = titles
        self.width = width
    }

    package static let mostTrips = 20

    /// A row for each period and one for all: hours, visits, places, and time and distance of each activity.
    package var periods: String {
        guard let whole = statistics.whole else { return "" }
        let known = whole.activities.map(\.activity)
        let header =
            [statistics.unit.rawValue, "hours", "visits", "places", "at places", "unknown"]
            + (whole.steps == nil ? [] : ["steps"])
            + known.flatMap { [Self.name(of: $0), ""] }
        var table = TextTable(header)
        for period in statistics.periods + [whole] {
            let activities = known.flatMap { activity -> [String] in
                guard let total = period.activities.first(where: { $0.activity == activity }) else {
                    return ["-", "-"]
                }
                return [Self.time(total.duration), Self.distance(of: total)]
            }
            table.add(
                [
                    period.name, FigureText.decimal(period.span.seconds / 3600, places: 0), "\(period.visits)",
                    "\(period.places)", Self.time(period.visitDuration), Self.time(period.gapDuration),
                ] + (whole.steps == nil ? [] : [Self.count(period.steps)]) + activities)
        }
        return table.text(width: width)
    }

    package var activities: String {
        guard let whole = statistics.whole else { return "" }
        let hasSteps = whole.activities.contains { $0.steps != nil }
        var table = TextTable(
            ["activity", "time", "distance", "unseen", "time without a distance"] + (hasSteps ? ["steps"] : []))
        for total in whole.activities {
            table.add(
                [
                    Self.name(of: total.activity), Self.time(total.duration), Self.distance(of: total),
                    total.unobservedDistance < 1 ? "-" : FigureText.distance(total.unobservedDistance),
                    total.unmeasured > .zero ? Self.time(total.unmeasured) : "-",
                ] + (hasSteps ? [Self.count(total.steps)] : []))
        }
        return table.text(width: width)
    }

    /// A row for each frequent trip between two places, and the number of trips that are not listed.
    package var trips: String {
        var table = TextTable(["from", "to", "trips", "median time", "median distance"], texts: 2)
        for trip in statistics.trips.prefix(Self.mostTrips) {
            table.add([
                titles[trip.from], titles[trip.to], "\(trip.count)",
                Self.time(trip.medianDuration), trip.medianDistance.map(FigureText.distance) ?? "unknown",
            ])
        }
        var notes: [String] = []
        let rest = statistics.trips.dropFirst(Self.mostTrips)
        if !rest.isEmpty {
            let trips = rest.reduce(0) { $0 + $1.count }
            notes.append("\(rest.count.counted("more way")), \(trips.counted("trip")); --format csv lists all.")
        }
        if statistics.otherTrips > 0 {
            notes.append(
                statistics.otherTrips.counted("move begins or ends", "moves begin or end") + " at no known place.")
        }
        return (statistics.trips.isEmpty ? "" : table.text(width: width))
            + notes.map { TextWidth.wrapped($0, width: width) }.joined()
    }

    private static func name(of activity: Activity) -> String {
        activity == .stationary ? "pause" : activity.rawValue
    }

    private static func count(_ steps: Int?) -> String { steps.map { FigureText.count($0) } ?? "-" }

    private static func time(_ duration: Duration) -> String { ClockText.text(seconds: duration.inSeconds) }

    private static func distance(of total: ActivitySummary) -> String {
        total.distance.map { FigureText.distance($0) + (total.unmeasured > .zero ? " +" : "") } ?? "unknown"
    }
}
