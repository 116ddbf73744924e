/// Why there is no estimate; the raw value is the `reason` of an activity stream's line.
public enum UnknownReason: String, CaseIterable, Sendable, Hashable {
    /// The accelerometer was silent for longer than an activity is held.
    case gap
    /// Fewer samples per second than the model serves.
    case rateTooLow = "rate-too-low"
    /// The log has linear acceleration only, and the model has no case for it.
    case noGravity = "no-gravity"
    /// The accelerometer's readings stand at the end of its range.
    case saturated
    /// The accelerometer's readings do not change at all.
    case deadSensor = "dead-sensor"
    /// The window is unlike all that the model was trained on, and the model is not sure.
    case farFromTraining = "far-from-training"
    /// The log ended before the first window was full.
    case tooShort = "too-short"
}
