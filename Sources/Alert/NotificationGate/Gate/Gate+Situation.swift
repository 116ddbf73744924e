internal import MotionTypes

extension Gate {
    /// Everything that holds `entry` back, except the wait for other places.
    func holds(_ entry: WaitingEntry, in situation: Situation) -> [GateReason] {
        var holds = situation.motion.holds
        if entry.dwelt(policy) > situation.now { holds.append(.dwell) }
        if isOutsideHours(entry, at: situation.now) { holds.append(.outsideHours) }
        if situation.quietEnd != nil { holds.append(.quietHours) }
        if situation.snoozeEnd != nil { holds.append(.snoozed) }
        if storyFree(entry, at: situation.now) != nil { holds.append(.storyCooldown) }
        if !entry.hasPriority {
            if situation.shortCapFree != nil { holds.append(.shortCap) }
            if situation.longCapFree != nil { holds.append(.longCap) }
        }
        return holds
    }

    /// The reasons that are true and let `entry` through.
    func notes(_ entry: WaitingEntry, in situation: Situation) -> [GateReason] {
        situation.motion.notes + (entry.hasPriority ? [.priority] : [])
            + (situation.clockBehind == nil ? [] : [.clockJump])
    }

    /// The longest window of a cap; nil without caps.
    var longestCap: Duration? {
        [policy.shortCap?.window, policy.longCap?.window].compactMap { $0 }.max()
    }

    private func isOutsideHours(_ entry: WaitingEntry, at now: Timestamp) -> Bool {
        entry.hours.map { !WeeklyHoursClock(zone: zone, hours: $0).isOpen(at: now) } ?? false
    }

    private func storyFree(_ entry: WaitingEntry, at now: Timestamp) -> Timestamp? {
        guard let story = entry.story, let alerted = state.storyAlerts[story] else { return nil }
        let free = alerted + policy.storyCooldown
        return free > now ? free : nil
    }

    /// When the reasons of `entry` or the decision about it may change without an input.
    func nextLook(at entry: WaitingEntry, in situation: Situation) -> Timestamp? {
        let candidates: [Timestamp?] = [
            entry.deadline(policy), entry.expires(policy), entry.dwelt(policy),
            entry.entered + policy.collapseWindow, storyFree(entry, at: situation.now),
            entry.hours.map { WeeklyHoursClock(zone: zone, hours: $0).nextLook(after: situation.now) },
        ]
        return situation.first(of: situation.changes + candidates.compactMap { $0 })
    }

    /// The inputs of a record about `entry`.
    func inputs(_ entry: WaitingEntry, isInside: Bool, in situation: Situation) -> DecisionInputs {
        let current = state.motion.current
        return DecisionInputs(
            source: situation.motion.source, flags: current?.activityFlags,
            confidence: current?.activityConfidence, reportAge: current.map { situation.now - $0.delivered },
            sinceDriving: situation.motion.sinceDriving, isInside: isInside, distance: entry.distance,
            speed: entry.speed, nearestOther: entry.nearestOther)
    }

    /// A record about `entry`.
    func decision(
        _ kind: GateDecision.Kind, _ entry: WaitingEntry, _ reasons: [GateReason], isInside: Bool,
        others: Int = 0, collapsedInto: String? = nil, askAgain: Timestamp?, in situation: Situation
    ) -> GateDecision {
        GateDecision(
            time: situation.now, entry: entry.number, entered: entry.entered,
            place: entry.place, story: entry.story, moment: entry.moment ?? .enter, kind: kind, reasons: reasons,
            inputs: inputs(entry, isInside: isInside, in: situation), others: others,
            collapsedInto: collapsedInto, policy: policy.name, policyVersion: policy.revision,
            askAgain: askAgain)
    }
}
