// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// The totals of one activity.
public struct ActivitySummary: Sendable, Hashable {
    /// The activity that is summed.
    public var activity: Activity
    /// The total duration.
    public var duration: Duration
    /// Metres along paths; a section over midnight counts with the day's share by time. Nil without paths.
    public var distance: Double?
    /// Metres across silences, which no path covers, shared in the same way.
    public var unobservedDistance: Double
    /// The steps counted, shared in the same way; nil without a count.
    package internal(set) var steps: Int?
    /// The part of the duration without a known distance.
    package internal(set) var unmeasured = Duration.zero

    /// Totals that begin at zero unless given.
    package init(
        activity: Activity, duration: Duration = .zero, distance: Double? = nil, unobservedDistance: Double = 0
    ) {
        self.activity = activity
        self.duration = duration
        self.distance = distance
        self.unobservedDistance = unobservedDistance
    }

    /// Mean speed in metres per second, silences included; nil without duration or distance.
    package var meanSpeed: Double? {
        duration.inSeconds > 0 ? wholeDistance.map { $0 / duration.inSeconds } : nil
    }

    /// Metres along paths and across silences; nil if both are unknown.
    package var wholeDistance: Double? {
        distance.map { $0 + unobservedDistance } ?? (unobservedDistance > 0 ? unobservedDistance : nil)
    }
}
