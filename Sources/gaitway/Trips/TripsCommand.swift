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
              gaitway trips --track day.gpx --report day.html
              gaitway trips --store life.gaitway --report life.html
              gaitway trips --track day.gpx --evaluate truth.csv
            """,
        subcommands: [CorrectCommand.self])

    /// How the result is written.
    enum Format: String, CaseIterable, ExpressibleByArgument { case table, json, geojson, gpx, moves }

    @OptionGroup var input: TripsArguments
    @OptionGroup var store: StoreArguments
    @OptionGroup var query: StoreQueryArguments

    @Option(help: "How the timeline is written: table, json, geojson, gpx or moves; figures: table or json.")
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
        guard evaluation.evaluate == nil || page.report == nil else {
            throw ValidationError("--report does not go with --evaluate")
        }
        guard !store.check || store.store != nil && input.track.isEmpty && !query.isSelection && page.report == nil
        else { throw ValidationError("--check goes with --store, and without what is added or shown") }
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
        if let path = store.store { return try runStore(path) }
        guard !query.isSelection else { throw ValidationError("--place and --activity go with --store") }
        guard !input.track.isEmpty else { throw ValidationError("give at least one --track, or a --store") }
        let loader = TimelineLoader(
            policy: try input.timelinePolicy(), options: input.reading.options, origin: try input.originTime)
        let loaded = try loader.load(input.track, activities: input.activities)
        if loaded.hasReports { noteGuesses(loaded.timeline, loaded.source) }
        try deliver(loaded)
        // What was made of the stream before its fault is written first.
        if let fault = loaded.fault { throw fault }
    }

    /// Refuses an output that cannot be written, or that is read as well, before anything is opened.
    private func checkOutputs() throws {
        guard output != nil || page.report != nil else { return }
        var inputs = InputFiles()
        // SQLite keeps a store in up to four files.
        let stores = store.store.map { path in ["", "-wal", "-shm", "-journal"].map { path + $0 } } ?? []
        for path in input.track + [input.activities, input.policy, evaluation.evaluate].compactMap(\.self) + stores {
            inputs.add(path)
        }
        var plan = OutputPlan(inputs: inputs)
        if let output { try plan.add(output, replaces: replacing.force) }
        if let report = page.report { try plan.add(report) }
    }

    // MARK: Tracks

    private func deliver(_ loaded: JoinedTimeline) throws {
        guard loaded.hasWallClock else {
            let needs =
                format != .table
                ? "--format \(format.rawValue) needs"
                : input.day != nil ? "--day needs" : page.report != nil ? "--report needs" : nil
            if let needs {
                throw InputError(
                    .ambiguous, source: loaded.source, problem: "the log has no wall clock, which \(needs)",
                    remedy: "say when it began: --origin 2026-05-01T08:00:00Z")
            }
            return try write(
                TimelineTable(timeline: loaded.timeline, zone: nil, width: TerminalWidth.columns).text(of: []))
        }
        guard let span = loaded.timeline.span else {
            throw InputError(
                .empty, source: loaded.source,
                problem: "the track is too short for a timeline: it needs two usable fixes at different times",
                remedy: "give a longer track")
        }
        var timeline = loaded.timeline
        guard let date = input.day else { return try deliver(timeline, input.zone.days(of: span)) }
        guard let day = input.zone.day(date.days), day.span.overlaps(span) else {
            throw nothing(of: date, in: span, of: loaded.source)
        }
        timeline.items = day.items(among: timeline.items)
        try deliver(timeline, [day])
    }

    // MARK: The store

    private func runStore(_ path: String) throws {
        guard !input.track.isEmpty || input.activities == nil else {
            throw ValidationError("--activities goes with the --track that it was recorded with")
        }
        guard !query.isSelection || [.table, .geojson, .gpx].contains(format) else {
            throw ValidationError("a selection can be written as table, geojson or gpx only")
        }
        let database = try TimelineDatabase(
            path: path, creation: input.track.isEmpty ? .never : .ifMissing, policy: input.timelinePolicy())
        let session = StoredTimeline(
            database: database, options: input.reading.options, origin: try input.originTime)
        var added: TimeSpan?
        var fault: InputError?
        if !input.track.isEmpty { (added, fault) = try session.add(input.track, activities: input.activities) }
        let zone = input.zone
        let day = input.day.flatMap { zone.day($0.days) }
        let timeline =
            query.isSelection
            ? try database.selection(place: query.place, activity: query.activity, during: day?.span)
            : try database.timeline(
                during: day?.span ?? added, withPaths: format != .table || page.report != nil)
        if timeline.items.isEmpty {
            guard let date = input.day, let whole = try database.span() else {
                throw InputError(
                    .empty, source: path,
                    problem: query.isSelection ? "the store has nothing of that kind" : "the store has no timeline yet",
                    remedy: query.isSelection ? "ask for another place or activity" : "add a track by --track")
            }
            throw nothing(of: date, in: whole, of: path)
        }
        noteGuesses(timeline, path)
        let shown = timeline.days(during: query.isSelection ? nil : added, offset: zone.offset(at:))
        try deliver(timeline, day.map { [$0] } ?? shown)
        if let fault { throw fault }
    }

    // MARK: Results

    private func nothing(of date: LocalDate, in span: TimeSpan, of source: String) -> InputError {
        let zone = input.zone
        return InputError(
            .empty, source: source, problem: "the timeline has nothing on \(date.text)",
            remedy: "it lasts from \(zone.parts(of: span.start).date) to \(zone.parts(of: span.end).date), \(zone.name)"
        )
    }

    /// Says how much rests on speed alone, where there are reports and they leave something open.
    private func noteGuesses(_ timeline: TimelineDocument, _ source: String) {
        if let note = RideNote.guesses(in: timeline, of: source) { Diagnostics.notes([note]) }
    }

    /// Writes the page, if one is asked for, and the result: the file first, since whoever reads the text may go away.
    private func deliver(_ timeline: TimelineDocument, _ days: [TimelineDay]) throws {
        var timeline = simplify.map { timeline.simplified(tolerance: $0) } ?? timeline
        timeline.leaveOutUnvisitedPlaces()
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
        }
    }

    private func write(_ text: String) throws {
        if let output, output != OutputPlan.standardOutput {
            return try OutputFile.save(Array(text.utf8), to: output, replaces: replacing.force)
        }
        var stream = StandardOutput()
        try stream.write(text)
        try stream.flush()
    }
}

extension TripsCommand {
    /// Refuses options that a subcommand does not take; ArgumentParser lets it have those of its parent.
    func refuseOptions(of subcommand: String) throws {
        let given: [(String, Bool)] = [
            ("--track", !input.track.isEmpty), ("--activities", input.activities != nil), ("--day", input.day != nil),
            ("--origin", input.origin != nil), ("--policy", input.policy != nil),
            ("--shortest-visit", input.shortestVisit != nil), ("--trip-ending-pause", input.tripEndingPause != nil),
            ("--logger", input.reading.logger != nil), ("--unit", input.reading.unit != nil),
            ("--acceleration", input.reading.acceleration != nil), ("--place", query.place != nil),
            ("--activity", query.activity != nil), ("--format", format != .table), ("--output", output != nil),
            ("--force", replacing.force),
            ("--simplify", simplify != nil), ("--report", page.report != nil), ("--tiles", page.tiles != nil),
            ("--tiles-credit", page.tilesCredit != nil),
            ("--evaluate", evaluation.evaluate != nil), ("--check", store.check),
        ]
        guard let first = given.first(where: \.1) else { return }
        throw ValidationError("\(first.0) does not go with \(subcommand)")
    }
}
