/// What one place asks of its alerts. What it leaves open, its category settles, and then the policy.
public struct AlertRules: Sendable, Hashable {
    /// When the alert is due.
    public var moment = AlertMoment.enter
    /// For ``AlertMoment/dwell``, how long after the entry.
    public var dwell: Duration?
    /// Whether the alert passes the caps and waits for no other.
    public var hasPriority: Bool?
    /// How long an entry is valid.
    public var expiry: Duration?
    /// How long the place is ignored after its alert.
    public var cooldown: Duration?
    /// The category, to which a policy may give rules.
    public var category: String?
    /// When the alert may be shown, by the person's clock; nil for always.
    public var hours: WeeklyHours?

    /// An alert on entry, and nothing else asked.
    public init() {}
}
