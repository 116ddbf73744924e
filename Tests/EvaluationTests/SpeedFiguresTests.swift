// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import TestSupport
import Testing

@Suite struct SpeedFiguresTests {
    /// Three minutes of shaking at 50 Hz, with a fix each second.
    private static func ride(
        _ activity: Activity, fold: Int, shake: Float, speed: Float, seed: Int? = nil
    ) throws -> RideWindows {
        let row = ManifestRow(
            recording: "\(activity)-\(fold)", label: .activity(activity), dataSet: "set-\(fold)", user: "user")
        var generator = SeededGenerator(seed: UInt64(10 * fold + (seed ?? ActivityClass(activity).rawValue)))
        var samples: [SensorSample] = []
        for index in 0..<9000 {
            let time = Int64(index) * 20_000_000
            if index % 50 == 0 {
                samples.append(SensorSample(sensor: .speed, nanoseconds: time, value: SIMD3(speed, 0, 0)))
            }
            let noise = SIMD3<Float>.random(in: -shake...shake, using: &generator)
            samples.append(SensorSample(sensor: .acceleration, nanoseconds: time, value: SIMD3(0, 0, 9.8) + noise))
        }
        var ride = RideWindows(row: row)
        ride.append(samples)
        try ride.finish()
        return ride
    }

    @Test func eachFoldLearnsSpeedsFromTheOthersOnly() async throws {
        var windows = LabelledWindows()
        for fold in 0..<3 {
            // The people who sat in the first data set sat in a plane.
            try windows.append(Self.ride(.stationary, fold: fold, shake: 0.02, speed: fold == 0 ? 200 : 0.1))
            try windows.append(Self.ride(.walking, fold: fold, shake: 3, speed: 1.2))
        }
        #expect(windows.speedExamples(of: 0..<windows.count).count == windows.count)
        let foldOfWindow = windows.foldOfWindow(ofRides: [0, 0, 1, 1, 2, 2])
        let outcome = try await CrossValidation(options: .init(penalties: [0.03], stay: 0.98)).score(
            windows, foldOfWindow: foldOfWindow)
        let shares = try (0..<3).map { try #require(outcome.models[$0]?.speed).shares[0] }
        // The floor alone, and what the others saw.
        #expect(abs((shares[0].last ?? 0) - 0.07 / 14) < 1e-9)
        #expect((shares[1].last ?? 0) > 0.3 && (shares[2].last ?? 0) > 0.3)
        #expect(outcome.windows.allSatisfy { $0.speed != nil })
    }

    /// What is held out has no say in the model that it is scored by: with its labels exchanged, it is answered the
    /// same.
    @Test func aFoldIsAnsweredTheSameWhateverItsLabels() async throws {
        func predictions(isExchanged: Bool) async throws -> [ActivityProbabilities] {
            var windows = LabelledWindows()
            for fold in 0..<3 {
                let (still, moving): (Activity, Activity) =
                    fold == 0 && isExchanged ? (.walking, .stationary) : (.stationary, .walking)
                try windows.append(Self.ride(still, fold: fold, shake: 0.02, speed: 0.1, seed: 1))
                try windows.append(Self.ride(moving, fold: fold, shake: 3, speed: 1.2, seed: 2))
            }
            let foldOfWindow = windows.foldOfWindow(ofRides: [0, 0, 1, 1, 2, 2])
            let scored = try await CrossValidation(options: .init(penalties: [0.03], stay: 0.98)).scoreUntuned(
                windows, foldOfWindow: foldOfWindow)
            return zip(scored, foldOfWindow).filter { $0.1 == 0 }.map(\.0.probabilities)
        }
        let (plain, exchanged) = (try await predictions(isExchanged: false), try await predictions(isExchanged: true))
        #expect(plain.count > 100 && plain.count == exchanged.count)
        for (one, other) in zip(plain, exchanged) {
            // Within what the fit's tolerance leaves open.
            #expect(ActivityClass.allCases.allSatisfy { abs(one[$0] - other[$0]) < 0.05 })
        }
    }

    /// Windows whose motion says little; half of them have a speed, which says all.
    private var windows: [ScoredWindow] {
        Samples.windows(3000, seed: 4).enumerated().map { index, window in
            var window = window
            let speeds = [0.1, 1.2, 3, 6, 12]
            window.speed = index % 2 == 0 ? window.truth.map { speeds[ActivityClass($0).rawValue] } : nil
            return window
        }
    }

    private func model(power: Double) throws -> ActivityModel {
        let homes = [0, 1, 2, 3, 4]
        let shares = homes.map { home in homes.map { $0 == home ? 0.96 : 0.01 } }
        let speed = try #require(
            SpeedLikelihood(bounds: [0.5, 2, 4, 8], shares: shares, power: power, chainPower: power))
        return ActivityModel(
            name: "m", schema: .motion, cases: [], smoothing: SmoothingParameters(stay: 0.98), provenance: .none,
            speed: speed)
    }

    @Test func theFiguresAreOfWindowsWithASpeed() throws {
        let model = try model(power: 1)
        let models = Dictionary(uniqueKeysWithValues: Set(windows.map(\.fold)).map { ($0, model) })
        let figures = try #require(SpeedFigures(windows, models: models))
        let own = windows.filter { $0.speed != nil && $0.truth != nil }
        #expect(figures.alone.windows == own.count && figures.fused.windows == own.count)
        #expect(own.count < windows.count)
        let alone = Metrics(own, weights: CellWeights(own, keepsEveryActivity: true).weights)
        #expect(figures.alone.macroF1 == alone.macroF1)
        let (before, after) = (try #require(figures.alone.macroF1), try #require(figures.fused.macroF1))
        #expect(after > before + 0.1)
        let difference = try #require(figures.difference)
        #expect(difference.value > 0.1 && difference.interval.lower > 0)
    }

    @Test func withoutALikelihoodNothingChanges() throws {
        let figures = try #require(SpeedFigures(windows, models: [:]))
        #expect(figures.alone == figures.fused)
        let slow = windows.map { window in
            var window = window
            window.speed = nil
            return window
        }
        #expect(SpeedFigures(slow, models: [:]) == nil)
    }
}
