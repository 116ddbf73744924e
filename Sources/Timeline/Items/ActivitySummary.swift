public import MotionTypes

/// What one activity added up to.
public struct ActivitySummary: Sendable, Hashable {
    /// Which activity.
    public var activity: Activity
    /// How long, in all.
    public var duration: Duration
    /// Metres along paths; of a section over midnight, the day's share by time. Nil where there was none.
    public var distance: Double?
    /// Metres across silences, which no path covers; shared out likewise.
    public var unobservedDistance: Double
    /// How much of the time no distance is known of.
    package internal(set) var unmeasured = Duration.zero

    /// A sum.
    package init(
        activity: Activity, duration: Duration = .zero, distance: Double? = nil, unobservedDistance: Double = 0
    ) {
        self.activity = activity
        self.duration = duration
        self.distance = distance
        self.unobservedDistance = unobservedDistance
    }

    /// Metres per second, silences included; nil when it has no length, or no distance is known.
    public var meanSpeed: Double? {
        duration.inSeconds > 0 ? wholeDistance.map { $0 / duration.inSeconds } : nil
    }

    /// Metres along paths and across silences; nil when nothing is known of either.
    var wholeDistance: Double? {
        distance.map { $0 + unobservedDistance } ?? (unobservedDistance > 0 ? unobservedDistance : nil)
    }
}
