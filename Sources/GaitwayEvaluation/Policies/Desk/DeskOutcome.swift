// SPDX-License-Identifier: Apache-2.0
internal import GaitwayAlerts
package import GaitwayReplay

/// What a policy makes of a desk's rides.
package struct DeskOutcome: Sendable {
    /// How the alerts of all rides with fixes meet what the labels want.
    package struct Alerts: Sendable, Hashable {
        package var alerts = 0
        package var wanted = 0
        /// The wanted alerts that came.
        package var met = 0
        /// The alerts in a vehicle.
        package var unsafe = 0

        package var missed: Int { wanted - met }

        package init() {}

        mutating func add(_ score: AlertScore) {
            alerts += score.alerts
            wanted += score.wanted
            met += score.met
            unsafe += score.unsafe
        }
    }

    package var rides = 0
    package var ridesWithFixes = 0
    package var alerts = Alerts()
    /// For how much of the labelled driving and walking an alert could have passed.
    package var outlook = OutlookFigures()
    package var profiles: [(name: String, outlook: OutlookFigures)] = []
    /// The run of the ride whose details were wanted; nil without fixes.
    package var details: ReplayResult?
    /// What a reader should know, a sentence each.
    package var notes: [String] = []
}
