// SPDX-License-Identifier: Apache-2.0
package import GaitwayAlerts
internal import GaitwayBase

package enum PhoneText {
    /// What a region gives when it is registered around the phone.
    package static func inside(_ policy: MonitorPolicy) -> String {
        switch policy.alreadyInside {
        case .report: "an entry at once"
        case .ignore: "no entry until the phone returns"
        case .dwell: "an entry after the loitering delay"
        }
    }

    /// The settings that differ from those of an iPhone whose app runs all the time; empty if none does.
    package static func settings(_ simulator: GeofenceSimulator) -> [String] {
        let (usual, policy, conditions) = (MonitorPolicy(), simulator.policy, simulator.conditions)
        func seconds(_ duration: Duration) -> String { FigureText.seconds(duration) }
        var texts: [String] = []
        if policy.maximumRegions != usual.maximumRegions { texts.append("\(policy.maximumRegions) regions") }
        if policy.settleTime != usual.settleTime { texts.append("an entry counts after \(seconds(policy.settleTime))") }
        if conditions.loiteringDelay > .zero {
            texts.append("a loitering delay of \(seconds(conditions.loiteringDelay))")
        }
        if conditions.initialExit { texts.append("an exit at the registration of a region elsewhere") }
        if conditions.responsiveness > .zero {
            texts.append("a responsiveness of \(seconds(conditions.responsiveness))")
        }
        if let lifetime = conditions.regionLifetime { texts.append("regions that end after \(seconds(lifetime))") }
        if let opening = conditions.opening { texts.append("an app that is opened every \(seconds(opening))") }
        if !conditions.restarts.isEmpty {
            texts.append(FigureText.count(conditions.restarts.count, "restart", "restarts"))
        }
        if let width = conditions.approximation { texts.append("positions to \(FigureText.distance(width))") }
        if case .random(let mean, _) = simulator.delay { texts.append("events \(seconds(mean)) late on average") }
        return texts
    }
}
