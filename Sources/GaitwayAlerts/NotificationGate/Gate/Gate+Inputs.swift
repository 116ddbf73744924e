// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension Gate {
    /// A region was entered: an entry that memory or the place set rules out ends here, in the order memory, place set.
    mutating func enter(_ entry: RegionEntry, at now: Timestamp, to decisions: inout [GateDecision]) {
        state.entries += 1
        let waiting = WaitingEntry(entry, number: state.entries, at: now, policy: policy)
        var ends: [GateReason] = []
        let ignoredUntil = state.ignoredUntil[entry.place].flatMap { $0 > now ? $0 : nil }
        if ignoredUntil != nil { ends.append(.alreadyAlerted) }
        if !entry.isKnown { ends.append(.unknownPlace) }
        if state.waiting.contains(where: { $0.place == entry.place }) { ends.append(.alreadyWaiting) }
        guard !ends.isEmpty else {
            state.waiting.append(waiting)
            return
        }
        let situation = Situation(self, at: now)
        let reasons = ends + holds(waiting, in: situation) + notes(waiting, in: situation)
        decisions.append(
            decision(
                .drop, waiting, reasons, isInside: waiting.isInside, askAgain: ignoredUntil, in: situation))
    }

    /// The person left: what waits for other places alone is shown now, and anything else ends.
    mutating func exit(_ place: String, at now: Timestamp, to decisions: inout [GateDecision]) {
        guard let entry = state.waiting.first(where: { $0.place == place && $0.isInside }) else { return }
        let situation = Situation(self, at: now)
        let held = holds(entry, in: situation)
        let isTooOld = entry.deadline(policy) <= now
        if held.isEmpty, !isTooOld, entry.reasons.contains(.collapsing) {
            let group = sharedAlerts(in: situation).first { $0.contains(entry) } ?? [entry]
            deliver(group, outside: entry.number, in: situation, to: &decisions)
        } else {
            let reasons = [.left] + (isTooOld ? [.expired] : []) + held + notes(entry, in: situation)
            end(entry, .drop, reasons, isInside: false, in: situation, to: &decisions)
        }
    }

    /// The person came back: an alert of their leaving ends.
    mutating func comeBack(_ place: String, at now: Timestamp, to decisions: inout [GateDecision]) {
        guard let entry = state.waiting.first(where: { $0.place == place && !$0.isInside }) else { return }
        let situation = Situation(self, at: now)
        let isTooOld = entry.deadline(policy) <= now
        let reasons =
            [.cameBack] + (isTooOld ? [.expired] : []) + holds(entry, in: situation) + notes(entry, in: situation)
        end(entry, .drop, reasons, in: situation, to: &decisions)
    }

    /// Applies what the person said.
    mutating func apply(_ action: UserAction, at now: Timestamp, to decisions: inout [GateDecision]) {
        switch action {
        case .later(let place): ignore(place, until: now + policy.laterInterval, at: now, to: &decisions)
        case .dismiss(let place): ignore(place, until: now + policy.placeCooldown, at: now, to: &decisions)
        case .snooze(let until): snooze(until: until ?? now + policy.snoozeInterval, at: now)
        case .endSnooze: snooze(until: nil, at: now)
        case .passenger(let until):
            let longest = now + policy.passengerOverride
            state.motion.passengerUntil = until.map { min($0, longest) } ?? longest
        case .endPassenger: state.motion.passengerUntil = nil
        case .reset:
            state.ignoredUntil = [:]
            state.storyAlerts = [:]
            state.alerts = []
            snooze(until: nil, at: now)
            state.motion.passengerUntil = nil
        }
    }

    private mutating func snooze(until end: Timestamp?, at now: Timestamp) {
        state.snoozedUntil = end
        // The wait of what the old snooze held counts from now, unless something still holds it.
        for index in state.waiting.indices {
            state.waiting[index].heldUntil = state.waiting[index].heldUntil.map { min($0, now) }
        }
    }

    private mutating func ignore(
        _ place: String, until end: Timestamp, at now: Timestamp, to decisions: inout [GateDecision]
    ) {
        state.ignoredUntil[place] = end
        guard let entry = state.waiting.first(where: { $0.place == place }) else { return }
        let situation = Situation(self, at: now)
        let reasons = [.dismissed] + holds(entry, in: situation) + notes(entry, in: situation)
        self.end(entry, .drop, reasons, askAgain: end, in: situation, to: &decisions)
    }
}
