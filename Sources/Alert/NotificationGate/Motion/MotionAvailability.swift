/// Whether motion activity is available. Hardware and permission are two questions.
public enum MotionAvailability: String, CaseIterable, Sendable, Hashable, Codable {
    /// There is no motion hardware.
    case unsupported
    /// There is hardware, and the person declined its use.
    case unauthorised
    /// There is hardware, and it may be used.
    case available
}
