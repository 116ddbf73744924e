// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import GaitwayBase
import Testing

@testable import GaitwayEvaluation

@Suite struct SurenessTests {
    private static func factor(_ windows: [ScoredWindow]) -> Double {
        Sureness(windows, weights: [Double](repeating: 1, count: windows.count), classes: nil).factor
    }

    @Test func honestProbabilitiesStayNearlyAsTheyAre() {
        #expect(Self.factor(ModelTuningTests.windows(factor: 1)) >= 0.95)
    }

    @Test func tooModestProbabilitiesAreMadeSurer() {
        for expected in [0.8, 0.9] {
            let windows = ModelTuningTests.windows(factor: expected)
            #expect(abs(Self.factor(windows) - expected) < 0.06)
        }
    }

    @Test func fewWindowsOrOneFoldChooseNothing() {
        #expect(Self.factor(ModelTuningTests.windows(factor: 0.8, count: 900)) == 1)
        let oneFold = ModelTuningTests.windows(factor: 0.8).filter { $0.fold == 0 }
        #expect(Self.factor(oneFold) == 1)
    }

    @Test func aFactorDividesTheLogits() {
        let window = ModelTuningTests.windows(factor: 0.8, count: 1)[0]
        let surer = window.surer(by: 0.8, nil)
        for (before, after) in zip(window.probabilities.logits, surer.probabilities.logits) {
            #expect(abs(before / 0.8 - after) < 1e-9)
        }
    }
}
