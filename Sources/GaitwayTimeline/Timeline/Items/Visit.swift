// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// A stay at one spot.
public struct Visit: Sendable, Hashable {
    /// The span from arrival to departure.
    public var span: TimeSpan
    /// Degrees north of the centre of its fixes, weighted by accuracy⁻².
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// Root mean square distance of its fixes from the centre, in metres.
    public var spread: Double
    /// The number of its fixes.
    public var fixCount: Int
    /// The longest time without a fix within the visit. The person was at the same spot before and after it.
    public var longestSilence: Duration
    /// Movement reported inside the place, such as walking in a shop.
    public var activities: [ReportedSpan]
    /// The steps counted inside the place; nil if none were counted, 0 if a count found none.
    public var steps: Int?
    /// Whether the input ended during the item.
    public var isOngoing: Bool
    /// The identifier of its place; nil before places are assigned.
    public var placeIdentifier: String?
    /// Whether a person confirmed it, or a phone found it at the time: it outranks guesses from sparse fixes.
    package var isConfirmed = false

    /// A visit at a centre, for a span.
    package init(
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

/// An activity reported for a span.
public struct ReportedSpan: Sendable, Hashable {
    /// The reported activity.
    public var activity: Activity
    /// The span of the activity.
    public var span: TimeSpan

    /// An activity during a span.
    package init(activity: Activity, span: TimeSpan) {
        self.activity = activity
        self.span = span
    }
}
