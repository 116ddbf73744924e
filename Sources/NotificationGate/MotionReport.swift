public import MotionTypes

/// A motion activity as the gate sees it; it is delivered at the time of the input.
public struct MotionReport: Sendable, Hashable {
    /// What holds; empty for moving, but none of the five.
    public var flags: ActivityFlags
    /// How likely the flags are right.
    public var confidence: Confidence
    /// When the activity began; nil when that is not known. It is recorded, never a reason.
    public var start: Timestamp?
    /// Whether the report only says that the current activity goes on, so that silence means a dead source.
    public var isRepeat: Bool

    /// A report.
    public init(flags: ActivityFlags, confidence: Confidence, start: Timestamp? = nil, isRepeat: Bool = false) {
        self.flags = flags
        self.confidence = confidence
        self.start = start
        self.isRepeat = isRepeat
    }

    /// The report of a motion activity.
    public init(_ activity: MotionActivity, isRepeat: Bool = false) {
        self.init(
            flags: activity.flags, confidence: activity.confidence, start: activity.start, isRepeat: isRepeat)
    }
}
