/// Whether and how motion activity was known at a decision. The four ways of not knowing it stay apart.
public enum MotionSourceState: String, CaseIterable, Sendable, Hashable {
    /// There is no motion hardware.
    case unsupported
    /// The person declined its use.
    case unauthorised
    /// There is no report yet.
    case noReport = "no-report"
    /// The source has been silent for too long.
    case stale
    /// There is a report that counts.
    case fresh
}
