// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase

/// Reads any text as a scenario of the gate and plays it. Each entry must have at most one final answer.
enum GateScenarioTarget: FuzzTarget {
    static let name = "gate-scenario"

    static func take(_ bytes: [UInt8]) {
        guard
            let scenario = try? GateScenario(String(decoding: bytes, as: UTF8.self), source: "scenario"),
            let outcomes = try? scenario.outcomes()
        else { return }
        precondition(outcomes.count == scenario.profiles.count)
        for outcome in outcomes {
            let ended = outcome.decisions.filter(\.kind.isFinal).map(\.entry)
            precondition(Set(ended).count == ended.count)
            for decision in outcome.decisions {
                precondition(!decision.reasons.isEmpty && decision.json.hasPrefix("{"))
            }
            _ = outcome.tally
        }
    }
}
