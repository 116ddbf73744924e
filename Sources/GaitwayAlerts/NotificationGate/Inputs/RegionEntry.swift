// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// A person entered a region, stayed in it or left it, whichever its place alerts on. Each entry gets one final
/// decision: deliver, skip or drop.
public struct RegionEntry: Sendable, Hashable {
    /// The place's identifier: the key of the gate's memory.
    public var place: String
    /// The story that the place belongs to; nil for none.
    public var story: String?
    /// Metres from the place at the moment of entry; nil when not known.
    public var distance: Double?
    /// Metres per second at the moment of entry; nil when not known.
    public var speed: Double?
    /// Metres from the person to the edge of the nearest other place that is not entered yet and may still alert;
    /// infinite when there is none, nil when not known. It decides whether the alert waits for a place to share it
    /// with.
    public var nearestOther: Double?
    /// Whether the alert passes the caps and waits for no other; see also ``GatePolicy/priorityStories``.
    public var hasPriority: Bool
    /// Whether the caller knows the place. The region of an unknown place is ignored.
    public var isKnown: Bool
    /// The place's own rules for its alerts. With ``GaitwayBase/AlertMoment/exit`` the person has left the region, and
    /// the alert waits as long as they do not come back; see ``GateInput/comeBack(place:)``.
    public var rules: AlertRules

    /// An entry. A distance or speed that is negative or not finite is not known.
    public init(
        place: String, story: String? = nil, distance: Double? = nil, speed: Double? = nil,
        nearestOther: Double? = nil, hasPriority: Bool = false, isKnown: Bool = true, rules: AlertRules = AlertRules()
    ) {
        self.place = place
        self.story = story
        self.distance = distance
        self.speed = speed
        self.nearestOther = nearestOther
        self.hasPriority = hasPriority
        self.isKnown = isKnown
        self.rules = rules
    }
}
