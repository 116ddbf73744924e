public import MotionTypes

/// Which probability of the reported class gives which confidence; part of a model, as the scale is the model's.
public struct ConfidenceLevels: Sendable, Hashable {
    /// The least probability that is medium.
    public var medium: Double
    /// The least probability that is high.
    public var high: Double

    /// Levels for a model whose probabilities were not judged: what a study of the default model's data found.
    public static let standard = ConfidenceLevels(medium: 0.6, high: 0.9)

    /// Levels.
    public init(medium: Double, high: Double) {
        self.medium = medium
        self.high = high
    }

    /// The confidence in a class of this probability in the window's posterior.
    public func confidence(of probability: Double) -> Confidence {
        probability >= high ? .high : probability >= medium ? .medium : .low
    }
}
