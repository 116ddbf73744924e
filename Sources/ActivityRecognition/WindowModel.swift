public import MotionTypes

/// A model of one's own behind ``Recognizer``'s windows.
///
/// The recogniser cuts the samples into windows of 5.12 s, a new one every 2.56 s, and asks the model once for each. All else is
/// as for the built-in model: smoothing, confidence, gaps, and sensors that are at fault or too slow, of whose windows the model is
/// not asked. A model may keep state from one window to the next; each recogniser has a copy of its own.
public protocol WindowModel: Sendable {
    /// The probabilities from which on confidence is medium, and high, 0 ... 1; 0.6 and 0.9 unless the model says otherwise.
    var confidenceLevels: (medium: Double, high: Double) { get }

    /// The probability that the activity stays the same over 2.56 s, for the smoothing, above 1/6 and below 1; 0.98, two minutes
    /// for an activity, unless the model says otherwise.
    var stay: Double { get }

    /// The least accelerometer samples per second that the model serves, for total acceleration (`hasGravity`) and for linear; nil
    /// where it serves none. Unless the model says otherwise: 19 for total acceleration, which carries all features, nil for linear.
    func minimumRate(hasGravity: Bool) -> Double?

    /// What the model makes of the next window of a recording; windows come in time order.
    mutating func estimate(_ window: ModelWindow) -> ModelEstimate
}

extension WindowModel {
    /// 0.6 and 0.9.
    public var confidenceLevels: (medium: Double, high: Double) {
        (ConfidenceLevels.standard.medium, ConfidenceLevels.standard.high)
    }

    /// 0.98.
    public var stay: Double { SmoothingParameters.standardStay }

    /// 19 samples per second of total acceleration; no linear acceleration.
    public func minimumRate(hasGravity: Bool) -> Double? { hasGravity ? SensorCase.total.minimumRate : nil }
}

/// A model's answer for one window, before smoothing.
public enum ModelEstimate: Sendable, Hashable {
    /// The window's posterior: each probability at least 0 and finite. They are divided by their sum where it is not 1.
    case probabilities(ActivityProbabilities)
    /// There is no answer, for a reason.
    case unknown(UnknownReason)
}
