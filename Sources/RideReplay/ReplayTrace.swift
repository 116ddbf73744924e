package import Geofencing
package import MotionTypes
package import NotificationGate
import Timeline

/// A replay with all that happened on the way: for whoever wants to see it, and not its outcome alone.
package struct ReplayTrace: Sendable {
    /// What the gate would have made of an alert, from one moment to the next.
    package struct Outlook: Sendable, Hashable {
        /// From when on.
        package var time: Timestamp
        /// Whether an alert would have been held back.
        package var isHeld: Bool
        /// The reasons that a decision would have had.
        package var reasons: [GateReason]
    }

    /// What was played.
    package let scene: RideScene
    /// What came of it.
    package let result: ReplayResult
    /// What the phone told the app, by delivery.
    package let events: [RegionEvent]
    /// What the gate would have made of an alert, from each change on; by time.
    package let outlooks: [Outlook]
    /// When the replay ended, in elapsed time.
    package let end: Duration
}

extension ReplayResult {
    /// How many alerts were shown while the phone was in a vehicle, as the reports have it in hindsight: by when an activity began,
    /// and not by when the phone knew. Nil for a ride without reports.
    package var alertsWhileDriving: Int? {
        let reports = scene.ride.reports
        guard !reports.isEmpty else { return nil }
        let order = reports.indices.sorted { left, right in
            let (first, second) = (reports[left].activity.elapsed, reports[right].activity.elapsed)
            return first != second ? first < second : left < right
        }
        let times = order.map { scene.ride.time(reports[$0].activity.elapsed) }
        return decisions.count { decision in
            guard decision.kind == .deliver else { return false }
            let later = times.partitioningIndex { $0 > decision.time }
            return later > 0 && reports[order[later - 1]].activity.flags.contains(.automotive)
        }
    }
}
