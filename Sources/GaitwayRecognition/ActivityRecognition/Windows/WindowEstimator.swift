// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// What answers a recogniser's windows, one after the other: a trained model, or one of the user's own.
protocol WindowEstimator: StatePassing, Sendable {
    mutating func estimate(_ window: MotionWindow) -> WindowEstimate

    /// An answer from the first half of the first window after a gap; nil for none.
    func estimate(_ beginning: WindowBeginning) -> WindowEstimate?
}

extension WindowClassifier: WindowEstimator {}

/// Answers window by window with a model of the user's own.
struct OwnModelClassifier<Model: WindowModel>: WindowEstimator {
    private var model: Model
    private let levels: ConfidenceLevels
    private var extractor = FeatureExtractor()

    /// A classifier with `model`, which has seen no window.
    ///
    /// - Throws: `InputError` `malformed` for confidence levels that are out of order or not from 0 to 1.
    init(model: Model) throws(InputError) {
        let (medium, high) = model.confidenceLevels
        guard medium >= 0, medium <= high, high <= 1 else {
            throw .malformed(
                "the model's confidence levels are \(medium) and \(high)",
                remedy: "give two numbers from 0 to 1, that of high confidence last")
        }
        self.model = model
        // A probability of 1 may be high here: only in models of a file 1 means that none is.
        levels = ConfidenceLevels(medium: medium, high: min(high, 1.0.nextDown))
    }

    /// A model of the user's own is asked about whole windows alone.
    func estimate(_ beginning: WindowBeginning) -> WindowEstimate? { nil }

    /// What a model of the user's own remembers is not known here, so that nothing can be saved.
    mutating func pass(through archive: inout StateArchive) { archive.require(false) }

    mutating func estimate(_ window: MotionWindow) -> WindowEstimate {
        // Features are computed even where the model is not asked, as they carry gravity on to the next window.
        var features: [Double] = []
        features.reserveCapacity(FeatureSchema.motion.count)
        extractor.append(window, to: &features)
        return WindowEstimate(
            span: window.start..<window.end, arrival: window.arrival, outcome: outcome(window, features), levels: levels
        )
    }

    private mutating func outcome(_ window: MotionWindow, _ features: [Double]) -> ModelEstimate {
        if let fault = window.fault { return .unknown(fault == .dead ? .deadSensor : .saturated) }
        guard let minimumRate = model.minimumRate(hasGravity: window.hasGravity) else {
            return .unknown(window.hasGravity ? .rateTooLow : .noGravity)
        }
        guard window.rate >= minimumRate else { return .unknown(.rateTooLow) }
        switch model.estimate(ModelWindow(window, features: features)) {
        case .unknown(let reason): return .unknown(reason)
        case .probabilities(let probabilities):
            // ActivityProbabilities.proportional(to:) has checked them.
            return .probabilities(probabilities)
        }
    }
}
