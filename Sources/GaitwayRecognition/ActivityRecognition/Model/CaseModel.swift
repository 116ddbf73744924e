// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayNumerics

/// The model of one sensor case: how it scales, its weights, how sure it may claim to be, and what it does not know.
package struct CaseModel: Sendable {
    /// The input that it serves.
    package var sensorCase: SensorCase
    /// Sensors that may be there or be missing: training had every window both ways.
    package var optional: [Feature.Need]
    /// Scaling of the features before the weights.
    package var standardizer: Standardizer
    package var products: FeatureProducts
    /// The random-kernel features that follow the products.
    package var kernels = KernelFeatures.none
    /// Scaling of the lines of engines that follow the kernels; nil without them.
    package var lines: Standardizer?
    /// Weights (features, products, kernels and lines × classes) and intercepts of the six classes, in the order of
    /// `ActivityClass`.
    package var classifier: SoftmaxClassifier
    /// Which probability gives which confidence.
    package var confidence: ConfidenceLevels
    /// How far from the training data a window may lie.
    package var distance: TrainingDistance

    /// What the model makes of one window.
    package struct Estimate: Sendable, Hashable {
        package var probabilities: ActivityProbabilities
        /// The squared distance to the training data.
        package var squaredDistance: Double
        /// How much of the motion is what a road does to a wheel; see ``RoadShare``.
        package var roadShare: Float = 1
    }

    /// What judging takes of memory, to be kept from window to window.
    package struct Scratch: Sendable {
        fileprivate var scores = [Double](repeating: 0, count: ActivityClass.allCases.count)
        fileprivate var counts: [UInt8] = []
        fileprivate var kernels = KernelScratch()

        /// Memory for one window at a time.
        package init() {}
    }

    /// Makes a window's features and signals into what the weights are multiplied with: the features standardised in
    /// place, products, kernels and lines of engines appended.
    func formInputs(
        _ row: inout [Double], signals: QuantizedSignals, lines own: EngineLines = .missing, scratch: inout Scratch
    ) {
        var elements = row.mutableSpan
        standardizer.transform(&elements)
        products.append(to: &row)
        kernels.bank.count(signals, with: &scratch.kernels, into: &scratch.counts)
        kernels.append(scratch.counts.span, hasRotation: signals.hasRotation, to: &row)
        lines?.append(own.values, to: &row)
    }

    /// The posterior of one window from its features, signals and lines of engines, and how far from the training data
    /// the features lie. The row becomes the inputs of the weights.
    package func predict(
        standardizing row: inout [Double], signals: QuantizedSignals, lines: EngineLines = .missing,
        scratch: inout Scratch
    ) -> Estimate {
        let roadShare = RoadShare.of(row.span)
        formInputs(&row, signals: signals, lines: lines, scratch: &scratch)
        let squaredDistance = distance.squaredDistance(of: row.span)
        var results = scratch.scores.mutableSpan
        classifier.probabilities(of: row.span, into: &results)
        return Estimate(
            probabilities: ActivityProbabilities { scratch.scores[$0.rawValue] }, squaredDistance: squaredDistance,
            roadShare: roadShare)
    }

    /// Whether to give no estimate: a window far from all training data, in which no activity is sure, is not known.
    ///
    /// It is not surely none of the activities either. Training shows a few such motions, and what lies far from these,
    /// too, may be an activity on a phone or at a rate that training does not show. Nor is cycling known that is
    /// smoother than any road.
    package func isUnknown(_ estimate: Estimate) -> Bool {
        let prediction = estimate.probabilities.mostLikely
        if prediction == .cycling, estimate.roadShare < RoadShare.least(in: sensorCase) { return true }
        guard estimate.squaredDistance > distance.limit else { return false }
        return prediction == .noneOfThese || estimate.probabilities[prediction] < confidence.high
    }
}
