import ArgumentParser
import FileWriting
import MotionTypes
import RideReplay
import TextReports
import Timeline
import TimelineStore

/// `gaitway trips`: a day as places and moves.
struct TripsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trips",
        abstract: "Turns a track into a timeline: visits, moves by activity, gaps.",
        discussion: """
            The track's own activity reports are used unless an activity stream is given. Without either, walking, running, cycling and driving \
            are told by speed alone, and a note says so. A Moves export or a timeline that gaitway wrote is taken as it is: \
            old days can be joined with new ones and written in another format.

            With --report, it is drawn as well: a page of HTML with each day's storyline and map, and for many days a calendar, weeks and \
            months. The page needs nothing from elsewhere. Its map is drawn from the paths alone, unless --tiles names a server for what \
            lies below them.

            What lies within --privacy-zones is in no result. It is cut out with the grid cells around it, from the last position before to the \
            first behind, and that time is a gap: neither places nor ends of ways tell where it is.

            Places without a name are named after --places, else by the program of --name-places. If that fails, the timeline is written \
            without its names, and the exit code is 3.

            With --evaluate, the timeline is scored against the day's expected trips, a CSV file with the header kind,start,end,class and \
            times in seconds since 1970. Rows: one period, of class complete (it lists every trip) or scripted (others are no error); a trip, \
            without class; below it its sections, of class foot, cycling, automotive or none; wait, a scripted wait within a trip; \
            tracked, when the phone recorded, if not all the time.

            EXAMPLES
              gaitway trips --track day.gpx
              gaitway classify ride/ --format ndjson | gaitway trips --track ride/ --activities -
              gaitway trips --track day.gpx --track moves.json --day 2026-05-01 --time-zone Europe/Berlin --format geojson
              gaitway trips --store life.gaitway --track day.gpx
              gaitway trips --store life.gaitway --check
              gaitway trips --store life.gaitway --format json --output life.json --force
              gaitway trips --store life.gaitway --place Home --day 2026-05-01
              gaitway trips --store life.gaitway --from 2026-05 --to 2026-06 --format csv --output early-summer.csv
              gaitway trips --track day.gpx --privacy-zones home.geojson --format kml
              gaitway trips stats --store life.gaitway --by month
              gaitway trips --track day.gpx --report day.html
              gaitway trips --store life.gaitway --report life.html
              gaitway trips --track day.gpx --evaluate truth.csv
            """,
        subcommands: [StatsCommand.self, CorrectCommand.self])

    /// How the result is written.
    enum Format: String, CaseIterable, ExpressibleByArgument { case table, json, geojson, gpx, moves, csv, kml }

    @OptionGroup var input: TripsArguments
    @OptionGroup var store: StoreArguments
    @OptionGroup var query: StoreQueryArguments

    @OptionGroup var span: SpanArguments

    @OptionGroup var disclosure: DisclosureArguments

    @Option(
        help:
            "How the timeline is written: table, json, geojson, gpx, moves, csv or kml; figures: table or json; stats: table, json or csv."
    )
    var format: Format = .table

    @Option(help: ArgumentHelp("Write the result to this file instead of standard output.", valueName: "file"))
    var output: String?

    @OptionGroup var replacing: ForceArgument

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Leave out points of paths that lie nearer to the line through the other points than this, in metres.",
            valueName: "metres"))
    var simplify: Double?

    @OptionGroup var page: TimelineReportArguments

    @OptionGroup var evaluation: TripEvaluationArguments

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
        guard evaluation.evaluate == nil || page.report == nil else {
            throw ValidationError("--report does not go with --evaluate")
        }
        if store.check {
            guard store.store != nil else { throw ValidationError("--check goes with --store") }
            try refuseOptions(of: "--check")
            guard !span.isGiven, input.local.timeZone == nil else {
                throw ValidationError("--from, --to and --time-zone do not go with --check")
            }
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
        if store.check { return try checkStore() }
        let shown = try shownTimeline()
        try deliver(shown.timeline, shown.days)
        // What was made of the input before its fault is written first.
        if let fault = shown.fault { throw fault }
    }

    /// Refuses an output that cannot be written, or that is read as well, before anything is opened.
    func checkOutputs() throws {
        guard output != nil || page.report != nil else { return }
        var inputs = InputFiles()
        // SQLite keeps a store in up to four files.
        let stores = store.store.map { path in ["", "-wal", "-shm", "-journal"].map { path + $0 } } ?? []
        for path in input.track + [input.activities, input.policy, evaluation.evaluate].compactMap(\.self)
            + disclosure.files + stores
        {
            inputs.add(path)
        }
        var plan = OutputPlan(inputs: inputs)
        if let output { try plan.add(output, replaces: replacing.force) }
        if let report = page.report { try plan.add(report, replaces: replacing.force) }
    }

    // MARK: Results

    /// Writes the page, if one is asked for, and the result: the file first, since whoever reads the text may go away.
    ///
    /// - Parameter days: nil for a log without a wall clock, of which only the table is written.
    private func deliver(_ timeline: TimelineDocument, _ days: [TimelineDay]?) throws {
        guard let days else {
            return try write(TimelineTable(timeline: timeline, zone: nil, width: TerminalWidth.columns).text(of: []))
        }
        let timeline = simplify.map { timeline.simplified(tolerance: $0) } ?? timeline
        try writePage(of: timeline, days)
        if page.report == OutputPlan.standardOutput, output == nil { return }
        try write(text(timeline, days))
    }

    private func text(_ timeline: TimelineDocument, _ days: [TimelineDay]) -> String {
        let zone = input.zone
        return switch format {
        case .table: TimelineTable(timeline: timeline, zone: zone, width: TerminalWidth.columns).text(of: days)
        case .json: TimelineExport.json(timeline, days: days, timeZone: zone.name)
        case .geojson: TimelineExport.geoJSON(timeline)
        case .gpx: TimelineExport.gpx(timeline)
        case .moves: TimelineExport.moves(timeline, days: days, offset: zone.offset(at:))
        case .csv: TimelineExport.csv(timeline, offset: zone.offset(at:))
        case .kml: TimelineExport.kml(timeline)
        }
    }

    /// Writes a result where it is wanted.
    func write(_ text: String) throws {
        try ResultFiles.save(
            Array(text.utf8), to: output ?? OutputPlan.standardOutput, replaces: replacing.force)
    }
}

extension TripsCommand {
    /// Refuses options that a subcommand or another option does not take; ArgumentParser lets a subcommand have those of its parent.
    func refuseOptions(of subcommand: String) throws {
        let given: [(String, Bool)] = [
            ("--track", !input.track.isEmpty), ("--activities", input.activities != nil), ("--day", input.day != nil),
            ("--origin", input.origin != nil), ("--policy", input.policy != nil),
            ("--shortest-visit", input.shortestVisit != nil), ("--trip-ending-pause", input.tripEndingPause != nil),
            ("--logger", input.reading.logger != nil), ("--unit", input.reading.unit != nil),
            ("--acceleration", input.reading.acceleration != nil), ("--rate", input.reading.rate != nil),
            ("--place", query.place != nil),
            ("--activity", query.activity != nil), ("--format", format != .table), ("--output", output != nil),
            ("--force", replacing.force),
            ("--simplify", simplify != nil), ("--report", page.report != nil), ("--tiles", page.tiles != nil),
            ("--tiles-credit", page.tilesCredit != nil),
            ("--evaluate", evaluation.evaluate != nil), ("--check", store.check),
            ("--places", disclosure.places != nil),
            ("--name-places", disclosure.namePlaces != nil), ("--naming-time", disclosure.namingTime != nil),
            ("--privacy-zones", disclosure.privacyZones != nil),
        ]
        guard let first = given.first(where: { $0.1 && $0.0 != subcommand }) else { return }
        throw ValidationError("\(first.0) does not go with \(subcommand)")
    }
}
