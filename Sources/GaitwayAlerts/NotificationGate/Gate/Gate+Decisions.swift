// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension Gate {
    /// Decides about all waiting entries: first those that end, then those that are shown, then those that go on
    /// waiting.
    mutating func settle(at now: Timestamp, to decisions: inout [GateDecision]) {
        guard !state.waiting.isEmpty else { return }
        forgetOldAlerts(at: now)
        let situation = Situation(self, at: now)
        endOldEntries(in: situation, to: &decisions)
        showDueAlerts(at: now, to: &decisions)
        dropCapped(at: now, to: &decisions)
        dropBeyondPendingLimit(at: now, to: &decisions)
        recordWaits(at: now, to: &decisions)
    }

    private mutating func endOldEntries(in situation: Situation, to decisions: inout [GateDecision]) {
        for index in state.waiting.indices {
            guard let pauseEnd = situation.pauseEnd else { break }
            state.waiting[index].heldUntil = max(state.waiting[index].heldUntil ?? pauseEnd, pauseEnd)
        }
        for entry in state.waiting {
            let reasons = holds(entry, in: situation) + notes(entry, in: situation)
            if entry.deadline(policy) <= situation.now {
                end(entry, .drop, [.expired] + reasons, in: situation, to: &decisions)
            } else if policy.whenHeld == .skip, !situation.motion.holds.isEmpty {
                let over = situation.motion.holds == [.recentlyDriving] ? situation.motion.drivingOver : nil
                end(entry, .skip, reasons, askAgain: over, in: situation, to: &decisions)
            }
        }
    }

    private mutating func showDueAlerts(at now: Timestamp, to decisions: inout [GateDecision]) {
        // Each alert fills a slot and starts a cooldown, so that the next is looked at anew.
        while true {
            let situation = Situation(self, at: now)
            let due = sharedAlerts(in: situation).filter { isDue($0, at: now) }
            // The slot goes by priority, then nearness, then first come.
            guard let group = due.min(by: { Self.goesBefore($0, $1) }) else { return }
            deliver(group, outside: nil, in: situation, to: &decisions)
        }
    }

    private static func goesBefore(_ left: [WaitingEntry], _ right: [WaitingEntry]) -> Bool {
        guard let left = nearest(of: left), let right = nearest(of: right) else { return false }
        return left.hasPriority == right.hasPriority ? left.isNearer(than: right) : left.hasPriority
    }

    /// The entry whose alert stands for the group.
    private static func nearest(of group: [WaitingEntry]) -> WaitingEntry? { group.min { $0.isNearer(than: $1) } }

    /// Ends what only a cap holds back. What motion, the dwell or anything else holds as well waits on: the cap may be
    /// free when it is over.
    private mutating func dropCapped(at now: Timestamp, to decisions: inout [GateDecision]) {
        guard policy.whenCapped == .drop else { return }
        let situation = Situation(self, at: now)
        for entry in state.waiting {
            let held = holds(entry, in: situation)
            guard !held.isEmpty, held.allSatisfy({ GateRule.byReason[$0]?.isCap == true }) else { continue }
            end(entry, .drop, held + notes(entry, in: situation), in: situation, to: &decisions)
        }
    }

    /// Drops the last entered of what waits for more alerts than the phone keeps; those that share an alert count once.
    private mutating func dropBeyondPendingLimit(at now: Timestamp, to decisions: inout [GateDecision]) {
        guard let limit = policy.pendingLimit, state.waiting.count > limit else { return }
        let situation = Situation(self, at: now)
        var alertOf: [Int: Int] = [:]
        for group in sharedAlerts(in: situation) {
            for entry in group { alertOf[entry.number] = group.first?.number }
        }
        var kept: Set<Int> = []
        for entry in state.waiting {
            let alert = alertOf[entry.number] ?? entry.number
            guard !kept.contains(alert) else { continue }
            if kept.count < limit {
                kept.insert(alert)
            } else {
                let reasons = [.pendingLimit] + holds(entry, in: situation) + notes(entry, in: situation)
                end(entry, .drop, reasons, in: situation, to: &decisions)
            }
        }
    }

    private mutating func recordWaits(at now: Timestamp, to decisions: inout [GateDecision]) {
        let situation = Situation(self, at: now)
        for index in state.waiting.indices {
            let entry = state.waiting[index]
            let held = holds(entry, in: situation)
            let reasons = (held.isEmpty ? [.collapsing] : held) + notes(entry, in: situation)
            // A jump concerns the input and not the wait: it begins and ends no record of its own.
            let lasting = reasons.filter { $0 != .clockJump }
            guard lasting != entry.reasons else { continue }
            state.waiting[index].reasons = lasting
            decisions.append(
                decision(
                    .defer, entry, reasons, isInside: entry.isInside, askAgain: nextLook(at: entry, in: situation),
                    in: situation))
        }
    }

    /// The entries that may be shown, as groups that share an alert. A group begins with the first one entered, and
    /// holds those entered less than the policy's time after it. An entry with priority stands alone.
    func sharedAlerts(in situation: Situation) -> [[WaitingEntry]] {
        var groups: [[WaitingEntry]] = []
        var open: [WaitingEntry] = []
        for entry in state.waiting where holds(entry, in: situation).isEmpty {
            if entry.standsAlone(policy) {
                groups.append([entry])
            } else if let first = open.first, first.entered + policy.collapseWindow > entry.entered {
                open.append(entry)
            } else {
                if !open.isEmpty { groups.append(open) }
                open = [entry]
            }
        }
        return open.isEmpty ? groups : groups + [open]
    }

    private func isDue(_ group: [WaitingEntry], at now: Timestamp) -> Bool {
        guard let first = group.first, let last = group.last else { return false }
        // The last entry has the newest distance to other places.
        return first.standsAlone(policy) || isWaitOver(group, at: now) || last.isAlone(policy)
    }

    /// Whether the time in which places share an alert with the first of `group` is over.
    private func isWaitOver(_ group: [WaitingEntry], at now: Timestamp) -> Bool {
        group.first.map { $0.entered + policy.collapseWindow <= now } ?? true
    }

    /// Shows one alert for `group`: that of the nearest place, of equals the first entered.
    mutating func deliver(
        _ group: [WaitingEntry], outside: Int?, in situation: Situation, to decisions: inout [GateDecision]
    ) {
        guard let nearest = Self.nearest(of: group) else { return }
        let now = situation.now
        let ignoredUntil = now + (nearest.cooldown ?? policy.placeCooldown)
        state.ignoredUntil[nearest.place] = ignoredUntil
        if let story = nearest.story { state.storyAlerts[story] = now }
        state.alerts.append(now)
        state.waiting.removeAll { entry in group.contains { $0.number == entry.number } }
        let isEarly = outside == nil && !nearest.standsAlone(policy) && !isWaitOver(group, at: now)
        decisions.append(
            decision(
                .deliver, nearest, [.allowed] + notes(nearest, in: situation) + (isEarly ? [.alone] : []),
                isInside: nearest.isInside && nearest.number != outside,
                others: group.count - 1, askAgain: ignoredUntil, in: situation))
        for entry in group where entry.number != nearest.number {
            decisions.append(
                decision(
                    .drop, entry, [.collapsed] + notes(entry, in: situation),
                    isInside: entry.number != outside, collapsedInto: nearest.place, askAgain: nil, in: situation))
        }
    }

    /// Ends `entry` without an alert.
    mutating func end(
        _ entry: WaitingEntry, _ kind: GateDecision.Kind, _ reasons: [GateReason], isInside: Bool? = nil,
        askAgain: Timestamp? = nil, in situation: Situation, to decisions: inout [GateDecision]
    ) {
        state.waiting.removeAll { $0.number == entry.number }
        decisions.append(
            decision(kind, entry, reasons, isInside: isInside ?? entry.isInside, askAgain: askAgain, in: situation))
    }

    private mutating func forgetOldAlerts(at now: Timestamp) {
        guard let longest = longestCap else { return state.alerts = [] }
        // A clock that runs ahead must not empty the caps, so as many stay as fill them.
        let most = max(0, policy.shortCap?.alerts ?? 0, policy.longCap?.alerts ?? 0)
        let inside = state.alerts.count { $0 + longest > now }
        state.alerts.removeFirst(max(0, state.alerts.count - max(most, inside)))
    }
}
