import LinearAlgebra

/// L-BFGS for all fits that each leave one group out, a step of each at a time.
///
/// All begin at the optimum over all rows, with the curvature there as preconditioner, so that steps of length 1 lead to each
/// optimum; a fit for which one does not is left where it is, to be finished by itself.
struct LeaveOutSolver {
    /// The bound of the largest absolute gradient entry of each mean objective.
    var tolerance: Double
    /// The most steps to take.
    var maximumIterations: Int

    /// One fit on its way.
    private struct Fit {
        var solution: Solution
        var gradient: [Double]
        var memory = CurvatureMemory(capacity: 20)
        /// A step of length 1 did not serve.
        var isStuck = false
    }

    /// The solutions by group, of the mean objectives.
    func minimize(
        _ loss: LeaveOutLoss, from start: [Double], preconditioner: FittedCurvature
    ) throws(FitError) -> [Solution] {
        var fits = try loss.evaluate(at: start).map { evaluation in
            Fit(
                solution: Solution(
                    parameters: start, value: evaluation.value, largestGradientEntry: .infinity, iterations: 0,
                    evaluations: 1, outcome: .iterationLimit),
                gradient: evaluation.gradient)
        }
        while true {
            for group in fits.indices {
                let gradient = fits[group].gradient
                let largest = Vector.largestMagnitude(gradient.span) / loss.remaining[group]
                fits[group].solution.largestGradientEntry = largest
                if largest <= tolerance { fits[group].solution.outcome = .converged }
            }
            let open = fits.indices.filter { group in
                let fit = fits[group]
                return fit.solution.outcome != .converged && !fit.isStuck && fit.solution.iterations < maximumIterations
            }
            if open.isEmpty {
                return fits.indices.map { group in
                    var solution = fits[group].solution
                    solution.value /= loss.remaining[group]
                    return solution
                }
            }
            let directions = directions(open.map { fits[$0] }, preconditioner)
            let trials = zip(open, directions).map { group, direction in
                zip(fits[group].solution.parameters, direction).map { $0 + $1 }
            }
            for (place, evaluation) in try loss.evaluate(open, at: trials).enumerated() {
                Self.take(&fits[open[place]], trials[place], evaluation, direction: directions[place])
            }
        }
    }

    /// The negative approximate inverse Hessian times the gradient, of each fit; preconditioned all at once.
    private func directions(_ fits: [Fit], _ preconditioner: FittedCurvature) -> [[Double]] {
        var factors: [[Double]] = []
        var reduced: [Double] = []
        for fit in fits {
            var vector = fit.gradient
            factors.append(fit.memory.reduce(&vector))
            reduced.append(contentsOf: vector)
        }
        preconditioner.apply(to: &reduced)
        let dimension = preconditioner.dimension
        return fits.indices.map { place in
            var vector = Array(reduced[place * dimension..<(place + 1) * dimension])
            fits[place].memory.expand(&vector, factors[place])
            return vector.map { -$0 }
        }
    }

    private static func take(
        _ fit: inout Fit, _ trial: [Double], _ evaluation: LeaveOutLoss.Evaluation, direction: [Double]
    ) {
        fit.solution.evaluations += 1
        let decreases = LineSearch().decreases(
            to: evaluation.value, slope: Vector.dot(evaluation.gradient.span, direction.span), length: 1,
            from: fit.solution.value, slope: Vector.dot(fit.gradient.span, direction.span))
        guard decreases,
            fit.memory.remember(
                from: fit.solution.parameters, to: trial, gradientFrom: fit.gradient,
                gradientTo: evaluation.gradient)
        else {
            fit.isStuck = true
            return
        }
        fit.solution.parameters = trial
        fit.solution.value = evaluation.value
        fit.solution.iterations += 1
        fit.gradient = evaluation.gradient
    }
}
