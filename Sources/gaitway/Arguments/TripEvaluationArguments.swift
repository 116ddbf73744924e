import ArgumentParser
import MotionTypes
import RideReplay
import Timeline

/// What a timeline is scored against.
struct TripEvaluationArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Score against expected trips: e-mission's for a day, a table, or a folder with e-mission/ and mobilitynet/.",
            valueName: "truth"))
    var evaluate: String?

    @Option(
        help: ArgumentHelp(
            "With a folder of days: score the timelines in here, DAY.json each, instead of making them.",
            valueName: "folder"))
    var timelines: String?

    @Option(
        help: ArgumentHelp("With a folder of days: write each day's timeline here as DAY.json.", valueName: "folder"))
    var saveTimelines: String?

    func validate() throws {
        guard timelines == nil || saveTimelines == nil else {
            throw ValidationError("give --timelines or --save-timelines, not both")
        }
    }
}

extension TripEvaluationArguments {
    /// The figures of the days, as a table or as JSON.
    func text(truth: String, input: TripsArguments, format: TripsCommand.Format) throws -> String {
        guard format == .table || format == .json else {
            throw ValidationError("figures are written as a table or as json")
        }
        let scores = FolderListing.exists(truth) ? try folder(truth, input) : try day(truth, input)
        return format == .json ? scores.json : scores.table
    }

    private func folder(_ truth: String, _ input: TripsArguments) throws -> TripScores {
        guard input.track.isEmpty, input.activities == nil, input.day == nil else {
            throw ValidationError("a folder of days has its own tracks: leave out --track, --activities and --day")
        }
        let policy = try input.timelinePolicy()
        if let saveTimelines { try OutputFolder.create(saveTimelines) }
        var scores = TripScores()
        try TripDayFolder(truth).forEachDay { day in
            var timeline = TimelineDocument(items: [])
            if let timelines {
                let path = "\(timelines)/\(day.name).json"
                guard FolderListing.hasFile(path) else {
                    Diagnostics.line("gaitway: \(path): not there; the day is left out")
                    return
                }
                timeline = try TimelineDocument(json: FileBytes.read(path, limit: 1 << 30), source: path)
            } else if let track = day.track {
                timeline = try JoinedTimeline(track, policy: policy).timeline
            }
            if let saveTimelines {
                try StandardOutput.save(
                    Array(TimelineExport.json(timeline).utf8), to: "\(saveTimelines)/\(day.name).json")
            }
            scores.add(day, TripEvaluation(timeline.items, truth: day.truth, fixes: day.fixes).figures)
        }
        return scores
    }

    /// One day: a track or a timeline against a file of expected trips.
    private func day(_ truth: String, _ input: TripsArguments) throws -> TripScores {
        guard !input.track.isEmpty else { throw ValidationError("give the day's --track, or a folder of days") }
        guard timelines == nil, saveTimelines == nil else {
            throw ValidationError("--timelines and --save-timelines need a folder of days")
        }
        let loader = TimelineLoader(
            policy: try input.timelinePolicy(), options: input.reading.options, origin: input.originTime)
        let expected = try self.truth(truth, input)
        let loaded = try loader.load(input.track, activities: input.activities)
        var scores = TripScores()
        let day = TripDay(group: expected.coverage.rawValue, truth: expected, track: nil)
        scores.add(day, TripEvaluation(loaded.timeline.items, truth: expected, fixes: loaded.fixes).figures)
        return scores
    }

    private func truth(_ path: String, _ input: TripsArguments) throws -> TripTruth {
        let bytes = try FileBytes.read(path, remedy: "give a day's expected trips")
        let file = path.split(separator: "/").last.map(String.init) ?? path
        guard bytes.drop(while: { $0 <= 32 }).first == UInt8(ascii: "{") else {
            return try TripTruth(csv: bytes, name: path)
        }
        let name = file.hasSuffix(".ground_truth") ? String(file.dropLast(".ground_truth".count)) : file
        guard let date = input.day ?? LocalDate(argument: String(name.suffix(10))), let day = input.zone.day(date)
        else {
            throw ValidationError("the name of \(file) does not end in a date: say the day by --day")
        }
        return try TripTruth(eMission: bytes, name: name, period: day.span)
    }
}
