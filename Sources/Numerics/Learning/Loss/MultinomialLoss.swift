/// The weighted mean log-loss of a softmax model over a training set, with first and second derivatives.
///
///     f(W, b) = sum_i u_i (log sum_j exp(z_ij) - z_i,y(i)),   z_i = W x_i + b,   sum u = 1
///
/// Parameters are one array of k (d + 1) numbers: for each class its d weights, then its intercept. Every pass runs
/// over blocks of rows that stay in cache: memory beyond the training set is one block.
struct MultinomialLoss {
    private let examples: TrainingSet

    /// The loss over `examples`.
    init(_ examples: TrainingSet) { self.examples = examples }

    /// k (d + 1)
    var dimension: Int { examples.classes * examples.parametersPerClass }

    /// The value at `parameters`; `gradient` is overwritten.
    ///
    ///     df/dW_j = sum_i u_i (p_ij - [y(i) = j]) x_i
    func evaluate(at parameters: [Double], gradient: inout [Double]) throws(FitError) -> Double {
        precondition(parameters.count == dimension && gradient.count == dimension)
        for index in gradient.indices { gradient[index] = 0 }
        let classes = examples.classes
        var logits = LogitBlock(order: examples.parametersPerClass)
        var total = 0.0
        try examples.features.forEachBlock { block, elements in
            logits.formLogits(elements, rows: block.count, parameters: parameters)
            for (index, row) in block.enumerated() {
                total += logits.formResiduals(
                    from: index * classes, classes: classes, label: examples.labels[row], share: examples.shares[row])
            }
            logits.addGradient(elements, rows: block.count, to: &gradient)
        }
        return total
    }

    /// Overwrites `hessian`, k (d + 1) square, with the Hessian at `parameters`, or its estimate from the rows of a
    /// sample.
    ///
    /// Its block for classes a and b is -sum_i u_i p_ia p_ib x_i x_i^T, each a symmetric product with only one triangle
    /// formed; since every row of diag(p) - p p^T sums to 0, the blocks with a = b are minus the sum of the others.
    /// That leaves k (k - 1) / 2 symmetric products.
    func formHessian(
        at parameters: [Double], sample: RowSample = .all, into hessian: inout Matrix
    ) throws(FitError) {
        precondition(hessian.rows == dimension && hessian.columns == dimension)
        let classes = examples.classes
        let order = examples.parametersPerClass
        hessian.withMutableElements { elements in
            for index in elements.indices { elements[index] = 0 }
        }
        let total = examples.shares.indices.reduce(0) { $0 + (sample.contains($1) ? examples.shares[$1] : 0) }
        var scaled = ScaledBlock(columns: examples.features.columns, hasUnitColumn: true)
        var probabilities = LogitBlock(order: order)
        try examples.features.forEachBlock { block, elements in
            let selection = (0..<block.count).filter { sample.contains(block.lowerBound + $0) }
            probabilities.formLogits(elements, rows: block.count, parameters: parameters)
            for row in selection { probabilities.formProbabilities(from: row * classes, classes: classes) }
            for first in 1..<classes {
                for second in 0..<first {
                    scaled.fill(from: elements, selection) { row in
                        examples.shares[block.lowerBound + row] / total * probabilities[row * classes + first]
                            * probabilities[row * classes + second]
                    }
                    scaled.addGram(to: &hessian, row: first * order, column: second * order, sign: -1)
                }
            }
        }
        Self.completeHessian(&hessian, classes: classes, order: order)
    }

    /// Fills in what follows by symmetry from the lower triangles of the blocks below the diagonal.
    private static func completeHessian(_ hessian: inout Matrix, classes: Int, order: Int) {
        for first in 1..<classes {
            for second in 0..<first {
                hessian.mirrorLowerTriangle(row: first * order, column: second * order, order: order)
            }
        }
        let width = hessian.columns
        hessian.withMutableElements { elements in
            for first in 1..<classes {
                for second in 0..<first {
                    for i in 0..<order {
                        let from = (first * order + i) * width + second * order
                        let mirrored = (second * order + i) * width + first * order
                        let diagonalOfFirst = (first * order + i) * width + first * order
                        let diagonalOfSecond = (second * order + i) * width + second * order
                        for j in 0..<order {
                            let entry = elements[from + j]
                            elements[mirrored + j] = entry
                            elements[diagonalOfFirst + j] -= entry
                            elements[diagonalOfSecond + j] -= entry
                        }
                    }
                }
            }
        }
    }
}
