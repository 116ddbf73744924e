public import MotionTypes

/// The least confidence at which each flag of a report counts. A flag below it is taken as not set; a report of which nothing
/// is left that way is unknown.
public struct ConfidenceThresholds: Sendable, Hashable {
    /// For stationary.
    public var stationary = Confidence.low
    /// For walking.
    public var walking = Confidence.low
    /// For running.
    public var running = Confidence.low
    /// For cycling.
    public var cycling = Confidence.low
    /// For automotive.
    public var automotive = Confidence.low

    /// Every flag counts.
    public init() {}

    /// The flags that count at `confidence`. The unknown flag always does.
    func counted(_ flags: ActivityFlags, at confidence: Confidence) -> ActivityFlags {
        var counted = flags
        if confidence < stationary { counted.remove(.stationary) }
        if confidence < walking { counted.remove(.walking) }
        if confidence < running { counted.remove(.running) }
        if confidence < cycling { counted.remove(.cycling) }
        if confidence < automotive { counted.remove(.automotive) }
        return counted
    }
}
