// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// A model of your own that answers ``Recognizer``'s windows.
///
/// The recogniser cuts the samples into windows of 5.12 s, a new one every 2.56 s, and asks the model once for each.
/// Smoothing, confidence and gaps are as for the built-in model. The model is not asked about windows of faulty or slow
/// sensors. It may keep state from one window to the next; each recogniser has its own copy.
public protocol WindowModel: Sendable {
    /// The least probabilities of medium and of high confidence, 0 ... 1; by default 0.6 and 0.9.
    var confidenceLevels: (medium: Double, high: Double) { get }

    /// The probability that the activity stays the same over 2.56 s, above 1/6 and below 1, for the smoothing. The
    /// default, 0.98, means two minutes for an activity.
    var stay: Double { get }

    /// The least rate of the accelerometer that the model serves, in samples per second, for total acceleration
    /// (`hasGravity`) or linear; nil if it serves none. The default is 19 for total acceleration, which carries all
    /// features, and nil for linear.
    func minimumRate(hasGravity: Bool) -> Double?

    /// The model's answer for the next window of a recording. Windows come in time order.
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
    /// The window's posterior.
    case probabilities(ActivityProbabilities)
    /// No answer, with the reason.
    case unknown(UnknownReason)
}
