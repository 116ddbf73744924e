// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import Glibc
import TestSupport

/// Random rows whose labels are drawn from a softmax of a hidden linear model, with random weights.
struct SyntheticProblem {
    var features: Matrix
    var labels: [Int]
    var weights: [Double]
    var classes: Int

    init(rows: Int, features columns: Int, classes: Int, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func uniform() -> Double { Double.random(in: -1...1, using: &generator) }
        features = Matrix(rows: rows, columns: columns)
        labels = []
        weights = []
        self.classes = classes
        let hidden = (0..<columns * classes).map { _ in 2 * uniform() }
        for row in 0..<rows {
            let common = uniform()
            for column in 0..<columns {
                features[row, column] = uniform() + 0.5 * common + 0.1 * Double(column)
            }
            var best = -Double.infinity
            var label = 0
            for index in 0..<classes {
                var logit = -log(-log(Double.random(in: 1e-12..<1, using: &generator)))
                for column in 0..<columns {
                    logit += features[row, column] * hidden[column * classes + index]
                }
                if logit > best { (best, label) = (logit, index) }
            }
            // The first rows hold each class once, so that none is missing.
            labels.append(row < classes ? row : label)
            weights.append(Double.random(in: 0.2...2, using: &generator))
        }
    }

    /// A model whose weights and intercepts are random.
    static func model(features: Int, classes: Int, seed: UInt64) -> SoftmaxClassifier {
        var generator = SeededGenerator(seed: seed)
        return SoftmaxClassifier(
            weights: Matrix(rows: features, columns: classes, elements: generator.vector(features * classes)),
            intercepts: generator.vector(classes))
    }

    var examples: TrainingSet {
        get throws {
            try TrainingSet(features: features, labels: labels, weights: weights, classes: classes)
        }
    }
}

/// The largest difference between the weights and intercepts of two models.
func largestDifference(_ left: SoftmaxClassifier, _ right: SoftmaxClassifier) -> Double {
    zip(left.weights.elements + left.intercepts, right.weights.elements + right.intercepts)
        .map { ($0 - $1).magnitude }.max() ?? 0
}

extension Matrix {
    /// A x
    func times(_ vector: [Double]) -> [Double] {
        (0..<rows).map { row in zip(elements[rowRange(row)], vector).reduce(0) { $0 + $1.0 * $1.1 } }
    }
}
