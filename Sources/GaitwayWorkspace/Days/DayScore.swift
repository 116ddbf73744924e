// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReplay
import GaitwayReports
import GaitwayTimeline

extension TripScores {
    /// The figures of one day: tracks or a timeline against a file of expected trips.
    package init(_ tracks: [String], activities: String?, truth: String, loader: TimelineLoader) throws {
        let expected = try TripTruth(
            csv: FileBytes.read(
                truth, remedy: "give a day's expected trips: a CSV file that begins with kind,start,end,class"),
            name: truth)
        let loaded = try loader.load(tracks, activities: activities)
        let figures = TripEvaluation(loaded.timeline.items, truth: expected, fixes: loaded.fixes).figures
        self.init(
            days: [TripScores.Row(name: truth, figures: figures)],
            pooled: [TripScores.Row(name: expected.coverage.rawValue, figures: figures)],
            caveats: Self.caveats(of: expected.coverage))
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
