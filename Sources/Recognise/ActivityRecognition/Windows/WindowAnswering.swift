internal import ActivityFeatures
internal import MotionTypes

/// What answers a recogniser's windows, one after the other: a trained model, or one of the user's own.
protocol WindowAnswering: StatePassing, Sendable {
    /// The estimate of the next window of a recording.
    mutating func estimate(_ window: MotionWindow) -> WindowEstimate
}

extension WindowClassifier: WindowAnswering {}

/// Answers window by window with a model of the user's own.
struct OwnModelClassifier<Model: WindowModel>: WindowAnswering {
    private var model: Model
    private let levels: ConfidenceLevels
    private var extractor = FeatureExtractor()

    /// A classifier with `model`, which has seen no window.
    init(model: Model) {
        let (medium, high) = model.confidenceLevels
        precondition(medium <= high, "high confidence begins at or above medium")
        self.model = model
        levels = ConfidenceLevels(medium: medium, high: high)
    }

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
            precondition(
                ActivityClass.allCases.allSatisfy { probabilities[$0] >= 0 && probabilities[$0].isFinite },
                "a model's probabilities are finite and at least 0")
            let sum = ActivityClass.allCases.reduce(0) { $0 + probabilities[$1] }
            precondition(sum > 0, "a model's probabilities have a sum above 0")
            // A rounding error in a sum of 1 does not change them.
            return .probabilities(abs(sum - 1) < 1e-12 ? probabilities : probabilities.normalized)
        }
    }
}
