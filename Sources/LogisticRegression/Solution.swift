/// How an iteration ended.
public enum FitOutcome: String, Sendable, Hashable {
    /// No gradient entry exceeds the tolerance.
    case converged
    /// The allowed iterations were used up.
    case iterationLimit
    /// No step decreased the objective any more: rounding, or a tolerance below what it allows.
    case stalled
}

/// Where a solver stopped.
public struct Solution: Sendable {
    /// The parameters.
    public var parameters: [Double]
    /// The objective there.
    public var value: Double
    /// The largest absolute gradient entry there.
    public var largestGradientEntry: Double
    /// Steps taken.
    public var iterations: Int
    /// Evaluations of value and gradient.
    public var evaluations: Int
    /// Why it stopped.
    public var outcome: FitOutcome
}
