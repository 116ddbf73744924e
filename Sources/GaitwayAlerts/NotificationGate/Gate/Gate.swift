// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// Decides whether a location-triggered alert may be shown.
///
/// A pure state machine: an input and its time go in, decisions come out, and ``wakeUp`` says when the gate wants to be
/// asked again. It has neither a clock nor files: the same inputs give the same decisions. ``savedState()`` carries its
/// memory over a restart. Asking more often than ``wakeUp`` wants changes no decision.
///
/// ```swift
/// var gate = try Gate(policy: .gaitway)
/// for event in events {
///     show(gate.advance(to: event.time))
///     show(gate.handle(event.input, at: event.time))
/// }
/// ```
public struct Gate: Sendable {
    /// The rules.
    public let policy: GatePolicy

    var state = GateState()
    let quietHours: QuietHoursClock?
    /// The person's clock.
    let zone: LocalZone

    /// A gate before its first input. Motion activity counts as available until an input says otherwise.
    ///
    /// - Throws: `InputError` for an invalid policy: an unknown time zone, a negative time.
    public init(policy: GatePolicy) throws(InputError) {
        try policy.validate()
        self.policy = policy
        quietHours = try policy.quietHours.map(QuietHoursClock.init)
        zone = try LocalZone(name: policy.timeZone ?? policy.quietHours?.timeZone ?? "UTC", of: "policy")
    }

    /// Takes an input that arrived at `time`, and decides.
    ///
    /// An input with an earlier time than the one before it counts as arriving with that one; see ``clockJump``. Of
    /// inputs with one time, give ticks first, as ``advance(to:)`` does.
    public mutating func handle(_ input: GateInput, at time: Timestamp) -> [GateDecision] {
        if input == .rebase { state.rebase(to: time) }
        let now = take(time)
        var decisions: [GateDecision] = []
        switch input {
        case .tick, .rebase: break
        case .report(let report): state.motion.take(report, at: now, policy: policy)
        case .availability(let availability): state.motion.take(availability, at: now, policy: policy)
        case .fix(let fix): state.motion.take(fix, at: now, policy: policy)
        case .user(let action): apply(action, at: now, to: &decisions)
        case .enter(let entry): enter(entry, at: now, to: &decisions)
        case .exit(let place): exit(place, at: now, to: &decisions)
        case .comeBack(let place): comeBack(place, at: now, to: &decisions)
        }
        settle(at: now, to: &decisions)
        return decisions
    }

    /// Gives the gate the ticks that it asks for up to and including `time`, each at its own time. A driver on the
    /// clock of a recording does so before each input.
    public mutating func advance(to time: Timestamp) -> [GateDecision] {
        var decisions: [GateDecision] = []
        while let wakeUp, wakeUp <= time {
            decisions += handle(.tick, at: wakeUp)
        }
        return decisions
    }

    /// When the gate wants a tick, if no input comes before; nil while no entry waits.
    public var wakeUp: Timestamp? {
        guard let now = state.latest, !state.waiting.isEmpty else { return nil }
        let situation = Situation(self, at: now)
        return state.waiting.compactMap { nextLook(at: $0, in: situation) }.min()
    }

    /// Whether an entry of the place at `time` would be dropped, because it was alerted or put off before.
    func ignores(_ place: String, at time: Timestamp) -> Bool { state.ignoredUntil[place].map { $0 > time } ?? false }

    /// How many entries have no final decision yet.
    public var waitingEntries: Int { state.waiting.count }
}
