/// Why there is no estimate; the raw value is the `reason` of an activity stream's line.
public enum UnknownReason: String, CaseIterable, Sendable, Hashable {
    /// The accelerometer was silent for longer than an activity is held.
    case gap
    /// Fewer samples per second than the model serves.
    case rateTooLow = "rate-too-low"
    /// The log has acceleration without gravity only, and the model has no case for it.
    case noGravity = "no-gravity"
    /// The log ended before the first window was full.
    case tooShort = "too-short"
}
