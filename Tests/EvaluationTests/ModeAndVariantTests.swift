// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import GaitwayBase
import GaitwayRecognition
import Testing

@testable import GaitwayEvaluation

struct ModeAndVariantTests {
    private static func row(_ label: RideLabel, _ mode: String) -> ManifestRow {
        var row = ManifestRow(recording: mode, label: label)
        row.mode = mode
        return row
    }

    /// Four rides of 60 windows; the windows of the first and the last half are classified correctly.
    private let rides = [
        row(.activity(.automotive), "train"), row(.activity(.automotive), "car"), row(.activity(.walking), "stairs"),
        row(.unknown, "sport"),
    ]
    private let windows = Samples.rides(
        [(0, 0, .automotive, 60), (0, 0, .automotive, 60), (0, 0, .walking, 60), (0, 0, nil, 60)]
    ).map { window in
        var window = window
        let right = window.truth.map { ActivityClass($0) } ?? .noneOfThese
        let isRight = window.recordingIndex == 0 || window.windowIndex < 30
        window.probabilities = Samples.certain(isRight ? right : .cycling)
        return window
    }

    @Test func modesStandByLabelAndName() {
        let modes = ModeFigures(windows, rides: rides)
        #expect(modes.rows.map(\.mode) == ["stairs", "car", "train", "sport"])
        #expect(modes.rows.map(\.windows.windows) == [60, 60, 60, 60])
        #expect(modes.rows.map(\.windows.share) == [0.5, 0.5, 1, 0.5])
    }

    @Test func overTimeCountsTheModesOwnBlocks() throws {
        let spliced = SplicedRides(windows)
        let score = spliced.score(windows, smoothing: .none) { _ in .init(stay: 0.98) }
        let modes = ModeFigures(windows, rides: rides)
        #expect(modes.railOverTime(score) == 1)
        let tallies = modes.rows.compactMap { $0.overTime(score) }
        let total = tallies.reduce(SplicedScore.Tally(), +)
        #expect(total.windows == spliced.rides.reduce(0) { $0 + $1.windows.count })
        #expect(score.metrics.accuracy == total.share)
        // Rides of no known activity are never spliced.
        let sport = try #require(modes.rows.last)
        #expect(sport.overTime(score) == nil)
    }

    @Test func brisknessIsAWordOfTheManifest() throws {
        let report = EvaluationReport(windows: windows, dataSets: ["a"], rides: rides)
        let brisk = try #require(report.briskUnknown)
        #expect(brisk.windows == 60)
        #expect(brisk == report.unknown)
        var calm = rides
        calm[3].mode = "typing"
        #expect(EvaluationReport(windows: windows, dataSets: ["a"], rides: calm).briskUnknown == nil)
    }

    @Test func theSamePhoneGivesTheSameAnswers() {
        let same = VariantFigures(.at25Hertz, windows: windows, asRecorded: windows)
        #expect(same.sameAnswer == 1 && same.compared == windows.count)
        #expect(same.macroF1 == EvaluationReport(windows: windows, dataSets: ["a"]).weighted.macroF1)
    }

    @Test func windowsAreComparedWithThoseOfTheirTime() {
        // A fifth of a hop later, one window fewer, one answer another.
        var later = windows.filter { $0.recordingIndex == 0 }.dropLast().map { window in
            var window = window
            window.start += 0.5
            return window
        }
        later[7].probabilities = Samples.certain(.walking)
        let figures = VariantFigures(.accelerationOnly, windows: later, asRecorded: windows)
        #expect(figures.compared == 59)
        #expect(isClose(figures.sameAnswer, 58.0 / 59))
        #expect(VariantFigures(.at20Hertz, windows: [], asRecorded: windows).sameAnswer == nil)
    }

    @Test func aPhoneWithoutGyroscopeHasNoFeatureThatNeedsOne() {
        let features = FeatureSchema.motion.features
        let missing = features.filter(PhoneVariant.accelerationOnly.isMissing)
        #expect(missing == features.filter { $0.need != nil } && !missing.isEmpty)
        #expect(!features.contains(where: PhoneVariant.at20Hertz.isMissing))
    }
}
