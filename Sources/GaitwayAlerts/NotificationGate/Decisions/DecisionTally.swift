// SPDX-License-Identifier: Apache-2.0
/// Counts how the entries of a gate ended. It grows with the entries, not with the decisions.
package struct DecisionTally: Sendable {
    private var counts: [GateDecision.Kind: Int] = [:]
    /// The entries that each reason concerned, by the kind of the decision.
    private var entries: [GateDecision.Kind: [GateReason: Set<Int>]] = [:]
    /// The entries without a final decision.
    private var open: Set<Int> = []
    private var ended: Set<Int> = []
    /// The entries that something held back, other than the wait for places to share an alert.
    private var held: Set<Int> = []

    /// How many alerts were shown after something had held them back, other than the wait for places to share one.
    package private(set) var deferredAndDelivered = 0
    /// The number of the last entry; nil before the first.
    package private(set) var lastEntry: Int?

    /// The tally of decisions in the order in which they fell.
    package init(_ decisions: [GateDecision] = []) {
        for decision in decisions { add(decision) }
    }

    /// Counts the next decision.
    package mutating func add(_ decision: GateDecision) {
        counts[decision.kind, default: 0] += 1
        for reason in decision.reasons {
            entries[decision.kind, default: [:]][reason, default: []].insert(decision.entry)
        }
        if decision.kind.isFinal {
            ended.insert(decision.entry)
            open.remove(decision.entry)
        } else if !ended.contains(decision.entry) {
            open.insert(decision.entry)
        }
        if decision.kind == .defer, decision.reasons.contains(where: \.isHold) { held.insert(decision.entry) }
        if decision.kind == .deliver, held.contains(decision.entry) { deferredAndDelivered += 1 }
        lastEntry = max(lastEntry ?? decision.entry, decision.entry)
    }

    package func count(_ kind: GateDecision.Kind) -> Int { counts[kind] ?? 0 }

    /// How many entries have no final decision.
    package var waiting: Int { open.count }

    /// For each reason of decisions of a kind, in the reasons' order, the number of entries that it concerned.
    package func reasons(_ kind: GateDecision.Kind) -> [(reason: GateReason, entries: Int)] {
        let entries = entries[kind] ?? [:]
        return GateReason.allCases.compactMap { reason in entries[reason].map { (reason, $0.count) } }
    }
}

extension GateReason {
    /// Whether it holds an alert back by the rules.
    package var isHold: Bool { Self.holds.contains(self) }

    private static let holds = Set([.vehicleSpeed, .recentlyDriving, .noReport] + GateRule.all.map(\.reason))
        .union(ReportRule.reasons)
}
