public import MotionTypes

/// What reaches the gate. The time at which it arrived is a parameter of ``Gate/handle(_:at:)``.
public enum GateInput: Sendable, Hashable {
    /// A motion activity, or the repeat of one, was delivered.
    case report(MotionReport)
    /// Whether motion activity can be had was found out, or changed.
    case availability(MotionAvailability)
    /// The person entered a region.
    case enter(RegionEntry)
    /// The person left the region of a place.
    case exit(place: String)
    /// Time went on. The gate asks for ticks by ``Gate/wakeUp``.
    case tick
    /// The person said something.
    case user(UserAction)
}

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

/// Whether motion activity can be had. Availability and authorisation are two questions.
public enum MotionAvailability: String, CaseIterable, Sendable, Hashable, Codable {
    /// There is no motion hardware.
    case unsupported
    /// There is hardware, and the person declined its use.
    case unauthorised
    /// There is hardware, and it may be used.
    case available
}
