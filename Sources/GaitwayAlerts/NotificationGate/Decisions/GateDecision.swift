// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// One answer of the gate about one entry, with every reason and every input: an audit record.
public struct GateDecision: Sendable, Hashable {
    /// The four answers.
    public enum Kind: String, CaseIterable, Sendable, Hashable {
        /// The alert is shown now. Final.
        case deliver
        /// The motion rule ends the entry; a later entry may alert. Final.
        case skip
        /// Not now; the gate decides again at the next input or wake-up. The only answer that is not final.
        case `defer`
        /// The entry ends without an alert. Final.
        case drop

        /// Whether the entry is settled.
        package var isFinal: Bool { self != .defer }
    }

    /// When the gate decided.
    public var time: Timestamp
    /// The number of the entry, from 1 in the order of the entries; all decisions on one entry share it.
    public var entry: Int
    /// When the region was entered.
    public var entered: Timestamp
    /// The identifier of the place that was entered.
    public var place: String
    /// The identifier of the story that the place belongs to; nil without one.
    public var story: String?
    /// What the person did at the place.
    public var moment: AlertMoment
    /// The answer.
    public var kind: Kind
    /// All reasons that are true: first those that end the entry, then those that hold it back, then those that let it
    /// through.
    public var reasons: [GateReason]
    /// When each reason ends without an input; a reason that only an input can end is missing.
    public var ends: [GateReason: Timestamp]
    /// The inputs of the decision.
    public var inputs: DecisionInputs
    /// How many other places the alert stands for; 0 unless delivered.
    public var others: Int
    /// For a collapsed entry, the place whose alert stands for it.
    public var collapsedInto: String?
    /// The policy's name.
    public var policy: String
    /// The policy's own revision.
    public var policyVersion: Int
    /// When the same question may have another answer: for a deferred entry the gate's next look at it, for a delivered
    /// place or one alerted before the end of its cooldown, for a skipped one the end of "recently driving". Nil if
    /// only an input can change it.
    public var askAgain: Timestamp?
}
