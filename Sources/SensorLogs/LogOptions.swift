/// What the user says about a log, to settle what its bytes leave in doubt.
public struct LogOptions: Sendable, Hashable {
    /// The unit of the acceleration columns.
    public enum Unit: String, CaseIterable, Sendable, Hashable {
        case metresPerSecondSquared = "m/s^2"
        case standardGravity = "g"
    }

    /// Whether the acceleration columns contain gravity.
    public enum Acceleration: String, CaseIterable, Sendable, Hashable {
        case total
        case linear
    }

    /// The app that wrote the log; nil: detected.
    public var logger: Logger?
    /// The unit of acceleration; nil: from the header, the metadata or the first 30 s.
    public var unit: Unit?
    /// Whether acceleration contains gravity; nil: from the header, the metadata or the first 30 s.
    public var acceleration: Acceleration?
    /// Whether location fixes are read too.
    public var readsLocation: Bool

    /// Options; by default everything is detected and location is left alone.
    public init(
        logger: Logger? = nil, unit: Unit? = nil, acceleration: Acceleration? = nil,
        readsLocation: Bool = false
    ) {
        self.logger = logger
        self.unit = unit
        self.acceleration = acceleration
        self.readsLocation = readsLocation
    }
}
