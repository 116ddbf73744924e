/// One line of an activity stream: a motion activity, when it was delivered, and what it rests on.
public struct ActivityReport: Sendable, Hashable {
    /// The activity; its `elapsed` and `start` say when it began.
    public var activity: MotionActivity
    /// Nanoseconds since the first accelerometer sample at which the last sample needed had arrived.
    public var delivered: Int64
    /// The window's posterior; nil when there was no estimate.
    public var probabilities: ActivityProbabilities?
    /// The smoother's posterior; nil without smoothing or estimate.
    public var smoothed: ActivityProbabilities?
    /// Why there is no estimate (`gap`, `rate-too-low`, `no-gravity`, …); nil when there is one.
    public var reason: String?
    /// True for a line that repeats the current state so that silence means a dead source.
    public var isRepeat: Bool
    /// The window's first and past-the-last nanosecond; set when every window is reported.
    public var window: Range<Int64>?

    /// A report.
    public init(
        activity: MotionActivity, delivered: Int64, probabilities: ActivityProbabilities? = nil,
        smoothed: ActivityProbabilities? = nil, reason: String? = nil, isRepeat: Bool = false,
        window: Range<Int64>? = nil
    ) {
        self.activity = activity
        self.delivered = delivered
        self.probabilities = probabilities
        self.smoothed = smoothed
        self.reason = reason
        self.isRepeat = isRepeat
        self.window = window
    }
}
