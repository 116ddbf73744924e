internal import MotionTypes

/// A visit that began in an earlier window and goes on.
struct CarriedVisit: Sendable {
    /// Arrival, settled.
    var start: Double
    /// Mean of the fixes counted so far.
    var centre: Centre
    var longestSilence: Double
    /// Movement reported inside it so far.
    var activities: [ReportedSpan]
    /// Fixes up to here are in the centre; reports up to here in the activities.
    var countedUntil: Double

    /// Takes a fix into the centre.
    mutating func count(_ point: TrackPoint) {
        longestSilence = max(longestSilence, point.time - countedUntil)
        centre.add(point)
        countedUntil = point.time
    }
}
