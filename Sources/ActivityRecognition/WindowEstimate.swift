public import MotionTypes

/// The model's answer for one window, before smoothing.
public struct WindowEstimate: Sendable, Hashable {
    /// The window's first and past-the-last nanosecond since the first accelerometer sample.
    public var span: Range<Int64>
    /// When the last sample needed had arrived, in the same clock.
    public var arrival: Int64
    /// The window's posterior, or why there is none.
    public var outcome: Outcome

    /// A posterior, or the reason why there is none.
    public enum Outcome: Sendable, Hashable {
        case probabilities(ActivityProbabilities)
        case unknown(UnknownReason)
    }

    /// An estimate.
    public init(span: Range<Int64>, arrival: Int64, outcome: Outcome) {
        self.span = span
        self.arrival = arrival
        self.outcome = outcome
    }
}
