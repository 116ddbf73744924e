// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// When a region monitor takes a phone to be inside or outside. Distances in metres.
public struct MonitorPolicy: Sendable, Hashable {
    /// What happens with a region that the phone is in when it is registered.
    public enum AlreadyInside: String, CaseIterable, Sendable, Hashable {
        /// An enter event is reported.
        case report
        /// Nothing is reported until the phone has left and come back.
        case ignore
        /// Only a dwell event is reported, once the phone has been inside for its time.
        case dwell
    }

    /// The most regions that the platform lets an app monitor at a time: 20 on iOS, 100 on Android.
    public var maximumRegions = 20
    /// How far beyond the edge the phone must be, inwards or outwards.
    public var minimumDistance = 20.0
    /// Inwards, at most this share of the radius is asked for, so that small regions can be entered.
    public var largestInwardShare = 0.5
    /// How long the phone must be that far beyond the edge.
    public var settleTime = Duration.seconds(20)
    /// How long after an enter event a dwell event comes; nil for none.
    public var dwellTime: Duration?
    /// What happens with a region that the phone is in when it is registered.
    public var alreadyInside = AlreadyInside.report
    /// Whether a region that the phone is outside of when it is registered reports an exit at once.
    var reportsOutside = false
    /// A fix with a larger radius of accuracy neither gives events nor chooses regions.
    public var maximumAccuracy = 100.0
    /// A fix that is older when it arrives is stale. A fix stands for the phone this long if none follows it.
    public var maximumAge = Duration.seconds(60)
    /// Between two fixes that are farther apart in time, no way is assumed.
    public var longestStep = Duration.seconds(120)

    /// The default policy.
    public init() {}

    /// Why a fix that arrives at the elapsed time `now` is not good enough to be used; nil if it is.
    func refusal(of fix: Location, at now: Duration) -> FixUse.Refusal? {
        guard (fix.horizontalAccuracy ?? 0) <= maximumAccuracy else { return .inaccurate }
        return now - fix.elapsed > max(.zero, maximumAge) ? .stale : nil
    }

    /// Whether a fix that arrives at the elapsed time `now` is good enough to be used.
    package func accepts(_ fix: Location, at now: Duration) -> Bool { refusal(of: fix, at: now) == nil }
}
