// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase

/// How one entry of a run ended, from all decisions on it.
struct EntryOutcome {
    /// The final decision; the last one if the entry still waits.
    private(set) var last: GateDecision
    /// What held its alert back, each once, in the order in which it began.
    private(set) var holds: [GateReason] = []

    static func outcomes(of decisions: [GateDecision]) -> [EntryOutcome] {
        var outcomes: [EntryOutcome] = []
        var places: [Int: Int] = [:]
        for decision in decisions {
            let place = places[decision.entry] ?? outcomes.count
            if place == outcomes.count {
                places[decision.entry] = place
                outcomes.append(EntryOutcome(last: decision))
            }
            outcomes[place].add(decision)
        }
        return outcomes
    }

    private mutating func add(_ decision: GateDecision) {
        last = decision
        guard decision.kind == .defer else { return }
        holds += decision.reasons.filter { $0.isHold && !holds.contains($0) }
    }

    var word: String { last.kind == .defer ? "waiting" : last.kind.rawValue }

    /// How long after the entry it ended; empty if it ended at once or waits.
    var delay: String {
        guard last.kind != .defer, last.time > last.entered else { return "" }
        return ClockText.text(seconds: (last.time - last.entered).inSeconds)
    }

    /// The reasons of the outcome, and what held the alert back before it.
    var reasons: String {
        let reasons = last.reasons.map(\.rawValue).joined(separator: ", ")
        let before = holds.filter { !last.reasons.contains($0) }.map(\.rawValue)
        return reasons + (before.isEmpty ? "" : "; before: " + before.joined(separator: ", "))
    }
}
