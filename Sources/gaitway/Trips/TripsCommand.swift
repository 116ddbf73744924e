// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayReplay
import GaitwayReports
import GaitwayStore
import GaitwayTimeline
import GaitwayWorkspace

/// `gaitway trips`: a day as places and moves.
struct TripsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trips",
        abstract: "Turns a track into a timeline: visits, moves by activity, gaps.",
        discussion: """
            The track's own activity reports are used unless --activities names a stream. Without either, speed alone \
            separates walking, running, cycling and driving, and a note says so. A Moves export or a timeline that \
            gaitway wrote keeps its visits and moves: old days can be joined with new ones, and written in another \
            format.

            --report also draws the timeline: an HTML page with each day's storyline and map, and for many days a \
            calendar, weeks and months. The page loads nothing from elsewhere, except map tiles if --tiles names a \
            server.

            No result shows time within --privacy-zones. The cut runs from the last position before a zone to the \
            first position after it, along a grid around the zone, so that neither places nor ends of moves reveal \
            where it is.

            --places names places from a file, then --name-places names the rest with a program. If the program fails, \
            the timeline is written without its names, and the exit code is 3.

            --evaluate scores the timeline against the day's expected trips: a CSV file with the header \
            kind,start,end,class and times in seconds since 1970. The first row is the period. Its class is complete \
            if the file lists every trip, else scripted: other trips are then not errors. Trips follow, without a \
            class. Below each trip are its sections, of class foot, cycling, automotive or none, and its waits. Rows \
            of kind tracked state when the phone recorded, if it did not record all the time. \
            Datasets/day/trips.csv is such a file.

            EXAMPLES
              gaitway trips --track Datasets/day/day.gpx
              gaitway classify Datasets/day/motion.csv --format ndjson > day.ndjson
              gaitway trips --track Datasets/day/day.gpx --activities day.ndjson
              gaitway trips --track Datasets/day/day.gpx --report day.html
              gaitway trips --track Datasets/day/day.gpx --format geojson
              gaitway trips --track Datasets/day/day.gpx --activities day.ndjson \\
                --store life.gaitway
              gaitway trips --store life.gaitway --from 2026-05 --to 2026-06 --format csv
              gaitway trips --store life.gaitway --activity cycling
              gaitway trips --store life.gaitway --format json --output life.json
              gaitway trips --store life.gaitway --check
              gaitway trips stats --store life.gaitway --by month
              gaitway trips --track Datasets/day/day.gpx --picture day.svg
              gaitway trips --track Datasets/day/day.gpx --format kml \\
                --privacy-zones Datasets/day/places.csv
              gaitway trips --track Datasets/day/day.gpx --evaluate Datasets/day/trips.csv
            """,
        subcommands: [StatsCommand.self, CorrectCommand.self, ForgetCommand.self, KnownPlacesCommand.self])

    @OptionGroup(title: "Input") var input: TripsArguments
    @OptionGroup var messages: QuietArguments
    @OptionGroup(title: "Store") var store: StoreArguments
    @OptionGroup(title: "Store") var checking: TimelineCheckArguments
    @OptionGroup(title: "Selection") var query: StoreQueryArguments
    @OptionGroup(title: "Selection") var span: SpanArguments
    @OptionGroup(title: "Names and privacy") var disclosure: DisclosureArguments
    @OptionGroup(title: "Output") private var result: TripsResultArguments
    @OptionGroup(title: "Output") var page: TimelineReportArguments
    @OptionGroup(title: "Evaluation") var evaluation: TripEvaluationArguments

    typealias Format = TripsFormat
    var format: Format { result.format }
    var output: String? { result.output }
    var simplify: Double? { result.simplify }
    var replacing: ForceArgument { result.replacing }

    func validate() throws {
        guard simplify.map({ $0 > 0 && $0 <= 100_000 }) ?? true else {
            throw ValidationError("--simplify must be above 0 and at most 100000 metres")
        }
        guard evaluation.evaluate == nil || store.store == nil && !query.isSelection && simplify == nil else {
            throw ValidationError("--store, --place, --activity and --simplify do not go with --evaluate")
        }
        guard evaluation.evaluate == nil || disclosure.files.isEmpty && disclosure.namePlaces == nil && !span.isGiven
        else {
            throw ValidationError("--evaluate takes whole days as they are, without --from, --to, names and zones")
        }
        guard evaluation.evaluate == nil || !page.isAskedFor else {
            throw ValidationError("--report and --picture do not go with --evaluate")
        }
        if let check = checking.check {
            guard (store.store != nil) == check.isEmpty else {
                throw ValidationError("--check takes a timeline, or goes with --store")
            }
            try Self.refuseOptions(
                of: "--check",
                except: check.isEmpty
                    ? ["--check", "--store", "--time-zone"]
                    : ["--check", "--track", "--policy", "--time-zone", "--origin", "--logger"])
        }
        guard format == .table || !result.identifiers && !query.days else {
            throw ValidationError("--identifiers and --days are for the table: other formats have identifiers and days")
        }
        guard page.report != OutputPlan.standardOutput || output != OutputPlan.standardOutput else {
            throw ValidationError("only one of --output and --report can be standard output")
        }
    }

    func run() throws {
        try checkOutputs()
        if let truth = evaluation.evaluate {
            return try write(evaluation.text(truth: truth, input: input, format: format))
        }
        if checking.check != nil { return try runCheck() }
        let shown = try shownTimeline()
        try deliver(shown)
        // What was made of the input before its fault is written first.
        if let fault = shown.fault { throw fault }
    }

    /// Refuses an output that cannot be written, or that is read as well, before anything is opened.
    func checkOutputs() throws {
        guard output != nil || page.isAskedFor else { return }
        _ = try page.drawing.file(replaces: replacing.force)
        // SQLite keeps a store in up to four files.
        let stores = store.store.map { path in ["", "-wal", "-shm", "-journal"].map { path + $0 } } ?? []
        var plan = OutputPlan(
            inputs: InputFiles(
                input.track + [input.activities, input.policy, evaluation.evaluate] + disclosure.files + stores))
        if let output { try plan.add(output, replaces: replacing.force) }
        for path in [page.report, page.drawing.picture].compactMap(\.self) {
            try plan.add(path, replaces: replacing.force)
        }
    }

    // MARK: Results

    /// Writes the page, if asked, then the result: the reader of the text may close the pipe.
    private func deliver(_ shown: ShownTimeline) throws {
        guard let days = shown.days else { return try write(table(shown.timeline, nil, nil)) }
        let timeline = simplify.map { shown.timeline.simplified(tolerance: $0) } ?? shown.timeline
        try writePage(of: timeline, days, shown.zones)
        if page.report == OutputPlan.standardOutput, output == nil { return }
        try write(text(timeline, days, shown.zones))
    }

    private func text(_ timeline: TimelineDocument, _ days: [TimelineDay], _ zones: TravelZones) -> String {
        if let text = format.text(timeline, days: days, zones: zones) { return text }
        // The days at its ends show the years of a gap.
        let full = query.day == nil && !span.isGiven ? days.filter { timeline.holdsSomething(during: $0.span) } : days
        return full.count > Self.mostDays && !asksForDays ? summary(timeline, full) : table(timeline, full, zones)
    }

    /// The most days that the table shows one by one, unless they are asked for.
    private static let mostDays = 7

    /// Whether the options say which days to show.
    private var asksForDays: Bool { query.days || query.day != nil || span.isGiven || query.isSelection }

    /// A block for each day; for a log without a wall clock, one for all.
    private func table(_ timeline: TimelineDocument, _ days: [TimelineDay]?, _ zones: TravelZones?) -> String {
        TimelineTable(
            timeline: timeline, zones: zones, width: TerminalWidth.columns, showsIdentifiers: result.identifiers
        ).text(of: days ?? [])
    }

    /// The sums of each month, and how to see the days.
    private func summary(_ timeline: TimelineDocument, _ days: [TimelineDay]) -> String {
        let statistics = TimelineStatistics(timeline, days: days, by: .month)
        let note =
            "\(days.count) days. --days shows each of them, --day \(days.last?.date ?? "") one of them, and "
            + "gaitway trips stats further sums."
        return table(of: statistics, timeline).periods + "\n" + TextWidth.wrapped(note, width: TerminalWidth.columns)
    }

    /// The tables of some statistics.
    func table(of statistics: TimelineStatistics, _ timeline: TimelineDocument) -> StatisticsTable {
        StatisticsTable(
            statistics,
            titles: PlaceTitles(timeline.places, showsIdentifiers: result.identifiers),
            width: TerminalWidth.columns)
    }

    /// Writes a result where it is wanted.
    func write(_ text: String) throws {
        try ResultFiles.save(
            Array(text.utf8), to: output ?? OutputPlan.standardOutput, replaces: replacing.force)
    }
}

extension TripsCommand {
    /// Refuses the options of `gaitway trips` that a subcommand or another option does not take: ArgumentParser lets a
    /// subcommand have those of its parent.
    static func refuseOptions(of subcommand: String, except allowed: Set<String>) throws {
        guard let first = GivenArguments(of: Self.self).first(notIn: allowed.union(["--quiet", "--notes"])) else {
            return
        }
        throw ValidationError("\(first) does not go with \(subcommand)")
    }
}
