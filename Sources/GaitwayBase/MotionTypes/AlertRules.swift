// SPDX-License-Identifier: Apache-2.0
/// The alert rules of one place. A rule that is nil comes from the place's category, or else from the policy.
public struct AlertRules: Sendable, Hashable {
    /// When the alert is due.
    public var moment = AlertMoment.enter
    /// For ``AlertMoment/dwell``, how long after the entry.
    public var dwell: Duration?
    /// Whether the alert ignores the caps and never waits for another alert.
    public var hasPriority: Bool?
    /// How long an entry is valid.
    public var expiry: Duration?
    /// How long the place is ignored after its alert.
    public var cooldown: Duration?
    /// The category, for which a policy may have rules.
    public var category: String?
    /// The hours in which the alert may be shown, by the person's clock; nil for always.
    public var hours: WeeklyHours?

    /// An alert on entry; all else is left to the category and the policy.
    public init() {}
}

/// The event at a place that makes its alert due.
public enum AlertMoment: String, CaseIterable, Sendable, Hashable, Codable {
    /// The person enters.
    case enter
    /// The person leaves.
    case exit
    /// The person has stayed for a time.
    case dwell
}
