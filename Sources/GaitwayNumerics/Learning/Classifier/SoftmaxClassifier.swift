// SPDX-License-Identifier: Apache-2.0
/// A multinomial logistic model: the probability of class j for a row x is proportional to exp(x . w_j + b_j).
package struct SoftmaxClassifier: Sendable, Hashable {
    /// d x k
    package let weights: Matrix
    /// k
    package let intercepts: [Double]
    /// The weights in groups of eight classes, feature after feature, padded with zeros: what the loop reads.
    private let lanes: [SIMD8<Double>]

    /// A model from its weights, d x k, and its intercepts, k.
    package init(weights: Matrix, intercepts: [Double]) {
        precondition(weights.columns == intercepts.count, "one intercept for each class")
        self.weights = weights
        self.intercepts = intercepts
        var lanes: [SIMD8<Double>] = []
        for group in stride(from: 0, to: intercepts.count, by: 8) {
            let width = min(8, intercepts.count - group)
            for feature in 0...weights.rows {
                var lane = SIMD8<Double>(repeating: 0)
                for index in 0..<width {
                    lane[index] = feature == 0 ? intercepts[group + index] : weights[feature - 1, group + index]
                }
                lanes.append(lane)
            }
        }
        self.lanes = lanes
    }

    /// The number of classes, k.
    package var classes: Int { intercepts.count }
    /// The number of features, d.
    package var features: Int { weights.rows }

    /// The logits of one row of d features, written to the k elements of `result`.
    ///
    /// Sums run over the features in order, in Double and without fused operations, so the same row gives the same bits
    /// wherever it stands. Nothing is allocated.
    package func logits(of row: Span<Double>, into result: inout MutableSpan<Double>) {
        precondition(result.count == classes, "one element for each class")
        formLogits(of: row, into: &result, at: 0)
    }

    /// The probabilities of one row of d features, written to the k elements of `result`; their sum is 1.
    package func probabilities(of row: Span<Double>, into result: inout MutableSpan<Double>) {
        precondition(result.count == classes, "one element for each class")
        formProbabilities(of: row, into: &result, at: 0)
    }

    /// The probabilities of all rows of an n x d matrix, as n x k; the same bits as row by row.
    package func probabilities(of rows: Matrix) -> Matrix {
        var result = Matrix(rows: rows.rows, columns: classes)
        let classes = classes
        result.withMutableElements { elements in
            for row in 0..<rows.rows {
                formProbabilities(
                    of: rows.elements.span.extracting(rows.rowRange(row)), into: &elements, at: row * classes)
            }
        }
        return result
    }

    /// The logits of all rows of an n x d matrix, as n x k; the same bits as row by row.
    package func logits(of rows: Matrix) -> Matrix {
        var result = Matrix(rows: rows.rows, columns: classes)
        let classes = classes
        result.withMutableElements { elements in
            for row in 0..<rows.rows {
                formLogits(
                    of: rows.elements.span.extracting(rows.rowRange(row)), into: &elements, at: row * classes)
            }
        }
        return result
    }

    private func formProbabilities(of row: Span<Double>, into result: inout MutableSpan<Double>, at start: Int) {
        formLogits(of: row, into: &result, at: start)
        guard classes > 0 else { return }
        _ = Softmax.apply(&result, from: start, count: classes)
    }

    private func formLogits(of row: Span<Double>, into result: inout MutableSpan<Double>, at start: Int) {
        precondition(row.count == features, "one element for each feature")
        let lanes = lanes.span
        var first = 0
        for group in stride(from: 0, to: classes, by: 8) {
            var sums = lanes[first]
            for feature in row.indices { sums += lanes[first + 1 + feature] * row[feature] }
            for index in 0..<min(8, classes - group) { result[start + group + index] = sums[index] }
            first += row.count + 1
        }
    }
}
