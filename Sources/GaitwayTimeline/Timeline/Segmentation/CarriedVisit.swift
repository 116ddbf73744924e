// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// A visit that began in an earlier window and continues.
struct CarriedVisit: Sendable {
    /// The final arrival time.
    var start: Double
    /// The mean of the fixes in the place so far.
    var centre: Centre
    /// The mean of those just outside it.
    private(set) var beside = Centre()
    var longestSilence: Double
    /// The movement reported inside it so far.
    var activities: [ReportedSpan]
    /// The moment up to which fixes are in the centre and reports in the activities.
    var countedUntil: Double

    /// Adds a fix to the centre, unless it lies outside the place. A place that wanders has most fixes outside in the
    /// end; then they count, too.
    mutating func count(_ point: TrackPoint, policy: TimelinePolicy) {
        longestSilence = max(longestSilence, point.time - countedUntil)
        countedUntil = point.time
        let distance = centre.distance(to: point)
        if policy.isWithinReach(point, at: distance) {
            centre.add(point)
        } else if distance <= 2 * policy.coarseReach * policy.visitRadius {
            beside.add(point)
            guard beside.count > centre.count else { return }
            centre.merge(beside)
            beside = Centre()
        }
    }

    /// The visit with more fixes.
    func counting(_ points: ArraySlice<TrackPoint>, _ policy: TimelinePolicy) -> Self {
        points.reduce(into: self) { $0.count($1, policy: policy) }
    }
}
