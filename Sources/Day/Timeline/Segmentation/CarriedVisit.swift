internal import MotionTypes

/// A visit that began in an earlier window and continues.
struct CarriedVisit: Sendable {
    /// The final arrival time.
    var start: Double
    /// The mean of the fixes so far.
    var centre: Centre
    var longestSilence: Double
    /// The movement reported inside it so far.
    var activities: [ReportedSpan]
    /// The moment up to which fixes are in the centre and reports in the activities.
    var countedUntil: Double

    /// Adds a fix to the centre, unless it lies outside the place.
    mutating func count(_ point: TrackPoint, policy: TimelinePolicy) {
        longestSilence = max(longestSilence, point.time - countedUntil)
        if policy.isWithinReach(point, at: centre.distance(to: point)) { centre.add(point) }
        countedUntil = point.time
    }
}
