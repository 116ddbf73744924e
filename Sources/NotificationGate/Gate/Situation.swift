/// What holds for every entry at one moment.
struct Situation {
    let now: Moment
    let motion: MotionAnswer
    let quietEnd: Moment?
    let quietBeginning: Moment?
    let snoozeEnd: Moment?
    let shortCapFree: Moment?
    let longCapFree: Moment?

    init(_ gate: Gate, at now: Moment) {
        let state = gate.state
        self.now = now
        motion = state.motion.answer(at: now, policy: gate.policy)
        quietEnd = gate.quietHours?.end(at: now)
        quietBeginning = quietEnd == nil ? gate.quietHours?.nextBeginning(after: now) : nil
        snoozeEnd = state.snoozedUntil.flatMap { $0 > now ? $0 : nil }
        shortCapFree = gate.policy.shortCap?.freed(after: state.alerts, at: now)
        longCapFree = gate.policy.longCap?.freed(after: state.alerts, at: now)
    }

    /// The end of what stops the clock of an entry's wait.
    var pauseEnd: Moment? {
        guard let quietEnd, let snoozeEnd else { return quietEnd ?? snoozeEnd }
        return max(quietEnd, snoozeEnd)
    }
}
