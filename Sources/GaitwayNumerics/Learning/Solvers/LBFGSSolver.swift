// SPDX-License-Identifier: Apache-2.0
/// The limited-memory BFGS method with a preconditioner in place of the scaled unit matrix.
///
/// J. Nocedal, S. J. Wright, "Numerical Optimization", 2nd ed., algorithms 7.4 and 7.5, with H_0 = gamma M^-1 and
/// gamma = s^T y / y^T M^-1 y.
package struct LBFGSSolver: Sendable {
    /// The bound of the largest absolute gradient entry.
    package var tolerance = 1e-6
    /// The most steps to take.
    package var maximumIterations = 1000
    /// How many past steps are remembered.
    package var history = 20

    /// Minimises `objective` from `start`.
    package func minimize<Objective: DifferentiableObjective, Approximation: Preconditioner>(
        _ objective: inout Objective, from start: [Double], preconditioner: Approximation
    ) throws(FitError) -> Solution {
        var gradient = [Double](repeating: 0, count: start.count)
        var trial = start
        var trialGradient = gradient
        var memory = CurvatureMemory(capacity: history)
        let value = try objective.evaluate(at: start, gradient: &gradient)
        var solution = Solution(
            parameters: start, value: value,
            largestGradientEntry: Vector.largestMagnitude(gradient.span), iterations: 0, evaluations: 1,
            outcome: .iterationLimit)
        let lineSearch = LineSearch()
        while true {
            if solution.largestGradientEntry <= tolerance {
                solution.outcome = .converged
                return solution
            }
            if solution.iterations >= maximumIterations { return solution }
            var direction = gradient
            let factors = memory.reduce(&direction)
            preconditioner.apply(to: &direction)
            memory.expand(&direction, factors)
            for index in direction.indices { direction[index] = -direction[index] }
            let slope = Vector.dot(gradient.span, direction.span)
            guard slope < 0,
                let accepted = try lineSearch.search(
                    &objective, from: solution.parameters, value: solution.value, slope: slope,
                    along: direction, trial: &trial, gradient: &trialGradient)
            else {
                if memory.isEmpty {
                    solution.outcome = .stalled
                    return solution
                }
                memory.removeAll()
                continue
            }
            if memory.remember(
                from: solution.parameters, to: trial, gradientFrom: gradient, gradientTo: trialGradient)
            {
                memory.rescale(preconditioner)
            }
            swap(&solution.parameters, &trial)
            swap(&gradient, &trialGradient)
            solution.value = accepted.value
            solution.evaluations += accepted.evaluations
            solution.iterations += 1
            solution.largestGradientEntry = Vector.largestMagnitude(gradient.span)
        }
    }
}
