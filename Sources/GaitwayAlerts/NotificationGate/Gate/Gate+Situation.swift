// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension Gate {
    /// Everything that holds `entry` back, except the wait for other places.
    func holds(_ entry: WaitingEntry, in situation: Situation) -> [GateReason] {
        var holds = situation.motion.holds
        for rule in GateRule.all where !(rule.isCap && entry.hasPriority) && rule.holds(self, entry, situation) {
            holds.append(rule.reason)
        }
        return holds
    }

    /// The reasons that are true and let `entry` through.
    func notes(_ entry: WaitingEntry, in situation: Situation) -> [GateReason] {
        situation.motion.notes + (entry.hasPriority ? [.priority] : [])
            + (situation.clockBehind == nil ? [] : [.clockJump])
    }

    /// The longest window of a cap; nil without caps.
    var longestCap: Duration? { [policy.shortCap?.window, policy.longCap?.window].compactMap { $0 }.max() }

    /// When the reasons of `entry` may change without an input.
    func nextChange(of entry: WaitingEntry, in situation: Situation) -> Timestamp? {
        situation.first(of: situation.motion.changes + GateRule.all.compactMap { $0.change(self, entry, situation) })
    }

    /// When the reasons of `entry` or the decision about it may change without an input.
    func nextLook(at entry: WaitingEntry, in situation: Situation) -> Timestamp? {
        let decided = situation.first(of: [
            entry.deadline(policy), entry.expires(policy), entry.entered + policy.collapseWindow,
        ])
        guard let change = nextChange(of: entry, in: situation) else { return decided }
        return decided.map { min($0, change) } ?? change
    }

    /// The inputs of a record about `entry`.
    func inputs(_ entry: WaitingEntry, isInside: Bool, in situation: Situation) -> DecisionInputs {
        let current = state.motion.current
        let fixes = policy.vehicleSpeed == nil ? nil : state.motion.speed
        let counted = longestCap.map { window in situation.alerts.filter { $0 + window > situation.now } }
        return DecisionInputs(
            source: situation.motion.source, flags: current?.activityFlags,
            confidence: current?.activityConfidence, reportAge: current.map { situation.now - $0.delivered },
            sinceDriving: situation.motion.sinceDriving, fixSpeed: fixes?.shown,
            fixAge: fixes?.shown == nil ? nil : fixes?.told.map { situation.now - $0 }, isInside: isInside,
            distance: entry.distance, speed: entry.speed, nearestOther: entry.nearestOther, alerts: counted ?? [],
            clockBehind: situation.clockBehind)
    }

    /// When each of some reasons ends without an input, if it does.
    private func ends(
        _ reasons: [GateReason], of entry: WaitingEntry, in situation: Situation
    ) -> [GateReason: Timestamp] {
        var ends: [GateReason: Timestamp] = [:]
        for reason in reasons {
            let end: Timestamp? =
                switch reason {
                case .alreadyAlerted: state.ignoredUntil[entry.place]
                case .collapsing:
                    sharedAlerts(in: situation).first { $0.contains(entry) }?.first
                        .map { $0.entered + policy.collapseWindow }
                default: GateRule.byReason[reason]?.end(self, entry, situation) ?? situation.motion.end(of: reason)
                }
            // A cap of no alerts never frees a slot.
            if let end, end > situation.now, end < Timestamp(nanoseconds: .max) { ends[reason] = end }
        }
        return ends
    }

    /// A record about `entry`.
    func decision(
        _ kind: GateDecision.Kind, _ entry: WaitingEntry, _ reasons: [GateReason], isInside: Bool,
        others: Int = 0, collapsedInto: String? = nil, askAgain: Timestamp?, in situation: Situation
    ) -> GateDecision {
        GateDecision(
            time: situation.now, entry: entry.number, entered: entry.entered,
            place: entry.place, story: entry.story, moment: entry.moment ?? .enter, kind: kind, reasons: reasons,
            ends: ends(reasons, of: entry, in: situation),
            inputs: inputs(entry, isInside: isInside, in: situation), others: others,
            collapsedInto: collapsedInto, policy: policy.name, policyVersion: policy.revision, askAgain: askAgain)
    }
}
