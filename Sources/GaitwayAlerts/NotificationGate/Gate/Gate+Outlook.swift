// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// What a gate would make of an alert at one moment, whatever waits. The place has neither a story nor priority, and
/// the person has been in it long enough.
public struct GateOutlook: Sendable, Hashable {
    /// Everything that would hold the alert back; empty when it would be shown.
    public var holds: [GateReason]
    /// The reasons that are true and let it through.
    public var notes: [GateReason]
    /// When the answer may change without an input; nil if only an input can change it.
    public var changes: Timestamp?

    /// The reasons that a decision at this moment would have.
    public var reasons: [GateReason] { (holds.isEmpty ? [.allowed] : holds) + notes }
}

extension Gate {
    /// What the gate would make of an alert at `now`, which is not before its latest input.
    public func outlook(at now: Timestamp) -> GateOutlook {
        let situation = Situation(self, at: now)
        var entry = WaitingEntry(RegionEntry(place: ""), number: 0, at: now, policy: policy)
        entry.entered = now - policy.minimumDwell
        return GateOutlook(
            holds: holds(entry, in: situation), notes: notes(entry, in: situation),
            changes: nextChange(of: entry, in: situation))
    }
}
