// SPDX-License-Identifier: Apache-2.0
/// Newton's method with the full Hessian, a Cholesky factor of it, and a backtracking line search.
///
/// Converges in a handful of steps; each forms and factors a matrix of dimension squared.
package struct NewtonSolver: Sendable {
    /// The bound of the largest absolute gradient entry.
    package var tolerance = 1e-6
    /// The most steps to take.
    package var maximumIterations = 100

    /// The bytes of the Hessian for `parameters` parameters, or nil on overflow.
    static func hessianBytes(dimension: Int) -> Int? {
        let (elements, overflow) = dimension.multipliedReportingOverflow(by: dimension)
        let (bytes, second) = elements.multipliedReportingOverflow(by: MemoryLayout<Double>.stride)
        return overflow || second ? nil : bytes
    }

    /// Minimises `objective` from `start`.
    package func minimize<Objective: TwiceDifferentiableObjective>(
        _ objective: inout Objective, from start: [Double]
    ) throws(FitError) -> Solution {
        var gradient = [Double](repeating: 0, count: start.count)
        var trial = start
        var trialGradient = gradient
        let value = try objective.evaluate(at: start, gradient: &gradient)
        var solution = Solution(
            parameters: start, value: value,
            largestGradientEntry: Vector.largestMagnitude(gradient.span), iterations: 0, evaluations: 1,
            outcome: .iterationLimit)
        let lineSearch = LineSearch(curvature: nil)
        while true {
            if solution.largestGradientEntry <= tolerance {
                solution.outcome = .converged
                return solution
            }
            if solution.iterations >= maximumIterations { return solution }
            guard let direction = try step(&objective, at: solution.parameters, gradient),
                let accepted = try lineSearch.search(
                    &objective, from: solution.parameters, value: solution.value,
                    slope: Vector.dot(gradient.span, direction.span), along: direction, trial: &trial,
                    gradient: &trialGradient)
            else {
                solution.outcome = .stalled
                return solution
            }
            swap(&solution.parameters, &trial)
            swap(&gradient, &trialGradient)
            solution.value = accepted.value
            solution.evaluations += accepted.evaluations
            solution.iterations += 1
            solution.largestGradientEntry = Vector.largestMagnitude(gradient.span)
        }
    }

    /// -H^-1 g. Where rounding leaves H indefinite, its diagonal is raised until it has a factor.
    private func step<Objective: TwiceDifferentiableObjective>(
        _ objective: inout Objective, at parameters: [Double], _ gradient: [Double]
    ) throws(FitError) -> [Double]? {
        for ridge in [0, 1e-12, 1e-9, 1e-6, 1e-3] {
            // Formed anew each time: factoring overwrites it, and a second copy would double the memory.
            var hessian = Matrix(rows: gradient.count, columns: gradient.count)
            try objective.formHessian(at: parameters, into: &hessian)
            if ridge > 0 {
                var largest = 0.0
                for index in gradient.indices { largest = max(largest, hessian[index, index]) }
                for index in gradient.indices { hessian[index, index] += ridge * largest }
            }
            if let factor = try? Cholesky(consume hessian) {
                var direction = gradient.map { -$0 }
                var span = direction.mutableSpan
                factor.solve(&span)
                return direction
            }
        }
        return nil
    }
}
