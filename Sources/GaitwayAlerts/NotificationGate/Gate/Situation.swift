// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// What holds for every entry at one moment.
struct Situation {
    let now: Timestamp
    let motion: MotionOutcome
    let quietEnd: Timestamp?
    let quietBeginning: Timestamp?
    let snoozeEnd: Timestamp?
    let shortCapFree: Timestamp?
    let longCapFree: Timestamp?
    /// The times of earlier alerts, in order.
    let alerts: [Timestamp]
    /// How far the newest input's time lies before an earlier one; nil while the clock goes on.
    let clockBehind: Duration?

    init(_ gate: Gate, at now: Timestamp) {
        let state = gate.state
        self.now = now
        motion = state.motion.answer(at: now, policy: gate.policy)
        quietEnd = gate.quietHours?.end(at: now)
        quietBeginning = quietEnd == nil ? gate.quietHours?.nextBeginning(after: now) : nil
        snoozeEnd = state.snoozedUntil.flatMap { $0 > now ? $0 : nil }
        shortCapFree = gate.policy.shortCap?.freed(after: state.alerts, at: now)
        longCapFree = gate.policy.longCap?.freed(after: state.alerts, at: now)
        alerts = state.alerts
        clockBehind = state.clockJump.flatMap { $0 < .zero ? .zero - $0 : nil }
    }

    /// The first of some moments that lies ahead and will ever come.
    func first(of moments: [Timestamp]) -> Timestamp? {
        moments.filter { $0 > now && $0 < Timestamp(nanoseconds: .max) }.min()
    }

    /// The end of what stops the clock of an entry's wait.
    var pauseEnd: Timestamp? {
        guard let quietEnd, let snoozeEnd else { return quietEnd ?? snoozeEnd }
        return max(quietEnd, snoozeEnd)
    }
}
