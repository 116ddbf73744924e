/// How the entries that a gate decided about ended.
public struct DecisionTally: Sendable {
    private let decisions: [GateDecision]

    /// The tally of decisions in the order in which they fell.
    public init(_ decisions: [GateDecision]) { self.decisions = decisions }

    /// How many decisions of a kind there are.
    public func count(_ kind: GateDecision.Kind) -> Int { decisions.count { $0.kind == kind } }

    /// How many entries have no final decision.
    public var waiting: Int {
        let ended = Set(decisions.filter(\.kind.isFinal).map(\.entry))
        return Set(decisions.map(\.entry)).subtracting(ended).count
    }

    /// For each reason of decisions of a kind, in the reasons' order, on how many entries it bore.
    public func reasons(_ kind: GateDecision.Kind) -> [(reason: GateReason, entries: Int)] {
        var entries: [GateReason: Set<Int>] = [:]
        for decision in decisions where decision.kind == kind {
            for reason in decision.reasons { entries[reason, default: []].insert(decision.entry) }
        }
        return GateReason.allCases.compactMap { reason in entries[reason].map { (reason, $0.count) } }
    }

    /// How many alerts were shown after something had held them back, other than the wait for places to share one.
    public var deferredAndDelivered: Int {
        var held: Set<Int> = []
        var count = 0
        for decision in decisions {
            if decision.kind == .defer, decision.reasons.contains(where: \.isHold) { held.insert(decision.entry) }
            if decision.kind == .deliver, held.contains(decision.entry) { count += 1 }
        }
        return count
    }
}

extension GateReason {
    /// Whether it holds an alert back by the rules.
    fileprivate var isHold: Bool {
        switch self {
        case .vehicleSpeed, .driving, .recentlyDriving, .cycling, .running, .unknownActivity, .noFlags, .noReport,
            .lowConfidence,
            .dwell, .quietHours, .snoozed, .storyCooldown, .shortCap, .longCap:
            true
        default: false
        }
    }
}
