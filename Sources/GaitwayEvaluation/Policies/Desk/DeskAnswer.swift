// SPDX-License-Identifier: Apache-2.0
internal import GaitwayAlerts
package import GaitwayReplay

/// What a policy makes of a desk's rides.
package struct DeskAnswer: Sendable {
    /// How the alerts of all rides with fixes meet what the labels want.
    package struct Alerts: Sendable, Hashable {
        /// The alerts that were shown.
        package var alerts = 0
        /// The alerts that were wanted.
        package var wanted = 0
        /// The wanted alerts that came.
        package var met = 0
        /// The alerts in a vehicle.
        package var unsafe = 0

        /// The wanted alerts that did not come.
        package var missed: Int { wanted - met }

        /// No alerts.
        package init() {}

        mutating func add(_ score: AlertScore) {
            alerts += score.alerts
            wanted += score.wanted
            met += score.met
            unsafe += score.unsafe
        }
    }

    /// How many rides were played.
    package var rides = 0
    /// How many of them have fixes.
    package var ridesWithFixes = 0
    /// How the alerts of all rides fare.
    package var alerts = Alerts()
    /// For how much of the labelled driving and walking an alert could have passed.
    package var outlook = OutlookFigures()
    /// The same of the built-in profiles.
    package var profiles: [(name: String, outlook: OutlookFigures)] = []
    /// The run of the ride whose details were wanted; nil without fixes.
    package var details: ReplayResult?
    /// What a reader should know, a sentence each.
    package var notes: [String] = []
}
