/// What a person does at a place when its alert is due.
public enum AlertMoment: String, CaseIterable, Sendable, Hashable, Codable {
    /// They came in.
    case enter
    /// They went out.
    case exit
    /// They stayed for a time.
    case dwell
}
