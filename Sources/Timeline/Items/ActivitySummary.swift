public import MotionTypes

/// What one activity added up to.
public struct ActivitySummary: Sendable, Hashable {
    /// Which activity.
    public var activity: Activity
    /// Seconds.
    public var duration: Double
    /// Metres along paths; of a section over midnight, the day's share by time.
    public var distance: Double
    /// Metres across silences, which no path covers; shared out likewise.
    public var unobservedDistance: Double

    /// A sum.
    public init(activity: Activity, duration: Double = 0, distance: Double = 0, unobservedDistance: Double = 0) {
        self.activity = activity
        self.duration = duration
        self.distance = distance
        self.unobservedDistance = unobservedDistance
    }

    /// Metres per second, silences included; nil when it has no length.
    public var meanSpeed: Double? { duration > 0 ? (distance + unobservedDistance) / duration : nil }
}
