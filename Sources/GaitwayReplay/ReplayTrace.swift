// SPDX-License-Identifier: Apache-2.0
package import GaitwayAlerts
import GaitwayBase

/// A replay with all that happened on the way, for pages that show more than the outcome.
package struct ReplayTrace: Sendable {
    /// What was played.
    package let scene: RideScene
    /// The outcome.
    package let result: ReplayResult
    /// The events that the app learned of, by delivery.
    package let events: [RegionEvent]
    /// What the gate would have made of an alert, from each change on; by time.
    package let outlooks: [OutlookChange]
    /// When the replay ended, in elapsed time.
    package let end: Duration
}

extension ReplayResult {
    /// How many alerts were shown while the phone was in a vehicle, as the reports have it in hindsight: by when an
    /// activity began, and not by when the phone knew. Nil for a ride without reports.
    package var alertsWhileDriving: Int? {
        guard let vehicle = VehicleTimes(scene.ride) else { return nil }
        return decisions.count { $0.kind == .deliver && vehicle.isDriving(at: $0.time) }
    }
}
