// SPDX-License-Identifier: Apache-2.0
/// How an iteration ended.
package enum FitOutcome: String, Sendable, Hashable {
    /// No gradient entry exceeds the tolerance.
    case converged
    /// The allowed iterations were used up.
    case iterationLimit
    /// No step decreased the objective any more: rounding, or a tolerance below what it allows.
    case stalled
}

/// Where a solver stopped.
package struct Solution: Sendable {
    /// The parameters with the least objective that the solver reached.
    package var parameters: [Double]
    package var value: Double
    /// The largest absolute gradient entry there.
    package var largestGradientEntry: Double
    package var iterations: Int
    /// Evaluations of value and gradient.
    package var evaluations: Int
    /// Why it stopped.
    package var outcome: FitOutcome
}
