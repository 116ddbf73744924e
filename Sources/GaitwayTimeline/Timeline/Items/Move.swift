// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// A movement from one visit or gap to the next, in sections by activity.
public struct Move: Sendable, Hashable {
    /// The span from the first section's start to the last section's end.
    public var span: TimeSpan
    /// At least one section, in time order; they touch.
    public var sections: [MoveSection]
    /// Its short stops, in time order; they are visits if their places are known.
    package var stops: [ShortStop] = []
    /// Whether the input ended during the item.
    public var isOngoing: Bool

    /// A move with at least one section.
    package init(span: TimeSpan, sections: [MoveSection], isOngoing: Bool = false) {
        self.span = span
        self.sections = sections
        self.isOngoing = isOngoing
    }

    /// Drops the stops that do not lie within the move any more.
    mutating func keepStopsWithin() {
        stops.removeAll { $0.span.start < span.start || $0.span.end > span.end }
    }

    /// Metres along the paths of all sections; nil if no section has a path.
    public var distance: Double? { sections.lazy.map(\.distance).sumOfKnown() }

    /// Metres along the paths and across silences; nil if none of both is known.
    package var wholeDistance: Double? { sections.lazy.map(\.wholeDistance).sumOfKnown() }

    /// The steps of all sections; nil if no section has a count.
    public var steps: Int? { sections.lazy.map(\.steps).sumOfKnown() }

    /// Mean speed in metres per second, silences included; nil without duration or distance.
    package var meanSpeed: Double? {
        guard span.seconds > 0 else { return nil }
        return wholeDistance.map { $0 / span.seconds }
    }
}

/// A part of a move with one activity.
public struct MoveSection: Sendable, Hashable {
    /// The basis for the choice of activity.
    public enum Evidence: String, Sendable, Hashable, CaseIterable {
        /// Reports that cover most of the section, together with speeds.
        case reports
        /// Speed alone, since there were few or no reports.
        case speed
        /// A correction by a person.
        case correction
    }

    /// The span of time.
    public var span: TimeSpan
    /// The activity; stationary is a pause within the move.
    public var activity: Activity
    /// The kind of vehicle of an automotive section; nil if it is not known.
    public var vehicle: Vehicle?
    /// The basis for the activity.
    public var evidence: Evidence
    /// How likely the activity is among running, cycling and automotive, if the speeds of a whole ride told it; else
    /// nil.
    package var probability: Double?
    /// Metres along the path on the ellipsoid, without silences; nil without a path.
    public var distance: Double?
    /// Metres across silences, which no path covers: a lower bound of the unseen distance, 0 if unknown.
    public var unobservedDistance: Double
    /// The greatest smoothed speed in m/s; nil for fewer than two fixes.
    public var maximumSpeed: Double?
    /// The pieces of the path, separated by silences.
    public var path: [[PathPoint]]
    /// The steps counted during the section; nil if none were counted, 0 if a count found none.
    public var steps: Int?

    /// A section for a span, with all else given or empty.
    package init(
        span: TimeSpan, activity: Activity, evidence: Evidence, distance: Double? = nil,
        unobservedDistance: Double = 0, maximumSpeed: Double? = nil, path: [[PathPoint]] = [],
        vehicle: Vehicle? = nil
    ) {
        self.span = span
        self.activity = activity
        self.vehicle = vehicle
        self.evidence = evidence
        self.distance = distance
        self.unobservedDistance = unobservedDistance
        self.maximumSpeed = maximumSpeed
        self.path = path
    }

    /// The confidence in an activity that the speeds of a ride told; nil for others. On people that the model had not
    /// seen, 98 % of high and 90 % of medium confidence were right.
    public var confidence: Confidence? { probability.map { $0 >= 0.97 ? .high : $0 >= 0.9 ? .medium : .low } }

    /// Whether a ride's speeds hardly tell its activity: about half of such rides have the right one.
    public var isDoubtful: Bool { probability.map { $0 < 0.7 } ?? false }

    /// Mean speed in metres per second over the whole section, silences included; nil without duration or distance.
    package var meanSpeed: Double? {
        span.seconds > 0 ? wholeDistance.map { $0 / span.seconds } : nil
    }

    /// Metres along the path and across silences; nil if both are unknown.
    package var wholeDistance: Double? {
        distance.map { $0 + unobservedDistance } ?? (unobservedDistance > 0 ? unobservedDistance : nil)
    }
}

/// A point of a smoothed path.
public struct PathPoint: Sendable, Hashable {
    /// The moment at this point.
    public var time: Timestamp
    /// Degrees north.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// Altitude in metres, as the logger gave it.
    public var altitude: Double?

    /// A point at a moment; the altitude may be unknown.
    package init(time: Timestamp, latitude: Double, longitude: Double, altitude: Double? = nil) {
        self.time = time
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
    }
}
