import ArgumentParser
import MotionTypes
import TextReports
import Timeline

/// `gaitway trips stats`: what a timeline adds up to.
struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Sums a timeline up: time, distance, places, frequent trips.",
        discussion: """
            By day, week (ISO 8601, from Monday), month or year, by activity, or by the ways that are often taken from place to place; a \
            table that is not told by what has months, activities and ways. Days are those of the zone: when clocks change, they have 23 or 25 hours. \
            A distance that is not known counts as time without a distance, never as 0. --track, --store, --day, --from, --to, \
            --places, --name-places and --privacy-zones are those of gaitway trips.

            EXAMPLES
              gaitway trips stats --track day.gpx
              gaitway trips stats --store life.gaitway --by week --from 2026-W18 --to 2026-W22
              gaitway trips stats --store life.gaitway --by trip --format csv
            """)

    /// What has a row.
    enum Grouping: String, CaseIterable, ExpressibleByArgument { case day, week, month, year, activity, trip }

    @ParentCommand var trips: TripsCommand

    @Option(help: "What has a row: day, week, month, year, activity or trip.") var by: Grouping?

    func validate() throws {
        let format = trips.format
        guard [.table, .json, .csv].contains(format) else {
            throw ValidationError("gaitway trips stats writes table, json or csv, not \(format.rawValue)")
        }
        let given: [(String, Bool)] = [
            ("--report", trips.page.report != nil), ("--evaluate", trips.evaluation.evaluate != nil),
            ("--place", trips.query.place != nil), ("--activity", trips.query.activity != nil),
            ("--simplify", trips.simplify != nil),
        ]
        if let first = given.first(where: \.1) {
            throw ValidationError("\(first.0) does not go with gaitway trips stats")
        }
    }

    func run() throws {
        try trips.checkOutputs()
        let shown = try trips.shownTimeline()
        guard let days = shown.days else {
            throw InputError(
                .ambiguous, problem: "the log has no wall clock, which days need",
                remedy: "say when it began: --origin 2026-05-01T08:00:00Z")
        }
        let unit = by.flatMap { CalendarUnit(rawValue: $0.rawValue) } ?? .month
        try trips.write(text(TimelineStatistics(shown.timeline, days: days, by: unit)))
        if let fault = shown.fault { throw fault }
    }

    private func text(_ statistics: TimelineStatistics) -> String {
        if trips.format == .json { return statistics.json(timeZone: trips.input.zone.name) }
        guard trips.format == .table else {
            return switch by {
            case .activity: statistics.activitiesCSV
            case .trip: statistics.tripsCSV
            default: statistics.periodsCSV
            }
        }
        let table = StatisticsTable(statistics, width: TerminalWidth.columns)
        return switch by {
        case .activity: table.activities
        case .trip: table.trips
        case nil: [table.periods, table.activities, table.trips].filter { !$0.isEmpty }.joined(separator: "\n")
        default: table.periods
        }
    }
}
