// SPDX-License-Identifier: Apache-2.0
package import GaitwayAlerts
package import GaitwayBase

/// What a policy made of one label.
package struct LabelOutcome: Sendable, Hashable {
    /// What was wanted, or was not.
    package let label: AlertLabel
    /// When an alert met it; nil for one that is not wanted or was not met.
    package let met: Timestamp?
    /// The alerts that fall under it.
    package let alerts: [GateDecision]

    /// What is not as the label says, a line each; empty if all is.
    package func failures(clock: (Timestamp) -> String) -> [String] {
        switch label.verdict {
        case .wanted: met == nil ? ["no alert came"] : []
        case .unwanted: alerts.map { "an unwanted alert of \($0.place) at \(clock($0.time))" }
        case .unsafe: alerts.map { "an unsafe alert of \($0.place) at \(clock($0.time))" }
        }
    }
}
