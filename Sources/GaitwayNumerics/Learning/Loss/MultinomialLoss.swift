// SPDX-License-Identifier: Apache-2.0
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

    /// Overwrites `hessian`, k (d + 1) square, with the Hessian at `parameters`.
    ///
    /// Its block for classes a and b is -sum_i u_i p_ia p_ib x_i x_i^T, each a symmetric product with only one triangle
    /// formed; since every row of diag(p) - p p^T sums to 0, the blocks with a = b are minus the sum of the others.
    /// That leaves k (k - 1) / 2 symmetric products.
    func formHessian(at parameters: [Double], into hessian: inout Matrix) throws(FitError) {
        precondition(hessian.rows == dimension && hessian.columns == dimension)
        let classes = examples.classes
        let order = examples.parametersPerClass
        hessian.withMutableElements { elements in
            for index in elements.indices { elements[index] = 0 }
        }
        var scaled = ScaledBlock(columns: examples.features.columns, hasUnitColumn: true)
        var probabilities = LogitBlock(order: order)
        try examples.features.forEachBlock { block, elements in
            probabilities.formLogits(elements, rows: block.count, parameters: parameters)
            for row in 0..<block.count { probabilities.formProbabilities(from: row * classes, classes: classes) }
            for first in 1..<classes {
                for second in 0..<first {
                    scaled.fill(from: elements, rows: block.count) { row in
                        examples.shares[block.lowerBound + row] * probabilities[row * classes + first]
                            * probabilities[row * classes + second]
                    }
                    scaled.addGram(to: &hessian, row: first * order, column: second * order, sign: -1)
                }
            }
        }
        Self.completeHessian(&hessian, classes: classes, order: order)
    }

    /// Overwrites `hessian` with an estimate of the Hessian at `parameters` that takes about `rowsPerPair` rows for
    /// each pair of classes.
    ///
    /// Few rows are unsure between two classes, and only these count. A row takes part in the product of classes a and
    /// b with probability q = min(1, `rowsPerPair` c / sum c), c = u p_a p_b, and then weighs c / q. The chances are
    /// drawn at even steps along the rows, so that the same rows give the same estimate.
    func estimateHessian(at parameters: [Double], rowsPerPair: Double, into hessian: inout Matrix) throws(FitError) {
        precondition(hessian.rows == dimension && hessian.columns == dimension)
        let (classes, order) = (examples.classes, examples.parametersPerClass)
        hessian.withMutableElements { elements in
            for index in elements.indices { elements[index] = 0 }
        }
        let pairs = (1..<classes).flatMap { first in (0..<first).map { (first, $0) } }
        /// Calls `body` with each row, c for each pair, and the elements.
        func forEachRow(_ body: (Int, [Double], Span<Double>) -> Void) throws(FitError) {
            var probabilities = LogitBlock(order: order)
            var own = pairs.map { _ in 0.0 }
            let columns = order - 1
            try examples.features.forEachBlock { block, elements in
                probabilities.formLogits(elements, rows: block.count, parameters: parameters)
                for (index, row) in block.enumerated() {
                    let start = index * classes
                    probabilities.formProbabilities(from: start, classes: classes)
                    for (place, pair) in pairs.enumerated() {
                        own[place] =
                            examples.shares[row] * probabilities[start + pair.0] * probabilities[start + pair.1]
                    }
                    body(row, own, elements.extracting(index * columns..<(index + 1) * columns))
                }
            }
        }
        var totals = pairs.map { _ in 0.0 }
        try forEachRow { _, own, _ in for place in own.indices { totals[place] += own[place] } }
        // The weight of a row that is taken by chance.
        let isAll = Double(examples.features.rows) <= rowsPerPair
        let least = totals.map { isAll ? 0 : $0 / rowsPerPair }
        var chances = pairs.map { _ in 0.5 }
        var gathered = pairs.map { _ in ScaledBlock(columns: order - 1, hasUnitColumn: true) }
        func addProduct(_ place: Int) {
            let (first, second) = pairs[place]
            gathered[place].addGram(to: &hessian, row: first * order, column: second * order, sign: -1)
            gathered[place].removeAll()
        }
        try forEachRow { _, own, elements in
            for place in own.indices where own[place] > 0 {
                chances[place] += own[place] >= least[place] ? 1 : own[place] / least[place]
                guard chances[place] >= 1 else { continue }
                chances[place] -= 1
                gathered[place].append(elements, weight: max(own[place], least[place]))
                if gathered[place].isFull { addProduct(place) }
            }
        }
        for place in pairs.indices { addProduct(place) }
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
