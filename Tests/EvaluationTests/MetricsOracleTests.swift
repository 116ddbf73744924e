// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import GaitwayBase
import GaitwayEvaluation
import Testing

/// Figures of one sample against scikit-learn 1.9.1, as `Tests/Oracles/evaluation_metrics.py` printed them.
struct MetricsOracleTests {
    private let windows = Samples.windows(3000, seed: 17)

    @Test func weightedFiguresAreThoseOfScikitLearn() {
        let weights = CellWeights(windows)
        #expect(
            weights.smallCells.map { [$0.dataSet, $0.activity == .stationary ? 0 : 1] }
                == [[4, 1], [4, 1], [4, 1], [5, 0], [5, 1], [5, 1], [5, 1], [5, 1]])
        let metrics = Metrics(windows, weights: weights.weights)
        #expect(isClose(metrics.macroF1, 0.5975986496235206))
        #expect(isClose(metrics.accuracy, 0.5563535444747443))
        #expect(isClose(metrics.logLoss, 1.091234030223315))
        #expect(isClose(metrics.brier, 0.5661333710174514))
        #expect(isClose(metrics.calibrationError, 0.11352785458936192))
        expect(
            metrics,
            [
                (0.6464334073313834, 0.5559870434300813, 0.5978085264418187),
                (0.6287871288290076, 0.5658582390497137, 0.5956652694147949),
                (0.66266141133277, 0.5526530301712879, 0.6026783266023006),
                (0.6472198414203245, 0.5524209433156324, 0.5960747581763893),
                (0.6431998359954822, 0.5548484664070124, 0.5957663674823),
            ])
    }

    @Test func plainFiguresAreThoseOfScikitLearn() {
        let metrics = Metrics(windows)
        #expect(isClose(metrics.macroF1, 0.5964047121143676))
        #expect(isClose(metrics.accuracy, 0.556312625250501))
        #expect(isClose(metrics.logLoss, 1.1034679450557965))
        #expect(isClose(metrics.brier, 0.5728886397282992))
        #expect(isClose(metrics.calibrationError, 0.113367080789519))
        expect(
            metrics,
            [
                (0.6310904872389791, 0.5585215605749486, 0.5925925925925926),
                (0.6382022471910113, 0.5546875, 0.593521421107628),
                (0.6286407766990292, 0.5630434782608695, 0.5940366972477065),
                (0.6564705882352941, 0.5535714285714286, 0.6006458557588805),
                (0.6591928251121076, 0.5526315789473685, 0.6012269938650306),
            ])
    }

    @Test func countsAreThoseOfScikitLearn() {
        let counts: [[Double]] = [
            [272, 44, 36, 35, 29, 45, 26], [45, 284, 39, 32, 41, 48, 23], [24, 27, 259, 38, 42, 43, 27],
            [44, 46, 34, 279, 40, 37, 24], [46, 44, 44, 41, 294, 40, 23],
        ]
        let weights = CellWeights(windows).weights
        for metrics in [Metrics(windows), Metrics(windows, weights: weights)] {
            let found = Activity.allCases.map { truth in
                Prediction.allCases.map { metrics.counts[truth, $0] }
            }
            #expect(found == counts)
        }
    }

    @Test func unknownRidesAreThoseOfScikitLearn() {
        let figures = UnknownRideFigures(windows)
        #expect(isClose(figures.auroc, 0.8770285124704854))
        #expect(isClose(figures.shareRight, 0.6178217821782178))
        #expect(isClose(figures.knownRefused, 0.1346693386773547))
    }

    private func expect(
        _ metrics: Metrics, _ classes: [(precision: Double, recall: Double, f1: Double)]
    ) {
        for (activity, expected) in zip(Activity.allCases, classes) {
            #expect(isClose(metrics[activity].precision, expected.precision))
            #expect(isClose(metrics[activity].recall, expected.recall))
            #expect(isClose(metrics[activity].f1, expected.f1))
        }
    }
}
