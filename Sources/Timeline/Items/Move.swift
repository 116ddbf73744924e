public import MotionTypes

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

    /// Metres along the paths of all sections that have one; nil when none has.
    public var distance: Double? {
        let known = sections.compactMap(\.distance)
        return known.isEmpty ? nil : known.reduce(0, +)
    }

    /// Metres per second, silences included; nil when it has no length, or no distance is known.
    public var meanSpeed: Double? {
        let known = sections.compactMap(\.wholeDistance)
        return span.seconds > 0 && !known.isEmpty ? known.reduce(0, +) / span.seconds : nil
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
    /// Metres along the path, over the ellipsoid; a silence is not counted. Nil without a path.
    public var distance: Double?
    /// Metres across silences, which no path covers: a lower bound of what was moved unseen, 0 where nothing is known of it.
    public var unobservedDistance: Double
    /// Greatest smoothed speed, m/s; nil when fewer than two fixes.
    public var maximumSpeed: Double?
    /// The path in pieces; between two pieces there was a silence, and no line is drawn.
    public var path: [[PathPoint]]

    /// A section.
    public init(
        span: TimeSpan, activity: Activity, evidence: Evidence, distance: Double? = nil,
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

    /// Metres per second over the whole section, silences included; nil when it has no length, or no distance is known.
    public var meanSpeed: Double? {
        span.seconds > 0 ? wholeDistance.map { $0 / span.seconds } : nil
    }

    /// Metres along the path and across silences; nil when nothing is known of either.
    var wholeDistance: Double? {
        distance.map { $0 + unobservedDistance } ?? (unobservedDistance > 0 ? unobservedDistance : nil)
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
