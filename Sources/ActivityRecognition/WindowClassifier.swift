public import ActivityFeatures
internal import MotionTypes

/// Answers window by window: features, standardisation, the linear model, softmax.
public struct WindowClassifier: Sendable {
    private let model: ActivityModel
    private var extractor = FeatureExtractor()
    private var row: [Double] = []
    private var scores = [Double](repeating: 0, count: ActivityClass.allCases.count)

    /// A classifier with `model`, which has seen no window.
    public init(model: ActivityModel) {
        self.model = model
        row.reserveCapacity(FeatureSchema.motion.count)
    }

    /// The estimate of the next window of a recording.
    public mutating func estimate(_ window: MotionWindow) -> WindowEstimate {
        // Features are computed even where the rate is too low, as they carry gravity on to the next window.
        row.removeAll(keepingCapacity: true)
        extractor.append(window, to: &row)
        let outcome: WindowEstimate.Outcome =
            window.rate < model.sensors.minimumRate
            ? .unknown(.rateTooLow) : .probabilities(model.probabilities(standardizing: &row, scores: &scores))
        return WindowEstimate(span: window.start..<window.end, arrival: window.arrival, outcome: outcome)
    }
}
