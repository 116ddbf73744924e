// SPDX-License-Identifier: Apache-2.0
package import GaitwayAlerts
import GaitwayBase
package import GaitwayRecognition

extension LiveSession {
    /// The settings that all sessions share.
    package struct Settings: Sendable {
        /// The model that recognises activities.
        package var model: ActivityModel
        /// The smoothing over windows.
        package var smoothing: Smoothing
        /// The gate's policy.
        package var policy: GatePolicy
        /// The places that alert; nil for none.
        package var places: PlaceSet?

        /// True if the owner takes the rows of the log; otherwise the session makes none.
        package var keepsLog: Bool

        package init(
            model: ActivityModel, smoothing: Smoothing, policy: GatePolicy, places: PlaceSet?, keepsLog: Bool
        ) {
            self.keepsLog = keepsLog
            self.model = model
            self.smoothing = smoothing
            self.policy = policy
            self.places = places
        }
    }

    /// Numbers of readings that could not be used, by reason.
    package struct Faults: Sendable, Hashable {
        /// Readings that came after later ones had been released.
        package var late = 0
        /// Readings that came more than once.
        package var repeated = 0
        /// Readings of sensors that are not used.
        package var unused = 0
        /// Entries that could not be read, or more than a phone can measure.
        package var unreadable = 0
        /// Linear acceleration without gravity.
        package var withoutGravity = 0
        /// Readings with the times of a wrong clock.
        package var ofWrongClock = 0
        /// The number of times that the phone's clock was set, or showed a date outside 1990 to 2100 at the start.
        package var clocks = 0
    }

    /// True if the phone sent a message in the last ten seconds.
    package func isLive(at now: Int64) -> Bool { !hasEnded && now - lastArrival < 10 * Nanoseconds.perSecond }
}
