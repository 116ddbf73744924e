// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

// Time that does not go on as it should: a clock that was set, or an input with a wrong time.

extension Gate {
    /// How far the newest input's time lies from the one before it, if that is a jump; nil without one.
    ///
    /// Negative: it lies more than a minute before, and counts as arriving with the newest. Then either the clock was
    /// set back or an earlier input was ahead of its time. Caps, cooldowns and drives stand still until the inputs
    /// reach that time, or until ``GateInput/rebase``. Positive: it lies more than seven days ahead, as after a long
    /// silence or by a clock that runs ahead.
    public var clockJump: Duration? { state.clockJump }

    /// The time at which an input counts, which is never before the newest one; notes a jump.
    mutating func take(_ time: Timestamp) -> Timestamp {
        guard let latest = state.latest else {
            state.latest = time
            return time
        }
        let step = time - latest
        state.clockJump = step < .zero - Self.tolerance || step > Self.longestSilence ? step : nil
        state.latest = max(time, latest)
        state.noteArrival(at: time, after: latest)
        return max(time, latest)
    }

    /// This many arrivals are remembered beside the newest.
    fileprivate static let mostArrivals = 7
    /// Inputs may overtake each other by this much.
    private static let tolerance = Duration.seconds(60)
    /// Phones keep a week of reports; a longer silence is worth a look.
    fileprivate static let longestSilence = Duration.seconds(7 * 86_400)
}

extension GateState {
    /// Remembers where the clock arrived by a jump of more than a week.
    mutating func noteArrival(at time: Timestamp, after latest: Timestamp) {
        guard time - latest > Gate.longestSilence else { return }
        arrivals = (arrivals ?? []).suffix(Gate.mostArrivals) + [time]
    }

    /// Makes `now` the newest time. What happened later counts as happening now. What lies ahead of the newest input
    /// keeps the time that is left of it. What lies between the two times keeps its moment, unless it was begun by a
    /// clock that had jumped ahead: by that clock it is over.
    mutating func rebase(to now: Timestamp) {
        clockJump = nil
        guard let latest, now < latest else {
            if let latest { noteArrival(at: now, after: latest) }
            return self.latest = now
        }
        let shift = latest - now
        // What ends after the clock arrived there was begun there, too.
        let arrival = arrivals?.filter { $0 > now }.min() ?? Timestamp(nanoseconds: .max)
        arrivals = arrivals?.filter { $0 <= now }
        func ahead(_ moment: Timestamp) -> Timestamp {
            guard moment <= latest else { return moment - shift }
            return moment >= arrival ? min(moment, now) : moment
        }
        self.latest = now
        motion.rebase(to: now)
        motion.passengerUntil = motion.passengerUntil.map(ahead)
        snoozedUntil = snoozedUntil.map(ahead)
        ignoredUntil = ignoredUntil.mapValues(ahead)
        storyAlerts = storyAlerts.mapValues { min($0, now) }
        alerts = alerts.map { min($0, now) }
        for index in waiting.indices {
            waiting[index].entered = min(waiting[index].entered, now)
            waiting[index].heldUntil = waiting[index].heldUntil.map(ahead)
        }
    }
}

extension MotionState {
    /// Moves everything that happened after `now` to `now`.
    mutating func rebase(to now: Timestamp) {
        if let own = current {
            current?.delivered = min(own.delivered, now)
            current?.start = own.start.map { min($0, now) }
        }
        lastHeard = lastHeard.map { min($0, now) }
        stoppedDriving = stoppedDriving.map { min($0, now) }
        drivingSince = drivingSince.map { min($0, now) }
        speed?.rebase(to: now)
    }
}
