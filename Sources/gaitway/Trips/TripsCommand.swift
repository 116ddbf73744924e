// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayPages
import GaitwayReports
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
        try require(
            simplify.map({ $0 > 0 && $0 <= 100_000 }) ?? true, "--simplify must be above 0 and at most 100000 metres")
        guard evaluation.evaluate == nil || store.store == nil && !query.isSelection && simplify == nil else {
            throw ValidationError("--store, --place, --activity and --simplify do not go with --evaluate")
        }
        try require(
            evaluation.evaluate == nil || disclosure.files.isEmpty && disclosure.namePlaces == nil && !span.isGiven,
            "--evaluate takes whole days as they are, without --from, --to, names and zones")
        try require(evaluation.evaluate == nil || !page.isAskedFor, "--report and --picture do not go with --evaluate")
        if let check = checking.check {
            try require((store.store != nil) == check.isEmpty, "--check takes a timeline, or goes with --store")
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
            return try write(scores(truth))
        }
        if let file = checking.check { return try check(file) }
        let shown = try shownTimeline()
        try deliver(shown)
        // What was made of the input before its fault is written first.
        if let fault = shown.fault { throw fault }
    }

    /// Refuses an output that cannot be written, or that is read as well, before anything is opened.
    ///
    /// - Parameter options: the options that name one, for `--force` without any.
    func checkOutputs(_ options: String = "--output, --report or --picture") throws {
        guard output != nil || page.isAskedFor else {
            return try replacing.refuseUnused(options)
        }
        _ = try page.drawing.file(replaces: replacing.force)
        // SQLite keeps a store in up to four files.
        let stores = store.store.map { path in ["", "-wal", "-shm", "-journal"].map { path + $0 } } ?? []
        let inputs = input.track + [input.activities, input.policy, evaluation.evaluate] + disclosure.files + stores
        try replacing.check([output, page.report, page.drawing.picture], reading: InputFiles(inputs))
    }

    /// The timeline of the tracks or of the store, without what must not be told.
    func shownTimeline() throws -> ShownTimeline {
        let range = try DayRange(day: query.day, from: span.from, to: span.to)
        let (zones, circles) = (try disclosure.zones(), try disclosure.circles())
        if store.store == nil {
            try require(!query.isSelection, "--place and --activity go with --store")
            try require(!input.track.isEmpty, "give at least one --track, or a --store")
        } else {
            guard !input.track.isEmpty || input.activities == nil else {
                throw ValidationError("--activities goes with the --track that it was recorded with")
            }
            guard !query.isSelection || [.table, .geojson, .gpx, .csv, .kml].contains(format) else {
                throw ValidationError("a selection can be written as table, geojson, gpx, csv or kml only")
            }
        }
        var request = TimelineRequest(
            tracks: input.track, activities: input.activities, options: input.reading.options,
            origin: try input.originTime, policy: try input.timelinePolicy(), zone: input.local.timeZone, range: range,
            circles: circles)
        (request.place, request.activity) = (query.place, query.activity)
        request.withPaths = format != .table || page.isAskedFor || !disclosure.files.isEmpty
        request.clockOption = format == .table ? nil : "--format \(format.rawValue)"
        request.pageOption = page.option
        var shown = try store.store.map { try request.stored(in: $0) } ?? request.loaded()
        try shown.disclose(
            circles, disclosure.program, hiding: zones, of: disclosure.privacyZones, fillsGaps: !query.isSelection)
        return shown
    }

    // MARK: Results

    /// Writes the page, if asked, then the result: the reader of the text may close the pipe.
    private func deliver(_ shown: ShownTimeline) throws {
        guard let days = shown.days else { return try write(texts.table(shown.timeline)) }
        let timeline = simplify.map { shown.timeline.simplified(tolerance: $0) } ?? shown.timeline
        try writePage(of: timeline, days, shown.zones)
        if page.report == OutputPlan.standardOutput, output == nil { return }
        try write(text(timeline, days, shown.zones))
    }

    private func text(_ timeline: TimelineDocument, _ days: [TimelineDay], _ zones: TravelZones) -> String {
        let hasRange = query.day != nil || span.isGiven
        return format.text(timeline, days: days, zones: zones)
            ?? texts.text(
                timeline, days, zones, hasRange: hasRange, asksForDays: hasRange || query.days || query.isSelection)
    }

    /// How a timeline looks in this terminal.
    var texts: TripsText { TripsText(width: TerminalWidth.columns, showsIdentifiers: result.identifiers) }

    /// Writes the page and the picture of some days, if they are asked for.
    func writePage(of timeline: TimelineDocument, _ days: [TimelineDay], _ zones: TravelZones) throws {
        guard page.isAskedFor else { return }
        let picture = try page.drawing.file(replaces: replacing.force)
        let selection =
            query.place.map { "visits to \($0)" } ?? query.activity.map { "moves with \($0.rawValue)" }
        let shown = DayPage(
            timeline: timeline, tolerance: simplify, days: days, zones: zones,
            subject: .init(
                selection: selection,
                command: Self.quotedLine), tiles: try page.map.server())
        try picture?.write(shown.picture())
        guard let report = page.report else { return }
        let html = shown.html
        var results = ResultFiles(replaces: replacing.force)
        results.write(html, to: report)
        try results.finish()
        let size = html.utf8.count
        guard size > DayPage.comfortableSize else { return }
        Diagnostics.note(
            "the page has \(size / 1_000_000) MB, which a phone opens slowly; "
                + "--day shows a day of it, --simplify 20 leaves out points of paths")
    }

    /// The figures of the tracks against a file of expected trips, as a table or as JSON.
    private func scores(_ truth: String) throws -> String {
        try require(format == .table || format == .json, "--evaluate writes its figures as table or json")
        try require(!input.track.isEmpty, "give the track of the day with --track")
        let loader = TimelineLoader(
            policy: try input.timelinePolicy(), options: input.reading.options, origin: try input.originTime)
        let scores = try TripScores(input.track, activities: input.activities, truth: truth, loader: loader)
        return format == .json ? scores.json : scores.table(width: TerminalWidth.columns)
    }

    /// Checks the timeline of a file, or a store and its timeline.
    private func check(_ file: String) throws {
        let policy = try input.timelinePolicy()
        let checkup =
            try store.store.map { try TimelineCheckup(store: $0) }
            ?? TimelineCheckup(
                file: file, tracks: input.track, options: input.reading.options, origin: input.originTime)
        let (text, isSound) = checkup.report(policy: policy, zone: input.local.timeZone)
        try StandardOutput.print(text)
        if !isSound { throw ExitCode(ExitStatus.badInput) }
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

    /// Refuses the options that a subcommand neither declares nor takes from `gaitway trips`.
    static func refuseOptions(
        of command: any ParsableCommand.Type, below parent: String, but others: Set<String> = []
    ) throws {
        try refuseOptions(
            of: "gaitway \(parent) \(command.configuration.commandName ?? "")",
            except: GivenArguments(of: command).names.union(others))
    }
}
