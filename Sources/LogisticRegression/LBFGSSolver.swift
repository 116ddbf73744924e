import LinearAlgebra

/// The limited-memory BFGS method with a preconditioner in place of the scaled unit matrix.
///
/// J. Nocedal, S. J. Wright, "Numerical Optimization", 2nd ed., algorithms 7.4 and 7.5, with H_0 = gamma M^-1 and
/// gamma = s^T y / y^T M^-1 y.
public struct LBFGSSolver: Sendable {
    /// The bound of the largest absolute gradient entry.
    public var tolerance: Double
    /// The most steps to take.
    public var maximumIterations: Int
    /// How many past steps are remembered.
    public var history: Int

    /// A solver.
    public init(tolerance: Double = 1e-6, maximumIterations: Int = 1000, history: Int = 20) {
        self.tolerance = tolerance
        self.maximumIterations = maximumIterations
        self.history = history
    }

    /// Minimises `objective` from `start`.
    public func minimize<Objective: DifferentiableObjective, Approximation: Preconditioner>(
        _ objective: inout Objective, from start: [Double], preconditioner: Approximation
    ) -> Solution {
        var gradient = [Double](repeating: 0, count: start.count)
        var trial = start
        var trialGradient = gradient
        var memory = CurvatureMemory(capacity: history)
        let value = objective.evaluate(at: start, gradient: &gradient)
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
            memory.applyInverse(to: &direction, preconditioner)
            for index in direction.indices { direction[index] = -direction[index] }
            let slope = Vector.dot(gradient.span, direction.span)
            guard slope < 0,
                let accepted = lineSearch.search(
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
            memory.remember(
                from: solution.parameters, to: trial, gradientFrom: gradient, gradientTo: trialGradient,
                preconditioner)
            swap(&solution.parameters, &trial)
            swap(&gradient, &trialGradient)
            solution.value = accepted.value
            solution.evaluations += accepted.evaluations
            solution.iterations += 1
            solution.largestGradientEntry = Vector.largestMagnitude(gradient.span)
        }
    }
}

/// The last steps s and the changes y of the gradient over them.
private struct CurvatureMemory {
    private struct Pair {
        var step: [Double]
        var change: [Double]
        /// s^T y
        var curvature: Double
    }

    private let capacity: Int
    private var pairs: [Pair] = []
    private var scale = 1.0

    init(capacity: Int) { self.capacity = max(1, capacity) }

    var isEmpty: Bool { pairs.isEmpty }

    mutating func removeAll() {
        pairs.removeAll()
        scale = 1
    }

    mutating func remember<Approximation: Preconditioner>(
        from: [Double], to: [Double], gradientFrom: [Double], gradientTo: [Double],
        _ preconditioner: Approximation
    ) {
        var step = to
        var change = gradientTo
        var stepSpan = step.mutableSpan
        Vector.add(-1, times: from.span, to: &stepSpan)
        var changeSpan = change.mutableSpan
        Vector.add(-1, times: gradientFrom.span, to: &changeSpan)
        let curvature = Vector.dot(step.span, change.span)
        guard curvature > 1e-16 * Vector.norm(step.span) * Vector.norm(change.span) else { return }
        var scaled = change
        preconditioner.apply(to: &scaled)
        let reference = Vector.dot(change.span, scaled.span)
        if reference > 0 { scale = curvature / reference }
        if pairs.count == capacity { pairs.removeFirst() }
        pairs.append(Pair(step: step, change: change, curvature: curvature))
    }

    /// The two-loop recursion.
    func applyInverse<Approximation: Preconditioner>(
        to vector: inout [Double], _ preconditioner: Approximation
    ) {
        var factors = [Double](repeating: 0, count: pairs.count)
        for index in pairs.indices.reversed() {
            let pair = pairs[index]
            factors[index] = Vector.dot(pair.step.span, vector.span) / pair.curvature
            var span = vector.mutableSpan
            Vector.add(-factors[index], times: pair.change.span, to: &span)
        }
        preconditioner.apply(to: &vector)
        for index in vector.indices { vector[index] *= scale }
        for index in pairs.indices {
            let pair = pairs[index]
            let factor = Vector.dot(pair.change.span, vector.span) / pair.curvature
            var span = vector.mutableSpan
            Vector.add(factors[index] - factor, times: pair.step.span, to: &span)
        }
    }
}
