// SPDX-License-Identifier: Apache-2.0
/// Offsets of some classes' logits, fitted to labelled rows while everything else stays.
///
/// The offsets d minimise the weighted mean log-loss among the classes that occur, with a penalty:
///
///     Σ v_i (ln Σ_j exp(z_ij + d_j) − z_iy − d_y) / Σ v_i + λ/2 |d|²,   j and y among the classes that occur
///
/// A class that does not occur takes no part, so that its logit keeps its place beside the mean of the others: the sum
/// of d is 0.
package enum OffsetFit {
    /// The offsets of all k classes, 0 for those that do not occur, for logits of n rows x k classes; and whether the
    /// fit reached its tolerance.
    ///
    /// - Throws: ``FitError`` without rows, for rows of one class only, and when the library for matrices is missing.
    package static func offsets(
        of logits: Matrix, labels: [Int], weights: [Double], penalty: Double
    ) throws(FitError) -> (offsets: [Double], isConverged: Bool) {
        precondition(logits.rows == labels.count && labels.count == weights.count, "one label and weight for each row")
        precondition(penalty > 0, "without a penalty a class that is always right has no finite offset")
        try OpenBLAS.loadForFit()
        let seen = Set(labels).sorted()
        guard let only = seen.first else { throw .empty }
        guard seen.count > 1 else { throw .oneClass(label: only) }
        var loss = OffsetLoss(logits, labels: labels, weights: weights, classes: seen, penalty: penalty)
        let solution = try NewtonSolver(tolerance: 1e-9)
            .minimize(&loss, from: [Double](repeating: 0, count: seen.count))
        var offsets = [Double](repeating: 0, count: logits.columns)
        for (place, label) in seen.enumerated() { offsets[label] = solution.parameters[place] }
        return (offsets, solution.outcome == .converged)
    }
}

extension SoftmaxClassifier {
    /// The model with these offsets added to its intercepts.
    package func adding(offsets: [Double]) -> SoftmaxClassifier {
        precondition(offsets.count == classes, "one offset for each class")
        return SoftmaxClassifier(weights: weights, intercepts: zip(intercepts, offsets).map(+))
    }
}

/// The penalised loss as a function of the offsets of the classes that occur.
private struct OffsetLoss: TwiceDifferentiableObjective {
    let dimension: Int
    private let penalty: Double
    /// n x ``dimension``, row by row.
    private let logits: [Double]
    /// As indices into the classes that occur.
    private let labels: [Int]
    /// Sum 1.
    private let shares: [Double]
    private var row: [Double]

    init(_ matrix: Matrix, labels: [Int], weights: [Double], classes: [Int], penalty: Double) {
        let total = weights.reduce(0, +)
        let places = Dictionary(uniqueKeysWithValues: classes.enumerated().map { ($1, $0) })
        self.penalty = penalty
        dimension = classes.count
        logits = labels.indices.flatMap { row in classes.map { matrix[row, $0] } }
        self.labels = labels.map { places[$0] ?? 0 }
        shares = weights.map { $0 / total }
        row = [Double](repeating: 0, count: classes.count)
    }

    /// Replaces ``row`` by the probabilities of a row; returns the normaliser.
    private mutating func formProbabilities(of index: Int, _ offsets: [Double]) -> Double {
        let (first, count) = (index * dimension, dimension)
        for place in 0..<count { row[place] = logits[first + place] + offsets[place] }
        var span = row.mutableSpan
        return Softmax.apply(&span, from: 0, count: count)
    }

    mutating func evaluate(at parameters: [Double], gradient: inout [Double]) -> Double {
        var loss = 0.0
        for place in 0..<dimension {
            loss += penalty / 2 * parameters[place] * parameters[place]
            gradient[place] = penalty * parameters[place]
        }
        for index in labels.indices {
            let label = labels[index]
            let normalizer = formProbabilities(of: index, parameters)
            loss += shares[index] * (normalizer - logits[index * dimension + label] - parameters[label])
            for place in 0..<dimension { gradient[place] += shares[index] * (row[place] - (place == label ? 1 : 0)) }
        }
        return loss
    }

    mutating func formHessian(at parameters: [Double], into hessian: inout Matrix) {
        for first in 0..<dimension {
            for second in 0...first { hessian[first, second] = first == second ? penalty : 0 }
        }
        for index in labels.indices {
            _ = formProbabilities(of: index, parameters)
            for first in 0..<dimension {
                for second in 0...first {
                    let own = first == second ? row[first] : 0
                    hessian[first, second] += shares[index] * (own - row[first] * row[second])
                }
            }
        }
    }
}
