package import MotionTypes

/// What a gate would make of an alert at one moment, whatever waits: of a place without a story and without priority in which the
/// person is for long enough.
package struct GateOutlook: Sendable, Hashable {
    /// Everything that would hold the alert back; empty when it would be shown.
    package var holds: [GateReason]
    /// What is true and lets it through.
    package var notes: [GateReason]
    /// When the answer may change without an input; nil when that hangs on inputs yet to come.
    package var changes: Timestamp?

    /// The reasons that a decision at this moment would have.
    package var reasons: [GateReason] { (holds.isEmpty ? [.allowed] : holds) + notes }
}

extension Gate {
    /// What the gate would make of an alert at `now`, which is not before its latest input.
    package func outlook(at now: Timestamp) -> GateOutlook {
        let situation = Situation(self, at: now)
        var entry = WaitingEntry(RegionEntry(place: ""), number: 0, at: now, policy: policy)
        entry.entered = now - policy.minimumDwell
        return GateOutlook(
            holds: holds(entry, in: situation), notes: notes(entry, in: situation),
            changes: situation.first(of: situation.changes))
    }
}
