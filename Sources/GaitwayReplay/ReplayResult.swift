// SPDX-License-Identifier: Apache-2.0
public import GaitwayAlerts
package import GaitwayBase

/// What a strategy and a policy made of a ride.
public struct ReplayResult: Sendable {
    let scene: RideScene
    /// How the phone chose what it monitored.
    public let strategy: MonitoringStrategy
    /// The policy's name.
    public let policy: String
    /// What the strategy saw of the entries that there were.
    public let coverage: CoverageReport
    /// What the gate decided, in order; empty where the decisions were taken as they fell.
    public let decisions: [GateDecision]
    /// When each place was monitored, by its index in the set; empty for the oracle, which watches all of them.
    package let watches: [Int: [PhoneModel.Watch]]
    /// The regions whose exit asked for the next set, by time.
    package let bubbles: [PhoneModel.Bubble]
    /// What the strategy took of the phone.
    package let use: EnergyUse
    /// Entries without a final decision at the ride's end.
    public let waiting: Int
    /// The most entries that waited at once.
    package let mostWaiting: Int
    /// How many fixes the phone used, and why it refused the others.
    package let fixUse: FixUse
    /// The crossings of places that gave no entry, by time: too short, or too near the edge.
    package let passes: [RegionPass]
    /// For how long the gate would have held an alert back, and why.
    package let outlookTimes: OutlookTimes

    /// The time of the ride's elapsed 0.
    package var start: Timestamp { scene.ride.time(.zero) }

    /// When the phone took itself to be inside or outside.
    package var monitorPolicy: MonitorPolicy { scene.simulator.policy }
    /// The phone that it was played on.
    package var simulator: GeofenceSimulator { scene.simulator }

    /// How the entries ended.
    package let tally: DecisionTally
}
