package import MotionTypes

/// What an activity added up to where distances may be unknown.
package struct ActivityTotal: Sendable, Hashable {
    /// Which activity.
    package let activity: Activity
    /// How long, in all.
    package private(set) var duration = Duration.zero
    /// Metres along the paths whose length is known; nil if none is.
    package private(set) var distance: Double?
    /// Metres across silences, at the least.
    package private(set) var unobservedDistance = 0.0
    /// How much of the time no distance is known of.
    package private(set) var unmeasured = Duration.zero

    /// The sums of the activities within a stretch of time; of a section over its edge, the share by time.
    ///
    /// - Parameter items: those that the stretch touches, and any others.
    static func totals(of items: some Sequence<TimelineItem>, in span: TimeSpan) -> [ActivityTotal] {
        var totals: [Activity: ActivityTotal] = [:]
        for case .move(let move) in items {
            for section in move.sections {
                guard let part = section.span.clipped(to: span) else { continue }
                totals[section.activity, default: ActivityTotal(activity: section.activity)]
                    .add(section, during: part)
            }
        }
        return Activity.allCases.compactMap { totals[$0] }
    }

    private init(activity: Activity) { self.activity = activity }

    private mutating func add(_ section: MoveSection, during part: TimeSpan) {
        let share = part.seconds / section.span.seconds
        duration += part.duration
        unobservedDistance += section.unobservedDistance * share
        if let known = section.knownDistance {
            distance = (distance ?? 0) + known * share
        } else {
            unmeasured += part.duration
        }
    }
}
