// SPDX-License-Identifier: Apache-2.0
/// What L-BFGS remembers of the curvature: its last steps s and the changes y of the gradient over them.
///
/// Between the two loops of J. Nocedal, S. J. Wright, "Numerical Optimization", 2nd ed., algorithm 7.4, the caller
/// applies the preconditioner.
struct CurvatureMemory {
    private struct Pair {
        var step: [Double]
        var change: [Double]
        /// s^T y
        var curvature: Double
    }

    private let capacity: Int
    private var pairs: [Pair] = []
    /// gamma, by which the preconditioner is multiplied.
    private var scale = 1.0

    init(capacity: Int) { self.capacity = max(1, capacity) }

    var isEmpty: Bool { pairs.isEmpty }

    mutating func removeAll() {
        pairs.removeAll()
        scale = 1
    }

    /// Takes a step; false when the gradient did not rise along it by more than rounding, so that it says nothing.
    mutating func remember(from: [Double], to: [Double], gradientFrom: [Double], gradientTo: [Double]) -> Bool {
        var step = to
        var change = gradientTo
        var stepSpan = step.mutableSpan
        Vector.add(-1, times: from.span, to: &stepSpan)
        var changeSpan = change.mutableSpan
        Vector.add(-1, times: gradientFrom.span, to: &changeSpan)
        let curvature = Vector.dot(step.span, change.span)
        guard curvature > 1e-16 * Vector.norm(step.span) * Vector.norm(change.span) else { return false }
        if pairs.count == capacity { pairs.removeFirst() }
        pairs.append(Pair(step: step, change: change, curvature: curvature))
        return true
    }

    /// Sets gamma to the scale of the preconditioner that fits the last step.
    mutating func rescale(_ preconditioner: some Preconditioner) {
        guard let last = pairs.last else { return }
        var scaled = last.change
        preconditioner.apply(to: &scaled)
        let reference = Vector.dot(last.change.span, scaled.span)
        if reference > 0 { scale = last.curvature / reference }
    }

    /// The first loop, from the last step to the first, before the preconditioner; its factors are for
    /// ``expand(_:_:)``.
    func reduce(_ vector: inout [Double]) -> [Double] {
        var factors = [Double](repeating: 0, count: pairs.count)
        for index in pairs.indices.reversed() {
            let pair = pairs[index]
            factors[index] = Vector.dot(pair.step.span, vector.span) / pair.curvature
            var span = vector.mutableSpan
            Vector.add(-factors[index], times: pair.change.span, to: &span)
        }
        return factors
    }

    /// The second loop, from the first step to the last, after the preconditioner.
    func expand(_ vector: inout [Double], _ factors: [Double]) {
        for index in vector.indices { vector[index] *= scale }
        for index in pairs.indices {
            let pair = pairs[index]
            let factor = Vector.dot(pair.change.span, vector.span) / pair.curvature
            var span = vector.mutableSpan
            Vector.add(factors[index] - factor, times: pair.step.span, to: &span)
        }
    }
}
