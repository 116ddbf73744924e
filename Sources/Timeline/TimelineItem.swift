public import MotionTypes

/// A stretch of time, start included, end excluded.
public struct TimeSpan: Sendable, Hashable {
    /// First moment of it.
    public var start: Timestamp
    /// First moment after it.
    public var end: Timestamp

    /// The stretch from `start` to `end`.
    public init(start: Timestamp, end: Timestamp) {
        self.start = start
        self.end = end
    }

    /// Seconds from start to end.
    public var duration: Double { end.seconds(since: start) }

    /// Whether two stretches share time.
    public func overlaps(_ other: TimeSpan) -> Bool { start < other.end && other.start < end }
}

/// One item of a timeline. Items touch: each ends where the next begins.
public enum TimelineItem: Sendable, Hashable {
    case visit(Visit)
    case move(Move)
    case gap(Gap)

    /// When it was.
    public var span: TimeSpan {
        get {
            switch self {
            case .visit(let visit): visit.span
            case .move(let move): move.span
            case .gap(let gap): gap.span
            }
        }
        set {
            switch self {
            case .visit(var visit):
                visit.span = newValue
                self = .visit(visit)
            case .move(var move):
                move.span = newValue
                self = .move(move)
            case .gap(var gap):
                gap.span = newValue
                self = .gap(gap)
            }
        }
    }

    /// Whether it was still going on when the input ended.
    public var isOngoing: Bool {
        get {
            switch self {
            case .visit(let visit): visit.isOngoing
            case .move(let move): move.isOngoing
            case .gap(let gap): gap.isOngoing
            }
        }
        set {
            switch self {
            case .visit(var visit):
                visit.isOngoing = newValue
                self = .visit(visit)
            case .move(var move):
                move.isOngoing = newValue
                self = .move(move)
            case .gap(var gap):
                gap.isOngoing = newValue
                self = .gap(gap)
            }
        }
    }

    /// Whether nothing is known of it.
    var isGap: Bool { if case .gap = self { true } else { false } }
}

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
    /// Longest time without a fix, in seconds: the visit went on through it, since it was found at the same spot after.
    public var longestSilence: Double
    /// Movement reported inside the place: walking about a shop, say.
    public var activities: [ReportedSpan]
    /// Whether it was still going on when the input ended.
    public var isOngoing: Bool
    /// Which place it was at, once places have been sought.
    public var placeIdentifier: String?

    /// A visit.
    public init(
        span: TimeSpan, latitude: Double, longitude: Double, spread: Double = 0, fixCount: Int = 1,
        longestSilence: Double = 0, activities: [ReportedSpan] = [], isOngoing: Bool = false,
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

/// A movement from one visit or gap to the next, in sections by activity.
public struct Move: Sendable, Hashable {
    /// From the first section's start to the last one's end.
    public var span: TimeSpan
    /// Sections that touch, in time order; at least one.
    public var sections: [MoveSection]
    /// Whether it was still going on when the input ended.
    public var isOngoing: Bool

    /// A move.
    public init(span: TimeSpan, sections: [MoveSection], isOngoing: Bool = false) {
        self.span = span
        self.sections = sections
        self.isOngoing = isOngoing
    }

    /// Metres along the paths of all sections.
    public var distance: Double { sections.reduce(0) { $0 + $1.distance } }

    /// Metres per second, silences included; nil when it has no length.
    public var meanSpeed: Double? {
        span.duration > 0 ? sections.reduce(0) { $0 + $1.distance + $1.unobservedDistance } / span.duration : nil
    }
}

/// A part of a move with one activity.
public struct MoveSection: Sendable, Hashable {
    /// What the choice of activity rests on.
    public enum Evidence: String, Sendable, Hashable, CaseIterable {
        /// Reports cover most of the section, and speeds were weighed with them.
        case reports
        /// There were few or no reports: by speed alone.
        case speed
        /// A person said so.
        case correction
    }

    /// When it was.
    public var span: TimeSpan
    /// What it was; stationary is a pause within the move.
    public var activity: Activity
    /// What the activity rests on.
    public var evidence: Evidence
    /// Metres along the path, over the ellipsoid; a silence is not counted.
    public var distance: Double
    /// Metres between the ends of silences, which no path covers: a lower bound of what was moved unseen.
    public var unobservedDistance: Double
    /// Greatest smoothed speed, m/s; nil when fewer than two fixes.
    public var maximumSpeed: Double?
    /// The path in pieces; between two pieces there was a silence, and no line is drawn.
    public var path: [[PathPoint]]

    /// A section.
    public init(
        span: TimeSpan, activity: Activity, evidence: Evidence, distance: Double = 0,
        unobservedDistance: Double = 0, maximumSpeed: Double? = nil, path: [[PathPoint]] = []
    ) {
        self.span = span
        self.activity = activity
        self.evidence = evidence
        self.distance = distance
        self.unobservedDistance = unobservedDistance
        self.maximumSpeed = maximumSpeed
        self.path = path
    }

    /// Metres per second over the whole section, silences included; nil when it has no length.
    public var meanSpeed: Double? {
        span.duration > 0 ? (distance + unobservedDistance) / span.duration : nil
    }
}

/// A point of a smoothed path.
public struct PathPoint: Sendable, Hashable {
    /// When.
    public var time: Timestamp
    /// Degrees north.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// Metres, as the logger had it.
    public var altitude: Double?

    /// A point.
    public init(time: Timestamp, latitude: Double, longitude: Double, altitude: Double? = nil) {
        self.time = time
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
    }
}

/// Time of which nothing is known: no fix, and nothing that says the person stayed or moved.
public struct Gap: Sendable, Hashable {
    /// When it was.
    public var span: TimeSpan
    /// Metres between the last fix before it and the first after it, or nil at an end of the track.
    public var displacement: Double?
    /// Whether it was still going on when the input ended.
    public var isOngoing: Bool

    /// A gap.
    public init(span: TimeSpan, displacement: Double? = nil, isOngoing: Bool = false) {
        self.span = span
        self.displacement = displacement
        self.isOngoing = isOngoing
    }
}
