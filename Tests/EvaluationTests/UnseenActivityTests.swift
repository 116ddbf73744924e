// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import GaitwayBase
import GaitwayNumerics
import GaitwayRecognition
import TestSupport
import Testing

@testable import GaitwayEvaluation

/// People who lack activities: from samples to trained and judged models.
@Suite struct UnseenActivityTests {
    /// Who rode what, how often.
    struct People: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var rides: [(user: String, activity: Activity, count: Int)]
        var grouping: FoldGrouping
    }

    static let people: [People] = [
        People(
            testDescription: "one of two people lacks three activities",
            rides: [("alex", .stationary, 2), ("alex", .walking, 2), ("alex", .running, 2), ("alex", .cycling, 2)]
                + [("alex", .automotive, 2), ("ben", .stationary, 2), ("ben", .walking, 2)], grouping: .user),
        People(
            testDescription: "one person",
            rides: [("alex", .stationary, 3), ("alex", .walking, 3), ("alex", .cycling, 3)], grouping: .ride),
        People(
            testDescription: "three people, each without another activity",
            rides: [("a", .walking, 2), ("a", .cycling, 2), ("b", .walking, 2), ("b", .stationary, 2)]
                + [("c", .cycling, 2), ("c", .stationary, 2)], grouping: .user),
        People(
            testDescription: "people who share one activity",
            rides: [("a", .walking, 3), ("a", .cycling, 3), ("b", .walking, 3), ("b", .stationary, 3)],
            grouping: .user),
        People(
            testDescription: "people without overlap",
            rides: [("a", .walking, 2), ("a", .cycling, 2), ("b", .stationary, 2), ("b", .running, 2)],
            grouping: .ride),
    ]

    /// A ride of 80 s whose motion has the activity's strength and tempo, and a little of the person's and the ride's.
    private static func ride(_ activity: Activity, user: String, number: Int) throws -> RideWindows {
        let row = ManifestRow(
            recording: "\(user)-\(activity)-\(number)", label: .activity(activity), dataSet: "mine", user: user)
        let seed = Int(user.utf8.first ?? 0) * 1000 + activity.index * 20 + number
        var generator = SeededGenerator(seed: UInt64(seed))
        func noise(_ size: Float) -> Float { Float.random(in: -size...size, using: &generator) }
        let strength: Float = [0.05, 2, 6, 1.2, 0.5][activity.index] * (1 + noise(0.5))
        let tempo: Float = [0.5, 1.9, 2.7, 1.3, 3.5][activity.index] * (1 + noise(0.2))
        let samples = (0..<4000).map { index in
            let phase = 2 * Float.pi * tempo * Float(index) / 50
            let swing = SIMD3<Float>(0.4 * phase.sinus, 0.3 * (2 * phase).sinus, phase.sinus)
            return SensorSample(
                sensor: .acceleration, nanoseconds: Int64(index) * 20_000_000,
                value: strength * swing + SIMD3(noise(0.3), noise(0.3), 9.8 + noise(0.3)))
        }
        var ride = RideWindows(row: row)
        ride.append(samples)
        try ride.finish()
        return ride
    }

    private static func windows(_ people: People) throws -> LabelledWindows {
        var windows = LabelledWindows()
        for (user, activity, count) in people.rides {
            for number in 0..<count { try windows.append(ride(activity, user: user, number: number)) }
        }
        return windows
    }

    private static func logLoss(_ windows: [ScoredWindow]) -> Double? {
        Metrics(windows, weights: CellWeights(windows, keepsEveryActivity: true).weights).logLoss
    }

    @Test(arguments: people) func calibrationNeverHarms(_ people: People) async throws {
        let windows = try Self.windows(people)
        let plan = try FoldPlan(rides: windows.foldRides, by: people.grouping)
        let folds = windows.foldOfWindow(ofRides: plan.foldOfRide)
        var options = CrossValidation.Options(penalties: [0.003])
        options.training.kernels = 84
        let validation = CrossValidation(options: options)
        let outcome = try await validation.score(windows, foldOfWindow: folds)
        let untuned = try await validation.scoreUntuned(windows, foldOfWindow: folds)
        let tuning = try #require(outcome.tuning)

        // What all folds choose, applied to all rides left out.
        let tuned = untuned.map { window in
            var window = window
            guard let scaling = tuning.calibration.scaling else { return window }
            var logits = window.probabilities.logits(centredOver: outcome.unseen.all)
            scaling.apply(to: &logits)
            window.probabilities = ActivityProbabilities(logits: logits)
            return window
        }
        let before = try #require(Self.logLoss(untuned))
        #expect(try #require(Self.logLoss(tuned)) <= before + 1e-9)
        let known = untuned.indices.filter { !outcome.unseen.contains(untuned[$0]) }
        if !known.isEmpty {
            #expect(
                try #require(Self.logLoss(known.map { tuned[$0] }))
                    <= #require(Self.logLoss(known.map { untuned[$0] })) + 1e-9)
        }
        // What each fold's model takes from the other folds.
        #expect(try #require(Self.logLoss(outcome.windows)) <= before * 1.02)
        for model in outcome.models.values {
            #expect((0.06...5).contains(model.smoothing.temperature), "\(model.smoothing)")
        }
        #expect((0.06...5).contains(tuning.smoothing.temperature))
        // The levels can be reached: answers that are right are not all of low confidence.
        let right = tuned.filter { $0.probabilities.mostLikely.activity == $0.truth }
        let sure = right.count { $0.probabilities[$0.probabilities.mostLikely] >= tuning.confidence.medium }
        #expect(Double(sure) > 0.5 * Double(right.count), "\(tuning.confidence), \(sure) of \(right.count)")
    }

    @Test func theReportSeparatesWhatNoModelCouldKnow() async throws {
        let windows = try Self.windows(Self.people[0])
        let plan = try FoldPlan(rides: windows.foldRides, by: .user)
        var options = CrossValidation.Options(penalties: [0.003])
        options.training.kernels = 84
        let outcome = try await CrossValidation(options: options).score(
            windows, foldOfWindow: windows.foldOfWindow(ofRides: plan.foldOfRide))
        let report = EvaluationReport(
            windows: outcome.windows, dataSets: windows.dataSets, rides: windows.rides, plan: plan,
            unseen: outcome.unseen)
        #expect(report.notes.first == "alex is judged by a model that never saw running, cycling, automotive.")
        let knowable = try #require(report.knowable)
        #expect(knowable.windows == outcome.windows.count { [.stationary, .walking].contains($0.truth) })
        #expect(try #require(knowable.macroF1) > #require(report.weighted.macroF1) + 0.2)
        for activity in [Activity.running, .cycling, .automotive] { #expect(report.weighted[activity].recall == 0) }
    }

    /// Windows of an activity that no other fold has must not choose anything, whatever the answers.
    @Test func whatNoModelCouldKnowHasNoSay() throws {
        var windows = ModelTuningTests.windows(factor: 2, count: 4000)
        for index in windows.indices where windows[index].truth == .cycling { windows[index].fold = 1 }
        let before = try ModelTuner(scored: [0.01: windows], stay: 0.98).tuning(excluding: nil)
        for index in windows.indices where windows[index].truth == .cycling {
            windows[index].probabilities = Samples.certain(.walking)
        }
        #expect(try ModelTuner(scored: [0.01: windows], stay: 0.98).tuning(excluding: nil) == before)
        // A scale for each class would silence cycling, which no window of a say shows.
        if case .vector = before.calibration { Issue.record("scaled by classes that are never right") }
        let scaling = try #require(before.calibration.scaling)
        #expect(abs(scaling.scales[0] - 0.5) < 0.1)
    }

    @Test func oneSharedActivityGivesTheDefaults() throws {
        let windows = Samples.rides([
            (0, 0, .walking, 60), (0, 0, .cycling, 60), (0, 1, .walking, 60), (0, 1, .running, 60),
        ])
        let tuning = try ModelTuner(scored: [0.003: windows, 0.01: windows], stay: nil).tuning(excluding: nil)
        #expect(tuning.calibration == .none && tuning.confidence == .unjudged && tuning.penalty == 0.003)
        #expect(tuning.smoothing == SmoothingParameters(stay: SmoothingParameters.standardStay))
        #expect(tuning.findings.count == 1)
    }

    /// Answers that are all wrong, and surely so, would be divided by the largest temperature.
    @Test func aTemperatureAtItsBoundIsSaidAndLeftOut() throws {
        let windows = ModelTuningTests.windows(factor: 1, count: 2000).map { window in
            var window = window
            let truth = window.truth ?? .walking
            let wrong = Activity.allCases[(truth.index + 1) % 5]
            window.probabilities = ActivityProbabilities { $0 == ActivityClass(wrong) ? 0.95 : 0.01 }
            return window
        }
        let tuning = try ModelTuner(scored: [0.01: windows], stay: 0.98).tuning(excluding: nil)
        #expect(tuning.calibration.scaling == nil)
        #expect(tuning.smoothing.temperature == 1)
        #expect(tuning.findings.contains { $0.contains("20.0") }, "\(tuning.findings)")
    }

    @Test func foldsOfRidesSeparateEveryActivity() throws {
        let rides = (0..<8).map { number in
            FoldRide(
                dataSet: "mine", user: "me", recording: "r\(number)",
                label: .activity(number < 6 ? .walking : .cycling), hours: Double(number + 1) / 10)
        }
        let plan = try FoldPlan(rides: rides, by: .ride)
        #expect(plan.folds.count == 2 && plan.sharedActivities == 2)
        let parts =
            [FoldRide](rides.prefix(2))
            + rides.suffix(2).map { ride in
                var ride = ride
                ride.recording = "one"
                return ride
            }
        // The spans of one recording stay together.
        let together = try FoldPlan(rides: parts, by: .ride)
        #expect(together.foldOfRide[2] == together.foldOfRide[3])
    }
}

extension Float {
    /// The sine, by the series of a phase within one turn.
    fileprivate var sinus: Float {
        let turn = self - 2 * .pi * (self / (2 * .pi)).rounded()
        let square = turn * turn
        return turn * (1 - square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72 * (1 - square / 110)))))
    }
}
