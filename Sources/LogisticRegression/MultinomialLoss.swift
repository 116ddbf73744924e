public import LinearAlgebra

/// The weighted mean log-loss of a softmax model over a training set, with first and second derivatives.
///
///     f(W, b) = sum_i u_i (log sum_j exp(z_ij) - z_i,y(i)),   z_i = W x_i + b,   sum u = 1
///
/// Parameters are one array of k (d + 1) numbers: for each class its d weights, then its intercept. Every pass runs
/// over blocks of rows that stay in cache: memory beyond the training set is one block.
public struct MultinomialLoss {
    private let examples: TrainingSet
    private let blocks: [Range<Int>]
    /// A block's logits, probabilities or residuals, k to a row.
    private var scratch: [Double]

    /// The loss over `examples`.
    public init(_ examples: TrainingSet) {
        self.examples = examples
        blocks = examples.features.rowBlocks
        scratch = [Double](repeating: 0, count: (blocks.first?.count ?? 0) * examples.classes)
    }

    /// k (d + 1)
    public var dimension: Int { examples.classes * examples.parametersPerClass }

    /// The value at `parameters`; `gradient` is overwritten.
    ///
    ///     df/dW_j = sum_i u_i (p_ij - [y(i) = j]) x_i
    public mutating func evaluate(at parameters: [Double], gradient: inout [Double]) -> Double {
        precondition(parameters.count == dimension && gradient.count == dimension)
        for index in gradient.indices { gradient[index] = 0 }
        var total = 0.0
        for block in blocks { total += evaluate(block, parameters, &gradient) }
        return total
    }

    private mutating func evaluate(
        _ block: Range<Int>, _ parameters: [Double], _ gradient: inout [Double]
    ) -> Double {
        let classes = examples.classes
        let stride = examples.parametersPerClass
        let examples = examples
        let labels = examples.labels.span
        let shares = examples.shares.span
        var rows = scratch.mutableSpan
        Self.formLogits(examples, block, parameters, into: &rows)
        var sums = gradient.mutableSpan
        var total = 0.0
        for row in block {
            let start = (row - block.lowerBound) * classes
            let label = labels[row]
            let share = shares[row]
            let logit = rows[start + label]
            total += share * (Softmax.apply(&rows, from: start, count: classes) - logit)
            rows[start + label] -= 1
            for index in 0..<classes {
                let residual = share * rows[start + index]
                rows[start + index] = residual
                sums[index * stride + stride - 1] += residual
            }
        }
        examples.features.addTransposedProduct(
            ofRows: block, with: rows.span, outputs: classes, stride: stride, to: &sums)
        return total
    }

    /// The Hessian at `parameters` times `direction`; `product` is overwritten.
    ///
    ///     sum_i u_i (diag(p_i) - p_i p_i^T) (V x_i) x_i^T
    public mutating func multiplyHessian(
        at parameters: [Double], by direction: [Double], into product: inout [Double]
    ) {
        precondition(
            parameters.count == dimension && direction.count == dimension && product.count == dimension)
        let classes = examples.classes
        let stride = examples.parametersPerClass
        let examples = examples
        var directionScratch = [Double](repeating: 0, count: scratch.count)
        for index in product.indices { product[index] = 0 }
        for block in blocks {
            var probabilities = scratch.mutableSpan
            var slopes = directionScratch.mutableSpan
            Self.formLogits(examples, block, parameters, into: &probabilities)
            Self.formLogits(examples, block, direction, into: &slopes)
            var sums = product.mutableSpan
            for row in block {
                let start = (row - block.lowerBound) * classes
                _ = Softmax.apply(&probabilities, from: start, count: classes)
                var mean = 0.0
                for index in start..<start + classes { mean += probabilities[index] * slopes[index] }
                for index in 0..<classes {
                    let change =
                        examples.shares[row] * probabilities[start + index] * (slopes[start + index] - mean)
                    slopes[start + index] = change
                    sums[index * stride + stride - 1] += change
                }
            }
            examples.features.addTransposedProduct(
                ofRows: block, with: slopes.span, outputs: classes, stride: stride, to: &sums)
        }
    }

    /// Overwrites `hessian`, k (d + 1) square, with the Hessian at `parameters`.
    ///
    /// Its block for classes a and b is -sum_i u_i p_ia p_ib x_i x_i^T, each a symmetric product, of which only one
    /// triangle is formed; since every row of diag(p) - p p^T sums to 0, the blocks with a = b are minus the sum of
    /// the others. That leaves k (k - 1) / 2 symmetric products.
    public mutating func formHessian(at parameters: [Double], into hessian: inout Matrix) {
        precondition(hessian.rows == dimension && hessian.columns == dimension)
        let classes = examples.classes
        let order = examples.parametersPerClass
        let examples = examples
        hessian.withMutableElements { elements in
            for index in elements.indices { elements[index] = 0 }
        }
        var scaled = ScaledBlock(columns: examples.features.columns, hasUnitColumn: true)
        for block in blocks {
            var rows = scratch.mutableSpan
            Self.formLogits(examples, block, parameters, into: &rows)
            for index in 0..<block.count {
                _ = Softmax.apply(&rows, from: index * classes, count: classes)
            }
            let probabilities = scratch
            for first in 1..<classes {
                for second in 0..<first {
                    scaled.fill(from: examples.features, block) { row in
                        let start = (row - block.lowerBound) * classes
                        return examples.shares[row] * probabilities[start + first]
                            * probabilities[start + second]
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

    /// Z = X W^T + 1 b^T for the rows of a block, k to a row.
    private static func formLogits(
        _ examples: TrainingSet, _ block: Range<Int>, _ parameters: [Double],
        into rows: inout MutableSpan<Double>
    ) {
        let classes = examples.classes
        let stride = examples.parametersPerClass
        examples.features.multiplyRows(
            block, transposedWeights: parameters.span, outputs: classes, stride: stride, into: &rows)
        for row in 0..<block.count {
            for index in 0..<classes {
                rows[row * classes + index] += parameters[index * stride + stride - 1]
            }
        }
    }
}
