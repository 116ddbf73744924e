import ArgumentParser
import MotionTypes
import Timeline

/// `gaitway trips`: a day as places and moves.
struct TripsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trips",
        abstract: "Turns a track into a timeline: visits, moves by activity, gaps.",
        discussion: """
            A track's own activity reports serve unless an activity stream is given; without either, walking, running, cycling and driving are \
            told by speed alone, and that is said. A Moves export or a timeline that gaitway wrote is taken as it is, so that \
            old days can join and be written in another format.

            With --evaluate, the timeline is scored against a day's expected trips: a file of e-mission's, a table of ours, or a folder with \
            e-mission/ and mobilitynet/ in it, whose days are then all read.

            EXAMPLES
              gaitway trips --track day.gpx
              gaitway classify ride/ --format ndjson | gaitway trips --track ride/ --activities -
              gaitway trips --track day.gpx --track moves.json --day 2026-05-01 --time-zone Europe/Berlin --format geojson
              gaitway trips --evaluate days/
              gaitway trips --track day.json --evaluate day.ground_truth
            """)

    /// How the result is written.
    enum Format: String, CaseIterable, ExpressibleByArgument { case table, json, geojson, gpx, moves }

    @OptionGroup var input: TripsArguments

    @Option(help: "How the timeline is written: table, json, geojson, gpx or moves; figures: table or json.")
    var format: Format = .table

    @Option(help: ArgumentHelp("Where the result goes instead of standard output.", valueName: "file"))
    var output: String?

    @OptionGroup var evaluation: TripEvaluationArguments

    func run() throws {
        if let truth = evaluation.evaluate {
            return try write(evaluation.text(truth: truth, input: input, format: format))
        }
        guard evaluation.timelines == nil, evaluation.saveTimelines == nil else {
            throw ValidationError("--timelines and --save-timelines go with --evaluate")
        }
        guard !input.track.isEmpty else { throw ValidationError("give at least one --track") }
        let loader = TimelineLoader(
            policy: try input.timelinePolicy(), options: input.reading.options, origin: input.origin?.time)
        let loaded = try loader.load(input.track, activities: input.activities)
        noteGuesses(loaded)
        try write(text(loaded))
        // What was made of the stream before its fault is written first.
        if let fault = loaded.fault { throw fault }
    }

    /// Says how much rests on speed alone, where there are reports and they leave something open.
    private func noteGuesses(_ loaded: LoadedTimeline) {
        guard loaded.hasReports else { return }
        let sections = loaded.timeline.items.flatMap { item -> [MoveSection] in
            if case .move(let move) = item { move.sections.filter { $0.activity != .stationary } } else { [] }
        }
        let guessed = sections.count { $0.evidence == .speed }
        guard guessed > 0 else { return }
        Diagnostics.line(
            "gaitway: \(loaded.source): \(guessed) of \(sections.count) sections have few or no activity reports: there the "
                + "activity is told by speed alone")
    }

    private func text(_ loaded: LoadedTimeline) throws -> String {
        let zone = input.zone
        guard loaded.hasWallClock else {
            guard format == .table, input.day == nil else {
                throw InputError(
                    .ambiguous, source: loaded.source,
                    problem: "the log has no wall clock, which "
                        + (format == .table ? "--day needs" : "--format \(format.rawValue) needs"),
                    remedy: "say when it began: --origin 2026-05-01T08:00:00Z")
            }
            return TimelineTable(timeline: loaded.timeline, zone: nil).text(of: [])
        }
        guard let span = loaded.timeline.span else {
            throw InputError(
                .empty, source: loaded.source,
                problem: "too little in it for a timeline: no two usable fixes at different times",
                remedy: "give a longer track")
        }
        var timeline = loaded.timeline
        var days = zone.days(of: span)
        if let date = input.day {
            days = days.filter { $0.date == date.text }
            guard let day = days.first else {
                throw InputError(
                    .empty, source: loaded.source, problem: "nothing in it is of \(date.text)",
                    remedy:
                        "it lasts from \(zone.parts(of: span.start).date) to \(zone.parts(of: span.end).date), \(zone.name)"
                )
            }
            timeline.items = day.items(among: timeline.items)
            let visited = Set(
                timeline.items.compactMap { item in
                    if case .visit(let visit) = item { visit.placeIdentifier } else { nil }
                })
            timeline.places.removeAll { !visited.contains($0.identifier) }
        }
        return switch format {
        case .table: TimelineTable(timeline: timeline, zone: zone).text(of: days)
        case .json: TimelineExport.json(timeline, days: days, timeZone: zone.name)
        case .geojson: TimelineExport.geoJSON(timeline)
        case .gpx: TimelineExport.gpx(timeline)
        case .moves: TimelineExport.moves(timeline, days: days, offset: zone.offset(at:))
        }
    }

    private func write(_ text: String) throws {
        if let output { return try StandardOutput.save(Array(text.utf8), to: output) }
        var stream = StandardOutput()
        try stream.write(text)
        try stream.flush()
    }
}
