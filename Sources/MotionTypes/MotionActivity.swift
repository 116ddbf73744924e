/// One report of what the person does, as CMMotionActivity has it.
public struct MotionActivity: Sendable, Hashable {
    /// What holds; empty for moving, but none of the five.
    public var flags: ActivityFlags
    /// How likely the flags are right.
    public var confidence: Confidence
    /// When the activity began, in nanoseconds since the recording's first accelerometer sample.
    public var elapsed: Int64
    /// When the activity began by the wall clock, or nil when the log has none.
    public var start: Timestamp?

    /// A report.
    public init(flags: ActivityFlags, confidence: Confidence, elapsed: Int64, start: Timestamp?) {
        self.flags = flags
        self.confidence = confidence
        self.elapsed = elapsed
        self.start = start
    }
}
