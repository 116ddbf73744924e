// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayReports
import GaitwayTimeline
import GaitwayWorkspace

/// `gaitway trips stats`: the sums of a timeline.
struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Sums up a timeline: time, distance, places, frequent trips.",
        discussion: """
            --by chooses what has a row: a day, week (ISO 8601, from Monday), month or year, an activity, a trip \
            between two places, or the town or country of visits. Without --by, the table has months, activities and \
            frequent trips. Days are those of the time zone: when clocks change, a day has 23 or 25 hours. Time \
            without a known distance is counted apart, and never as 0 m. The town is the nearest of more than 15,000 \
            people within 50 km, from a list of GeoNames (CC BY 4.0) that is built in.

            The options of gaitway trips choose the timeline: --track, --store, --day, --from, --to, --places, \
            --name-places, --privacy-zones.

            EXAMPLES
              gaitway trips stats --track Datasets/day/day.gpx
              gaitway trips stats --store life.gaitway --by week --from 2026-W18
              gaitway trips stats --store life.gaitway --by trip --format csv
            """)

    /// What has a row.
    enum Grouping: String, CaseIterable, ExpressibleByArgument {
        case day, week, month, year, activity, trip, town, country
    }

    @ParentCommand var trips: TripsCommand

    @Option(help: "What has a row.") var by: Grouping?

    func validate() throws {
        let format = trips.format
        guard [.table, .json, .csv].contains(format) else {
            throw ValidationError("gaitway trips stats writes table, json or csv, not \(format.rawValue)")
        }
        guard !trips.page.isAskedFor, trips.evaluation.evaluate == nil, !trips.query.isSelection,
            !trips.query.days, trips.simplify == nil
        else {
            throw ValidationError(
                "gaitway trips stats takes no --report, --picture, --evaluate, --place, --activity, --days or "
                    + "--simplify")
        }
    }

    func run() throws {
        try trips.checkOutputs("--output")
        let shown = try trips.shownTimeline()
        guard let days = shown.days else {
            throw InputError(
                .ambiguous, problem: "the log has no wall clock, which days need",
                remedy: "give the time at which it began: --origin 2026-05-01T08:00:00Z")
        }
        if by == .town || by == .country {
            try require(
                trips.format != .json,
                "gaitway trips stats --by \(by == .town ? "town" : "country") writes table or csv")
            let towns = TownSums(shown.timeline, days: days)
            let sums = by == .country ? towns.countries : towns
            try trips.write(trips.format == .csv ? sums.csv : sums.table(width: TerminalWidth.columns))
            if let fault = shown.fault { throw fault }
            return
        }
        let unit = by.flatMap { CalendarUnit(rawValue: $0.rawValue) } ?? .month
        try trips.write(text(shown, TimelineStatistics(shown.timeline, days: days, by: unit)))
        if let fault = shown.fault { throw fault }
    }

    private func text(_ shown: ShownTimeline, _ statistics: TimelineStatistics) -> String {
        if trips.format == .json { return statistics.json(timeZone: shown.zones.onlyName) }
        guard trips.format == .table else {
            return switch by {
            case .activity: statistics.activitiesCSV
            case .trip: statistics.tripsCSV
            default: statistics.periodsCSV
            }
        }
        let table = trips.texts.statistics(statistics, shown.timeline)
        return switch by {
        case .activity: table.activities
        case .trip: table.trips
        case nil: [table.periods, table.activities, table.trips].filter { !$0.isEmpty }.joined(separator: "\n")
        default: table.periods
        }
    }
}
