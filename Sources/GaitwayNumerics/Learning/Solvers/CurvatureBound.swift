// SPDX-License-Identifier: Apache-2.0
/// The inverse of a fixed bound of the Hessian, as a preconditioner.
///
/// For any probabilities, diag(p) - p p^T <= 1/2 (I - 1 1^T / k), so the Hessian of the mean log-loss is at most
///
///     1/2 (I - 1 1^T / k) (x) S,   S = sum_i u_i [x_i; 1] [x_i; 1]^T
///
/// (D. Boehning, "Multinomial logistic regression algorithm", Ann. Inst. Statist. Math. 44, 1992). With the penalty
/// added, one Cholesky factor of S/2 + lambda R (R: the unit matrix with 0 for a free intercept) serves all directions
/// that sum to 0 over the classes; the mean over the classes meets the penalty alone.
struct CurvatureBound: Preconditioner {
    /// How S/2 + lambda R is inverted.
    private enum Inverse {
        case factor(Cholesky)
        case diagonal([Double])
    }

    private let inverse: Inverse
    private let penalty: RidgePenalty
    private let classes: Int

    /// The bound for `examples`; where S would take more than `memoryLimit` bytes, only its diagonal is used.
    init(_ examples: TrainingSet, penalty: RidgePenalty, memoryLimit: Int) throws(FitError) {
        self.penalty = penalty
        classes = examples.classes
        let order = examples.parametersPerClass
        let (elements, overflow) = order.multipliedReportingOverflow(by: order)
        if !overflow, elements <= memoryLimit / MemoryLayout<Double>.stride,
            let factor = try Self.factor(examples, penalty)
        {
            inverse = .factor(factor)
        } else {
            inverse = .diagonal(try Self.diagonal(examples, penalty))
        }
    }

    /// The Cholesky factor of S/2 + lambda R, or nil if rounding leaves the matrix indefinite.
    private static func factor(_ examples: TrainingSet, _ penalty: RidgePenalty) throws(FitError) -> Cholesky? {
        let order = examples.parametersPerClass
        var bound = Matrix(rows: order, columns: order)
        var scaled = ScaledBlock(columns: order - 1, hasUnitColumn: true)
        try examples.features.forEachBlock { block, elements in
            scaled.fill(from: elements, rows: block.count) { examples.shares[block.lowerBound + $0] }
            scaled.addGram(to: &bound, row: 0, column: 0, sign: 0.5)
        }
        penalty.forEachPenalized(of: order) { bound[$0, $0] += penalty.strength }
        // A billionth of the diagonal keeps collinear columns apart when the penalty is too weak to.
        if let factor = try? Cholesky(bound) { return factor }
        for index in 0..<order { bound[index, index] *= 1 + 1e-9 }
        return try? Cholesky(bound)
    }

    private static func diagonal(_ examples: TrainingSet, _ penalty: RidgePenalty) throws(FitError) -> [Double] {
        let columns = examples.features.columns
        let intercept = penalty.holdsIntercepts ? penalty.strength + 0.5 : 0.5
        var squares = [Double](repeating: penalty.strength, count: columns) + [intercept]
        try examples.features.forEachBlock { block, elements in
            for (index, row) in block.enumerated() {
                let share = examples.shares[row]
                for column in 0..<columns {
                    let value = elements[index * columns + column]
                    squares[column] += share / 2 * value * value
                }
            }
        }
        return squares
    }

    func apply(to vector: inout [Double]) {
        let order = penalty.parametersPerClass
        var means = [Double](repeating: 0, count: order)
        for index in vector.indices { means[index % order] += vector[index] / Double(classes) }
        for index in vector.indices { vector[index] -= means[index % order] }
        switch inverse {
        case .factor(let factor):
            var span = vector.mutableSpan
            factor.solve(&span)
        case .diagonal(let diagonal):
            for index in vector.indices { vector[index] /= diagonal[index % order] }
        }
        if !penalty.holdsIntercepts { means[order - 1] = 0 }
        for index in vector.indices { vector[index] += means[index % order] / penalty.strength }
    }
}
