// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
// log; Foundation is not needed.
import Glibc

/// The figures of windows whose truth is known, under given weights.
///
/// A figure is nil when no window has weight. Macro-F1, accuracy and the per-class figures judge the
/// answers (none and unknown are errors); log-loss, Brier score and calibration judge the probabilities over
/// the six classes, also of windows that the recogniser refused.
package struct Metrics: Sendable, Hashable {
    /// The figures of one activity; nil where there is nothing to divide by.
    package struct ClassFigures: Sendable, Hashable {
        package let precision: Double?
        package let recall: Double?
        package let f1: Double?
        package let windows: Int
    }

    /// The number of windows, weighted or not.
    package let windows: Int
    /// Plain counts by truth and answer, whatever the weights.
    package let counts: ConfusionMatrix
    package let confusion: ConfusionMatrix
    /// Mean of -ln p(truth), in nats, with p >= 1e-15.
    package let logLoss: Double?
    /// Mean of the sum over classes of (p - y)^2, y being 1 for the truth and 0 else.
    package let brier: Double?
    /// How often the likeliest class is right, by its probability, in 15 bins.
    package let reliability: ReliabilityTable

    /// Mean F1 over the activities that have weight.
    package var macroF1: Double? { confusion.macroF1 }
    /// The weighted share of right answers.
    package var accuracy: Double? { confusion.accuracy }
    package var calibrationError: Double? { reliability.expectedCalibrationError }

    package subscript(activity: Activity) -> ClassFigures {
        ClassFigures(
            precision: confusion.precision(activity), recall: confusion.recall(activity),
            f1: confusion.f1(activity), windows: Int(clamping: counts.total(of: activity)))
    }

    /// The share of an activity's windows with a `prediction`: by weight, or plainly where none has weight.
    package func share(of truth: Activity, answered prediction: Prediction) -> Double? {
        let matrix = confusion.total(of: truth) > 0 ? confusion : counts
        let total = matrix.total(of: truth)
        return total > 0 ? matrix[truth, prediction] / total : nil
    }

    /// The figures of windows, given column by column; all columns are equally long, weights not negative.
    package init(
        truths: [Activity], predictions: [Prediction], probabilities: [ActivityProbabilities], weights: [Double]
    ) {
        precondition(
            truths.count == predictions.count && truths.count == probabilities.count
                && truths.count == weights.count, "the columns differ in length")
        var counts = ConfusionMatrix()
        var confusion = ConfusionMatrix()
        var reliability = ReliabilityTable()
        var (totalWeight, logLossSum, brierSum) = (0.0, 0.0, 0.0)
        for index in truths.indices {
            let (truth, weight, given) = (truths[index], weights[index], probabilities[index])
            counts[truth, predictions[index]] += 1
            guard weight > 0 else { continue }
            confusion[truth, predictions[index]] += weight
            let truthClass = ActivityClass(truth)
            let likeliest = given.mostLikely
            reliability.add(
                confidence: given[likeliest], isRight: likeliest == truthClass, weight: weight)
            totalWeight += weight
            logLossSum -= weight * log(max(given[truthClass], 1e-15))
            var squares = 0.0
            for candidate in ActivityClass.allCases {
                let error = given[candidate] - (candidate == truthClass ? 1 : 0)
                squares += error * error
            }
            brierSum += weight * squares
        }
        windows = truths.count
        self.counts = counts
        self.confusion = confusion
        self.reliability = reliability
        logLoss = totalWeight > 0 ? logLossSum / totalWeight : nil
        brier = totalWeight > 0 ? brierSum / totalWeight : nil
    }

    /// The balanced figures of the windows whose truth is known: weighted by ``CellWeights``, every activity kept.
    package init(balanced windows: [ScoredWindow]) {
        self.init(windows, weights: CellWeights(windows, keepsEveryActivity: true).weights)
    }

    /// The figures of the windows whose truth is known; `weights` has an entry per window, all 1 when nil.
    package init(_ windows: [ScoredWindow], weights: [Double]? = nil) {
        precondition(weights == nil || weights?.count == windows.count, "one weight per window")
        var truths: [Activity] = []
        var predictions: [Prediction] = []
        var probabilities: [ActivityProbabilities] = []
        var kept: [Double] = []
        for (index, window) in windows.enumerated() {
            guard let truth = window.truth else { continue }
            truths.append(truth)
            predictions.append(window.prediction)
            probabilities.append(window.probabilities)
            kept.append(weights?[index] ?? 1)
        }
        self.init(truths: truths, predictions: predictions, probabilities: probabilities, weights: kept)
    }
}
