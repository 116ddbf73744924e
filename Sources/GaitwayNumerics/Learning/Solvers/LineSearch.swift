// SPDX-License-Identifier: Apache-2.0
/// Finds a step along a descent direction that satisfies the weak Wolfe conditions.
///
/// Steps are bracketed, doubled and halved (A. S. Lewis, M. L. Overton, "Nonsmooth optimization via quasi-Newton
/// methods", Math. Program. 141, 2013). Near the optimum, where the decrease is below what rounding lets the value
/// show, the decrease is judged by the slope (W. W. Hager, H. Zhang, SIAM J. Optim. 16, 2005).
struct LineSearch {
    /// The share of the predicted decrease that must come.
    var sufficientDecrease = 1e-4
    /// The share of the slope that may remain; nil to accept any.
    var curvature: Double? = 0.9
    /// How many steps may be tried.
    var maximumEvaluations = 50

    /// The accepted step, with the value there.
    struct Step {
        var length: Double
        var value: Double
        var evaluations: Int
    }

    /// Tries steps from `point` along `direction`; `trial` and `gradient` hold the accepted point and the gradient
    /// there. Nil when no step was found.
    func search<Objective: DifferentiableObjective>(
        _ objective: inout Objective, from point: [Double], value: Double, slope: Double,
        along direction: [Double], trial: inout [Double], gradient: inout [Double]
    ) throws(FitError) -> Step? {
        var lower = 0.0
        var upper = Double.infinity
        var length = 1.0
        for evaluation in 1...maximumEvaluations {
            for index in trial.indices { trial[index] = point[index] + length * direction[index] }
            let newValue = try objective.evaluate(at: trial, gradient: &gradient)
            let newSlope = Vector.dot(gradient.span, direction.span)
            if !decreases(to: newValue, slope: newSlope, length: length, from: value, slope: slope) {
                upper = length
            } else if let curvature, newSlope < curvature * slope {
                lower = length
            } else {
                return Step(length: length, value: newValue, evaluations: evaluation)
            }
            length = upper.isFinite ? (lower + upper) / 2 : 2 * length
        }
        return nil
    }

    /// Whether a step of such a length, along which the objective falls with `slope` at first, brings enough.
    private func decreases(
        to newValue: Double, slope newSlope: Double, length: Double, from value: Double, slope: Double
    ) -> Bool {
        guard newValue.isFinite, newSlope.isFinite else { return false }
        let rounding = 1e-13 * value.magnitude
        return newValue <= value + sufficientDecrease * length * slope
            || (newValue <= value + rounding && newSlope <= (2 * sufficientDecrease - 1) * slope)
    }
}
