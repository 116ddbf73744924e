// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import Foundation
import GaitwayBase
import GaitwayRecognition
import GaitwayReports
import TestSupport
import Testing

@testable import GaitwayEvaluation

struct SplicedOnFootTests {
    private static let (length, hop) = (5.12, 2.56)

    /// Data sets of different sizes in three folds; the last has no walk, and a fold of vehicles and rest alone.
    private static func windows() -> [ScoredWindow] {
        var generator = SeededGenerator(seed: 52)
        var rides: [(dataSet: Int, fold: Int, truth: Activity?, count: Int)] = []
        for dataSet in 0..<6 {
            for activity in Activity.allCases where dataSet % 3 != 2 || activity != .walking {
                rides.append((dataSet, dataSet % 3, activity, [40, 200, 900][generator.below(3)]))
                rides.append((dataSet, dataSet % 3, activity, 150))
            }
        }
        rides += [(6, 3, .automotive, 400), (6, 3, .stationary, 400), (7, 4, .automotive, 300), (7, 4, .walking, 300)]
        return Samples.rides(rides)
    }

    private let spliced = SplicedRides(Self.windows(), windowLength: length, hop: hop, variant: .onFoot)

    @Test func walksLieAroundVehicles() {
        #expect(spliced.rides.flatMap(\.blocks).count == 400)
        for ride in spliced.rides {
            for (one, next) in zip(ride.blocks, ride.blocks.dropFirst()) {
                #expect(one.activity != next.activity)
                if one.activity == .automotive { #expect(next.activity == .walking) }
                if next.activity == .automotive { #expect(one.activity == .walking) }
            }
            #expect(ride.blocks.first?.activity != .automotive)
        }
        #expect(spliced.rides.flatMap(\.blocks).contains { $0.activity == .automotive })
    }

    /// A vehicle cannot be left on foot without walks.
    @Test func aFoldWithoutWalksHasNoVehicles() throws {
        #expect(spliced.rides.map(\.fold) == [0, 1, 2, 4])
        #expect(spliced.unusedFolds == [3])
        let third = try #require(spliced.rides.first { $0.fold == 2 })
        #expect(!third.blocks.contains { $0.activity == .automotive })
        let last = try #require(spliced.rides.first { $0.fold == 4 })
        #expect(Set(last.blocks.map(\.activity)) == [.walking, .automotive])
    }

    @Test func walksToAndFromVehiclesAreShortAndTheBalanceHolds() {
        let blocks = spliced.rides.flatMap(\.blocks)
        let total = blocks.reduce(0) { $0 + $1.windows.count }
        for ride in spliced.rides {
            for (one, next) in zip(ride.blocks, ride.blocks.dropFirst()) where one.activity == .automotive {
                #expect((30...180).contains(next.to - next.from))
            }
        }
        for activity in Activity.allCases {
            let own = blocks.filter { $0.activity == activity }.reduce(0) { $0 + $1.windows.count }
            let share = Double(own) / Double(total)
            #expect((0.15...0.3).contains(share), "\(activity) has \(share)")
        }
    }

    @Test func theSeedDecidesAndDirectIsTheRule() {
        let windows = Self.windows()
        #expect(spliced == SplicedRides(windows, windowLength: Self.length, hop: Self.hop, variant: .onFoot))
        let other = SplicedRides(windows, windowLength: Self.length, hop: Self.hop, variant: .onFoot, seed: 2)
        #expect(spliced != other)
        #expect(SplicedRides(windows) == SplicedRides(windows, variant: .direct))
        #expect(
            SplicedRides(windows).rides.contains { $0.blocks.first?.activity == .automotive }
                || SplicedRides(windows).rides.contains { ride in
                    zip(ride.blocks, ride.blocks.dropFirst()).contains {
                        $0.activity == .automotive && $1.activity == .stationary
                    }
                })
    }

    @Test func withoutWindowsOrWalksThereIsNothing() {
        #expect(SplicedRides([], variant: .onFoot).rides.isEmpty)
        let parked = Samples.rides([(0, 0, .automotive, 100), (0, 0, .stationary, 100)])
        #expect(SplicedRides(parked, variant: .onFoot).rides.isEmpty)
        #expect(!SplicedRides(parked).rides.isEmpty)
        let short = Samples.rides([(0, 0, .automotive, 1), (0, 0, .walking, 1)])
        #expect(SplicedRides(short, variant: .onFoot).rides.isEmpty)
    }

    /// Rest, vehicle, rest, vehicle, windows of 5 s every 2 s; the order is the seed's.
    private func ends(_ lag: Double = 0, _ prediction: (_ block: Int, _ window: Int, Activity) -> Prediction)
        -> VehicleEnds
    {
        let windows = Samples.rides([(0, 0, .automotive, 300), (0, 0, .stationary, 300)])
        let spliced = SplicedRides(windows, windowLength: 5, hop: 2, blockCount: 4)
        let predictions = spliced.rides.map { ride in
            ride.blocks.enumerated().flatMap { number, block in
                block.windows.indices.map { prediction(number, $0, block.activity) }
            }
        }
        return VehicleEnds(spliced, predictions: predictions, lag: lag)
    }

    @Test func aVehicleLeftAtOnceCostsAWindow() {
        let ends = ends { _, _, activity in Prediction(activity) }
        #expect(!ends.delays.isEmpty && ends.delays.allSatisfy { $0 == 5 } && ends.neverLeft == 0)
        #expect(ends.delaysIntoRest == ends.delays && ends.median == 5 && ends.percentile90IntoRest == 5)
    }

    @Test func aVehicleIsKeptUntilTheAnswerLeavesIt() {
        let late = ends(10) { block, window, activity in
            activity == .stationary && window < 3 && block > 0 ? .automotive : Prediction(activity)
        }
        #expect(!late.delays.isEmpty && late.delays.allSatisfy { $0 == 3 * 2 + 5 + 10 })
        // Any other answer leaves it, right or not.
        let unknown = ends { block, window, activity in
            activity == .stationary && block > 0 ? (window < 1 ? .automotive : .unknown) : Prediction(activity)
        }
        #expect(!unknown.delays.isEmpty && unknown.delays.allSatisfy { $0 == 7 })
    }

    @Test func aVehicleThatIsNeverLeftCountsToTheNext() {
        let windows = Samples.rides([(0, 0, .automotive, 300), (0, 0, .stationary, 300)])
        let spliced = SplicedRides(windows, windowLength: 5, hop: 2, blockCount: 4)
        let rests = spliced.rides[0].blocks.enumerated().filter { $0.offset > 0 && $0.element.activity == .stationary }
        let never = ends { _, _, _ in .automotive }
        #expect(never.neverLeft == never.delays.count && !rests.isEmpty)
        #expect(never.delays == rests.map { Double($0.element.windows.count) * 2 + 5 })
    }

    private static func figures(_ windows: [ScoredWindow], rides: [ManifestRow] = []) -> OverTimeFigures? {
        OverTimeFigures(windows, splices: .standard(windows), rides: rides) { _ in SmoothingParameters(stay: 0.98) }
    }

    @Test func jumpsStandBesideTheDefaultInTextAndJSON() throws {
        let windows = Self.windows()
        var report = EvaluationReport(windows: windows, dataSets: (0..<8).map { "set \($0)" })
        #expect(try object(report)["smoothed"] is NSNull && object(report)["jumps"] is NSNull)
        let figures = try #require(Self.figures(windows))
        report.overTime = figures
        #expect(figures.variant == .onFoot && figures.rows.map(\.smoothing) == Smoothing.allCases)
        #expect(figures.causal == figures.rows[1].score && figures.jumps.count == 4)
        #expect(
            figures.jumps[1].score
                == SplicedRides(windows).score(windows, smoothing: .causal) { _ in SmoothingParameters(stay: 0.98) })
        let text = report.text()
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(text)")
        #expect(lines.count { $0.hasPrefix("  jumps ") } == 4)
        let json = try object(report)
        let (smoothed, jumps) = (json["smoothed"] as? [String: Any], json["jumps"] as? [String: [String: Any]])
        let ends = try #require(json["vehicle_ends"] as? [String: [String: [String: Any]]])
        #expect(json["splices"] as? String == "on_foot")
        #expect(isClose(smoothed?["macro_f1"] as? Double, figures.causal.metrics.macroF1, 1e-6))
        #expect(isClose(jumps?["lag"]?["macro_f1"] as? Double, figures.jumps[2].score.metrics.macroF1, 1e-6))
        #expect(ends["on_foot"]?["causal"]?["ends"] as? Int == figures.causal.vehicleEnds.delays.count)
        #expect(ends["on_foot"]?["causal"]?["into_rest"] as? Int == 0)
        #expect((ends["direct"]?["lag"]?["into_rest"] as? Int ?? 0) > 0)
        let hours = try #require(smoothed?["activity_hours"] as? [String: Double])
        #expect(isClose(hours.values.reduce(0, +), figures.causal.hours, 1e-4))
    }

    /// Without walks a vehicle could not be judged, so that it is left for anything.
    @Test func withoutWalksJumpsAreTheDefault() throws {
        let windows = Samples.rides([(0, 0, .automotive, 100), (0, 0, .stationary, 100)])
        let figures = try #require(Self.figures(windows))
        #expect(figures.variant == .direct && figures.jumps.isEmpty)
        #expect(figures.causal.shareOfTime(.automotive) ?? 0 > 0.2)
        #expect(Self.figures([]) == nil)
        // Without vehicles both would be the same.
        let still = try #require(Self.figures(Samples.rides([(0, 0, .walking, 100), (0, 0, .stationary, 100)])))
        #expect(still.variant == .direct && still.jumps.isEmpty)
    }

    /// Two spans of one recording are one ride, whose activity changes; another recording has one activity.
    @Test func wholeRidesJoinTheSpansOfARecording() throws {
        var windows = Samples.rides([(0, 0, .automotive, 100), (0, 0, .walking, 100), (0, 0, .stationary, 60)])
        for index in windows.indices where windows[index].recordingIndex == 1 { windows[index].start += 256 }
        let rides = ["a", "a", "b"].map {
            ManifestRow(recording: $0, label: .activity(.walking), dataSet: "d", user: "u")
        }
        let whole = try #require(
            WholeRideFigures(windows, rides: rides) { _ in SmoothingParameters(stay: 0.98) })
        #expect(whole.recordings == 2 && whole.changing == 1 && whole.rows.map(\.smoothing) == Smoothing.allCases)
        let known = windows.filter { $0.recordingIndex < 2 }
        let right = Double(known.count { $0.prediction == $0.truth.map(Prediction.init) }) / Double(known.count)
        #expect(isClose(whole.rows[0].rightWhereChanging, right, 1e-12))
        let single = EvaluationReport(windows: windows, dataSets: ["d"]).weighted
        #expect(isClose(whole.rows[0].metrics.macroF1, single.macroF1, 1e-12))
        let apart = try #require(WholeRideFigures(windows, rides: []) { _ in SmoothingParameters(stay: 0.98) })
        #expect(apart.recordings == 3 && apart.changing == 0 && apart.rows[0].rightWhereChanging == nil)
        #expect(WholeRideFigures([], rides: []) { _ in SmoothingParameters(stay: 0.98) } == nil)
    }

    private func object(_ report: EvaluationReport) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
    }
}
