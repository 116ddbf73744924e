/// Whether motion activity can be had. Availability and authorisation are two questions.
public enum MotionAvailability: String, CaseIterable, Sendable, Hashable, Codable {
    /// There is no motion hardware.
    case unsupported
    /// There is hardware, and the person declined its use.
    case unauthorised
    /// There is hardware, and it may be used.
    case available
}
