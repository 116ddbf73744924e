// SPDX-License-Identifier: Apache-2.0
/// One line of an activity stream: a motion activity, when it was delivered, and what it rests on.
public struct ActivityReport: Sendable, Hashable {
    /// The activity; its `elapsed` and `start` say when it began.
    public var activity: MotionActivity
    /// When the last sample needed had arrived, since the first accelerometer sample.
    public var delivered: Duration
    /// The window's posterior; nil when there was no estimate.
    public var probabilities: ActivityProbabilities?
    /// The smoother's posterior; nil without smoothing or estimate.
    public var smoothed: ActivityProbabilities?
    /// Why there is no estimate (`gap`, `rate-too-low`, `no-gravity`, …); nil when there is one.
    public var reason: String?
    /// True for a line that repeats the current state so that silence means a dead source.
    public var isRepeat: Bool
    /// True for a first answer from half a window, which the first full window replaces; its confidence is never high.
    public var isProvisional: Bool
    /// The window's first nanosecond and the first after it; set when every window is reported.
    public var window: Range<Duration>?
    /// The speed by location fixes that the probabilities rest on too, in m/s; nil when they rest on the motion alone.
    public var speed: Double?
    /// Whole steps since the recording began, counted while the person walked or ran; nil if the source does not count.
    public var steps: Int?
    /// Steps a second; nil at rest, and if the source does not count.
    public var cadence: Double?
    /// Floors since the recording began, on foot; nil without a barometer. Streams as text do not have them.
    public var floors: FloorCount?

    /// A report; unless told, it was delivered when the activity began.
    public init(
        activity: MotionActivity, delivered: Duration? = nil, probabilities: ActivityProbabilities? = nil,
        smoothed: ActivityProbabilities? = nil, reason: String? = nil, isRepeat: Bool = false,
        isProvisional: Bool = false, window: Range<Duration>? = nil, speed: Double? = nil, steps: Int? = nil,
        cadence: Double? = nil
    ) {
        self.activity = activity
        self.delivered = delivered ?? activity.elapsed
        self.probabilities = probabilities
        self.smoothed = smoothed
        self.reason = reason
        self.isRepeat = isRepeat
        self.isProvisional = isProvisional
        self.window = window
        self.speed = speed
        self.steps = steps
        self.cadence = cadence
    }
}
