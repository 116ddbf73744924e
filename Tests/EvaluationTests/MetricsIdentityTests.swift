// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import GaitwayBase
import GaitwayEvaluation
import TestSupport
import Testing

struct MetricsIdentityTests {
    private func figures(_ windows: [ScoredWindow]) -> [Double?] {
        let metrics = Metrics(windows, weights: CellWeights(windows).weights)
        let perClass = Activity.allCases.flatMap {
            [metrics[$0].precision, metrics[$0].recall, metrics[$0].f1]
        }
        return [
            metrics.macroF1, metrics.accuracy, metrics.logLoss, metrics.brier, metrics.calibrationError,
        ] + perClass
    }

    private func expectEqual(_ left: [Double?], _ right: [Double?]) {
        #expect(left.count == right.count)
        for (first, second) in zip(left, right) { #expect(isClose(first, second)) }
    }

    @Test func weightsOfAllAndOfEachCellAreEqual() {
        let windows = Samples.windows(3000, seed: 2)
        let weights = CellWeights(windows)
        #expect(isClose(weights.weights.reduce(0, +), 1))
        for activity in Activity.allCases {
            let cells = weights.cells.filter { $0.activity == activity }
            for cell in cells {
                let sum = zip(windows, weights.weights)
                    .filter { $0.0.dataSet == cell.dataSet && $0.0.truth == activity }
                    .reduce(0) { $0 + $1.1 }
                #expect(isClose(sum, 1 / (5 * Double(cells.count))))
            }
        }
        let listed = (weights.cells + weights.smallCells).reduce(0) { $0 + $1.windows }
        #expect(listed == windows.count { $0.truth != nil })
    }

    @Test func fiftyWindowsAreEnoughForACellAndFortyNineAreNot() {
        let windows = Samples.rides([(0, 0, .walking, 50), (1, 0, .walking, 49)])
        let weights = CellWeights(windows)
        #expect(weights.cells.map(\.dataSet) == [0])
        #expect(weights.smallCells.map(\.windows) == [49])
        #expect(weights.weights.count { $0 == 0 } == 49)
    }

    @Test func aDataSetTwiceChangesNothing() {
        let windows = Samples.windows(3000, seed: 3)
        // A data set without small cells; doubling one of these could lift it over the threshold.
        expectEqual(figures(windows), figures(windows + windows.filter { $0.dataSet == 1 }))
    }

    @Test func orderChangesNothing() {
        var generator = SeededGenerator(seed: 4)
        let windows = Samples.windows(3000, seed: 4)
        let shuffled = windows.shuffled(using: &generator)
        expectEqual(figures(windows), figures(shuffled))
        let (left, right) = (UnknownRideFigures(windows), UnknownRideFigures(shuffled))
        #expect(left == right)
    }

    @Test func aDoubledWindowIsAWindowOfWeightTwo() {
        let windows = Samples.windows(400, seed: 6)
        let doubled = Metrics(windows + windows.prefix(100))
        let weighted = Metrics(windows, weights: windows.indices.map { $0 < 100 ? 2 : 1 })
        #expect(isClose(doubled.macroF1, weighted.macroF1))
        #expect(isClose(doubled.logLoss, weighted.logLoss))
        #expect(isClose(doubled.brier, weighted.brier))
        #expect(isClose(doubled.calibrationError, weighted.calibrationError))
    }

    @Test func perfectAnswersAreOneAndZero() {
        let windows = Samples.windows(3000, seed: 7).map { window in
            var perfect = window
            perfect.probabilities = Samples.certain(window.truth.map { ActivityClass($0) } ?? .noneOfThese)
            perfect.isRefused = false
            return perfect
        }
        let metrics = Metrics(windows, weights: CellWeights(windows).weights)
        #expect(isClose(metrics.macroF1, 1))
        #expect(isClose(metrics.accuracy, 1))
        #expect(metrics.logLoss == 0)
        #expect(metrics.brier == 0)
        #expect(metrics.calibrationError == 0)
        let unknown = UnknownRideFigures(windows)
        #expect(unknown.auroc == 1)
        #expect(unknown.shareRight == 1)
        #expect(unknown.knownRefused == 0)
    }

    @Test func certainAndWrongCostsTheBoundOfTheLogLoss() {
        let windows = Samples.rides([(0, 0, .walking, 60)]).map { window in
            var wrong = window
            wrong.probabilities = Samples.certain(.running)
            return wrong
        }
        let metrics = Metrics(windows)
        #expect(isClose(metrics.logLoss, 34.538776394910684))  // ln 1e15
        #expect(metrics.brier == 2)
        #expect(metrics.calibrationError == 1)
        #expect(metrics.macroF1 == 0)
        #expect(metrics[.running].f1 == nil)
    }

    @Test func aCalibratedSampleHasHardlyAnyCalibrationError() {
        var generator = SeededGenerator(seed: 8)
        var table = ReliabilityTable()
        for _ in 0..<200_000 {
            let confidence = 0.2 + 0.8 * generator.uniform()
            table.add(confidence: confidence, isRight: generator.uniform() < confidence, weight: 1)
        }
        // Each bin's error is below 3 sqrt(p (1 - p) / n), n about 16,000.
        #expect((table.expectedCalibrationError ?? 1) < 0.012)
        #expect(table.bins.prefix(3).allSatisfy { $0.meanConfidence == nil })
    }

    @Test func aBinHoldsItsUpperEdge() {
        var table = ReliabilityTable(binCount: 4)
        for confidence in [0.25, 0.250001, 1, 0, .nan, .infinity, -1] {
            table.add(confidence: confidence, isRight: true, weight: 1)
        }
        #expect(table.bins.map(\.weight) == [4, 1, 0, 2])
    }

    @Test func nothingHasNoFigures() {
        let metrics = Metrics([])
        #expect(metrics.macroF1 == nil && metrics.accuracy == nil && metrics.logLoss == nil)
        #expect(metrics.brier == nil && metrics.calibrationError == nil)
        #expect(UnknownRideFigures([]).auroc == nil)
    }

    @Test func tiesCountHalfInTheAreaUnderTheCurve() {
        let windows = Samples.rides([(0, 0, .walking, 30), (0, 0, nil, 20)]).map { window in
            var flat = window
            flat.probabilities = .uniform
            return flat
        }
        #expect(UnknownRideFigures(windows).auroc == 0.5)
    }

    @Test func flagsGiveOneAnswer() {
        #expect(Prediction([.automotive, .stationary]) == .automotive)
        #expect(Prediction(ActivityFlags()) == .noneOfThese)
        #expect(Prediction(.unknown) == .unknown)
        for activity in Activity.allCases {
            #expect(Prediction(ActivityFlags(activity)) == Prediction(activity))
            #expect(Prediction(activity).name == activity.rawValue)
        }
    }
}
