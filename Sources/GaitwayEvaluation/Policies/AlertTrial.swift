// SPDX-License-Identifier: Apache-2.0
package import GaitwayAlerts
package import GaitwayBase
package import GaitwayReplay

/// One policy, and what it makes of one ride.
package struct AlertTrial: Sendable {
    /// The values of the swept fields; empty for a profile or a policy file.
    package let values: [String]
    package let result: ReplayResult
    /// The score against the wanted alerts; nil without labels.
    package let score: AlertScore?

    /// Plays a ride with a policy.
    ///
    /// - Throws: `InputError` for a policy that cannot be kept.
    package init(
        _ scene: RideScene, policy: GatePolicy, values: [String] = [], strategy: MonitoringStrategy,
        labels: AlertLabels?
    ) throws(InputError) {
        self.values = values
        result = try scene.play(policy: policy, strategy: strategy)
        let result = result
        score = labels.map { AlertScore(result, labels: $0) }
    }
}
