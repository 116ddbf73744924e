// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayReplay
import GaitwayReports
import GaitwayTimeline
import GaitwayWorkspace

/// The truth that a timeline is scored against.
struct TripEvaluationArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Score the timeline against the day's expected trips, a CSV file.", valueName: "truth"),
        completion: .file(extensions: ["csv"]))
    var evaluate: String?
}

extension TripEvaluationArguments {
    /// The figures of a day, as a table or as JSON: a track or a timeline against a file of expected trips.
    func text(truth: String, input: TripsArguments, format: TripsCommand.Format) throws -> String {
        guard format == .table || format == .json else {
            throw ValidationError("--evaluate writes its figures as table or json")
        }
        guard !input.track.isEmpty else { throw ValidationError("give the track of the day with --track") }
        let loader = TimelineLoader(
            policy: try input.timelinePolicy(), options: input.reading.options, origin: try input.originTime)
        let expected = try TripTruth(
            csv: FileBytes.read(
                truth, remedy: "give a day's expected trips: a CSV file that begins with kind,start,end,class"),
            name: truth)
        let loaded = try loader.load(input.track, activities: input.activities)
        let figures = TripEvaluation(loaded.timeline.items, truth: expected, fixes: loaded.fixes).figures
        let scores = TripScores(
            days: [TripScores.Row(name: truth, figures: figures)],
            pooled: [TripScores.Row(name: expected.coverage.rawValue, figures: figures)],
            caveats: Self.caveats(of: expected.coverage))
        return format == .json ? scores.json : scores.table(width: TerminalWidth.columns)
    }

    /// The limits of figures from such a truth.
    private static func caveats(of coverage: TripTruth.Coverage) -> [String] {
        switch coverage {
        case .complete: []
        case .scripted:
            [
                "Trips that the truth does not list are \"unscripted\"; they are not errors.",
                "Blind trips (fewer than five fixes, or fixes over less than a quarter of the trip) are in no other "
                    + "figure; modes are scored while the phone recorded.",
            ]
        }
    }
}
