// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import GaitwayBase
import GaitwayNumerics
import GaitwayRecognition
import TestSupport
import Testing

@testable import GaitwayEvaluation

@Suite struct ModelTuningTests {
    /// Windows of four folds whose posteriors are right as often as they say, after their logits are multiplied by
    /// `factor`.
    static func windows(factor: Double, count: Int = 20_000, seed: UInt64 = 1) -> [ScoredWindow] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let logits = (0..<6).map { $0 == 5 ? -20 : Double.random(in: -3...3, using: &generator) }
            let honest = ActivityProbabilities(logits: logits)
            var draw = Double.random(in: 0..<1, using: &generator)
            let truth = Activity.allCases.first { activity in
                draw -= honest[ActivityClass(activity)]
                return draw < 0
            }
            return ScoredWindow(
                recordingIndex: index / 100, windowIndex: index, start: Double(index), dataSet: index / 100 % 4,
                fold: index / 100 % 4, truth: truth ?? .automotive,
                probabilities: ActivityProbabilities(logits: logits.map { $0 * factor }))
        }
    }

    static func weights(_ windows: [ScoredWindow]) -> [Double] { CellWeights(windows).weights }

    /// Windows by which nothing can be chosen are refused with what is missing.
    @Test func aTableWithoutAnActivityIsRefused() throws {
        let truths = ["none", "none", "none", "none"]
        let rows = truths.enumerated().map { number, truth in
            "0.1,\(number),0,0,0,\(number),\(truth),0,1,,0.5,0.1,0.1,0.1,0.1,0.1\n"
        }
        let text = HeldOutTable.columns.joined(separator: ",") + "\n" + rows.joined()
        let table = try HeldOutTable(csv: Array(text.utf8), source: "scored.csv")
        let error = #expect(throws: InputError.self) { try table.tuning(stay: nil) }
        #expect(error?.code == .malformed && error?.remedy.isEmpty == false, "\(String(describing: error))")
    }

    @Test func honestProbabilitiesAreLeftAlone() throws {
        let windows = Self.windows(factor: 1)
        let calibration = try Calibration.best(for: windows, weights: [Double](repeating: 1, count: windows.count))
        if case .vector = calibration { Issue.record("nothing calls for a scale for each class") }
        if case .temperature(let scaling) = calibration { #expect(abs(scaling.temperature - 1) < 0.05) }
    }

    @Test func tooSureAModelIsCooled() throws {
        let windows = Self.windows(factor: 2)
        let calibration = try Calibration.best(for: windows, weights: [Double](repeating: 1, count: windows.count))
        let scaling = try #require(calibration.scaling)
        for activityClass in ActivityClass.allCases.dropLast() {
            #expect(abs(scaling.scales[activityClass.rawValue] - 0.5) < 0.05)
        }
    }

    @Test func levelsReachWhatTheyPromise() throws {
        let windows = Self.windows(factor: 1)
        let weights = Self.weights(windows)
        let levels = ConfidenceLevels(fitting: windows, weights: weights)
        /// The share of right answers among fresh windows of a level.
        func share(_ range: Range<Double>, of windows: [ScoredWindow]) -> Double {
            let own = windows.filter { range.contains($0.probabilities[$0.probabilities.mostLikely]) }
            let right = own.count { $0.probabilities.mostLikely.activity == $0.truth }
            return Double(right) / Double(own.count)
        }
        let fresh = Self.windows(factor: 1, seed: 2)
        #expect(abs(share(levels.high..<2, of: fresh) - ConfidenceLevels.targets.high) < 0.02)
        #expect(abs(share(levels.medium..<levels.high, of: fresh) - ConfidenceLevels.targets.medium) < 0.02)
    }

    /// Windows that are all right and all sure say nothing of less sure ones: these keep the standard levels.
    @Test func sureAnswersDoNotRaiseTheLevels() {
        let right = Self.windows(factor: 1, count: 500).map { window in
            var window = window
            let truth = ActivityClass(window.truth ?? .walking)
            window.probabilities = ActivityProbabilities { $0 == truth ? 0.9995 : 0.0001 }
            return window
        }
        let weights = [Double](repeating: 1, count: right.count)
        #expect(ConfidenceLevels(fitting: right, weights: weights) == .standard)
    }

    @Test func aTargetOutOfReachIsNeverClaimed() {
        let wrong = Self.windows(factor: 1, count: 500).map { window in
            var window = window
            window.truth = window.probabilities.mostLikely == .walking ? .running : .walking
            return window
        }
        let levels = ConfidenceLevels(fitting: wrong, weights: [Double](repeating: 1, count: wrong.count))
        #expect(levels == ConfidenceLevels(medium: 1, high: 1))
    }

    @Test func theHeldOutFoldHasNoSay() throws {
        var windows = Self.windows(factor: 1, count: 4000)
        let before = try ModelTuner(scored: [0.01: windows], stay: 0.98).tuning(excluding: 2)
        for index in windows.indices where windows[index].fold == 2 {
            windows[index].probabilities = .uniform
            windows[index].squaredDistance = 1e6
        }
        let after = try ModelTuner(scored: [0.01: windows], stay: 0.98).tuning(excluding: 2)
        #expect(before == after)
        let all = try ModelTuner(scored: [0.01: windows], stay: 0.98).tuning(excluding: nil)
        #expect(all != before)
    }

    /// Few windows of every activity in every data set, and some of none of the activities: these alone must not
    /// choose.
    @Test func shortRidesHaveASay() throws {
        var windows = Self.windows(factor: 2, count: 400)
        for index in windows.indices where index % 12 == 0 {
            windows[index].truth = nil
            windows[index].probabilities = ActivityProbabilities(logits: [0, 0, 0, 0, 0, 6])
        }
        #expect(CellWeights(windows).cells.isEmpty)
        let tuning = try ModelTuner(scored: [0.01: windows], stay: 0.98).tuning(excluding: nil)
        let scaling = try #require(tuning.calibration.scaling)
        for activityClass in ActivityClass.allCases.dropLast() {
            #expect(abs(scaling.scales[activityClass.rawValue] - 0.5) < 0.3)
        }
        #expect(tuning.confidence.medium < 1)
        // A half that shows one activity says nothing of the others.
        for index in windows.indices where windows[index].fold % 2 == 0 { windows[index].truth = .walking }
        #expect(try ModelTuner(scored: [0.01: windows], stay: 0.98).tuning(excluding: nil).calibration == .none)
    }

    /// The temperature of a model without rides left out is that of caution; many rides choose their own.
    @Test(arguments: [(0, 0.8), (20, (1.6 / 2).squareRoot()), (100_000, 1)])
    func fewRidesChooseLittleOfTheTemperature(rides: Int, factor: Double) {
        #expect(abs(Caution.factor(of: 2, rides: rides) - factor) < 1e-3)
    }

    @Test func aModelOfFewRidesIsLessSure() throws {
        func caution(rides: Int, excluding excluded: Int?) throws -> Double {
            let windows = Self.windows(factor: 1, count: 100 * rides)
            return try ModelTuner(scored: [0.01: windows], stay: 0.98).tuning(excluding: excluded).caution
        }
        let (few, many) = (try caution(rides: 8, excluding: nil), try caution(rides: 200, excluding: nil))
        #expect(few > 1.25 && few < 1.6 && many > 1 && many < 1.1, "\(few), \(many)")
        #expect(try caution(rides: 8, excluding: 0) == 1)
        let standard = ModelTuning.standard(penalty: 0.01, stay: nil)
        #expect(standard.scaling?.scales.allSatisfy { abs($0 - 1 / Caution.temperature) < 1e-12 } == true)
    }

    /// Whatever the temperature, a class that training did not show stays out of reach.
    @Test func aClassThatWasNotLearntKeepsItsIntercept() throws {
        var model = try #require(DefaultModel.load().cases.first)
        var (weights, intercepts) = (model.classifier.weights, model.classifier.intercepts)
        for feature in 0..<model.classifier.features { weights[feature, 5] = 0 }
        intercepts[5] = -50
        model.classifier = SoftmaxClassifier(weights: weights, intercepts: intercepts)
        let tuned = ModelTuning.standard(penalty: 0.01, stay: nil).applied(to: model).classifier.intercepts
        #expect(tuned[5] == -50 && zip(tuned, intercepts).prefix(5).allSatisfy { abs($0 - $1 / 1.6) < 1e-12 })
    }

    /// Three rides of an activity show how sure a model may be; two do not.
    @Test func anActivityOfTwoRidesMakesNothingHigh() throws {
        let windows = Self.windows(factor: 1).filter { $0.truth != .running || $0.recordingIndex < 3 }
        let tuner = ModelTuner(scored: [0.01: windows], stay: 0.98)
        let (all, part) = (try tuner.tuning(excluding: nil), try tuner.tuning(excluding: 0))
        #expect(all.confidence.high < 1 && all.findings.isEmpty)
        #expect(part.confidence.high == 1 && part.confidence.medium < 1)
        #expect(part.findings.contains { $0.contains("running has fewer than 3 rides") }, "\(part.findings)")
    }

    @Test func thePenaltyWithTheLeastLossWins() throws {
        let tuner = ModelTuner(
            scored: [0.1: Self.windows(factor: 3, count: 4000), 0.01: Self.windows(factor: 1, count: 4000)], stay: 0.98)
        let tuning = try tuner.tuning(excluding: nil)
        #expect(tuning.penalty == 0.01)
    }

    @Test func theDwellTimeIsThatOfTheRides() throws {
        let windows = Samples.rides((0..<40).map { ($0 % 2, 0, $0 % 4 < 2 ? .walking : .cycling, 20) })
        let spliced = SplicedRides(windows)
        let changes = spliced.rides.reduce(0) { $0 + $1.blocks.count - 1 }
        let hops = spliced.rides.reduce(0) { $0 + $1.windows.count - 1 }
        let parameters = try SmoothingParameters(fitting: windows)
        #expect(parameters.stay == 1 - Double(changes) / Double(hops))
        let fixed = try SmoothingParameters(fitting: windows, stay: 0.9)
        #expect(fixed.stay == 0.9)
        let withoutChanges = try SmoothingParameters(fitting: Samples.rides([(0, 0, .walking, 50)]))
        #expect(withoutChanges == SmoothingParameters(stay: SmoothingParameters.standardStay))
    }

    @Test func evidenceCountsForLessWhereWindowsErrTogether() throws {
        // Every ride has five windows in a row that are surely wrong: a path that takes them at their word follows
        // them.
        var generator = SeededGenerator(seed: 3)
        let activities: [Activity] = [.walking, .cycling, .running]
        let windows = Samples.rides((0..<60).map { ($0 % 3, 0, activities[$0 % 3], 60) }).map { window in
            var window = window
            let truth = window.truth ?? .walking
            let other = activities.first { $0 != truth } ?? truth
            let prediction = (30..<35).contains(window.windowIndex) ? other : truth
            let noise = Double.random(in: 0...0.01, using: &generator)
            window.probabilities = ActivityProbabilities {
                $0 == ActivityClass(prediction) ? 0.95 - noise : 0.01 + noise / 5
            }
            return window
        }
        let parameters = try SmoothingParameters(fitting: windows)
        #expect(parameters.evidence.viterbi < 0.5)
        #expect(parameters.evidence.causal <= 1 && parameters.temperature > 0)
    }
}
