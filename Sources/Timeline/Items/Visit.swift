public import MotionTypes

/// A stay at one spot.
public struct Visit: Sendable, Hashable {
    /// From arrival to departure.
    public var span: TimeSpan
    /// Centre of its fixes, weighted by accuracy⁻²: degrees north.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// Root mean square distance of its fixes from the centre, in metres.
    public var spread: Double
    /// Fixes that it rests on.
    public var fixCount: Int
    /// Longest time without a fix: the visit went on through it, since it was found at the same spot after.
    public var longestSilence: Duration
    /// Movement reported inside the place: walking about a shop, say.
    public var activities: [ReportedSpan]
    /// Whether it was still going on when the input ended.
    public var isOngoing: Bool
    /// Which place it was at, once places have been sought.
    public var placeIdentifier: String?

    /// A visit.
    public init(
        span: TimeSpan, latitude: Double, longitude: Double, spread: Double = 0, fixCount: Int = 1,
        longestSilence: Duration = .zero, activities: [ReportedSpan] = [], isOngoing: Bool = false,
        placeIdentifier: String? = nil
    ) {
        self.span = span
        self.latitude = latitude
        self.longitude = longitude
        self.spread = spread
        self.fixCount = fixCount
        self.longestSilence = longestSilence
        self.activities = activities
        self.isOngoing = isOngoing
        self.placeIdentifier = placeIdentifier
    }
}

/// An activity that the reports claim for a stretch of time.
public struct ReportedSpan: Sendable, Hashable {
    /// What was reported.
    public var activity: Activity
    /// When.
    public var span: TimeSpan

    /// An activity and when.
    public init(activity: Activity, span: TimeSpan) {
        self.activity = activity
        self.span = span
    }
}
