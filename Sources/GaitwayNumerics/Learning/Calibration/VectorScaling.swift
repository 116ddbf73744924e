// SPDX-License-Identifier: Apache-2.0
/// A scale and an offset for each class's logit, so that probabilities say how often they are right.
///
///     z'_j = s_j z_j + b_j
///
/// C. Guo, G. Pleiss, Y. Sun, K. Q. Weinberger, "On calibration of modern neural networks", ICML 2017. Temperature
/// scaling is the case of one scale, 1 / T, and no offsets.
package struct VectorScaling: Sendable, Hashable {
    /// s, one for each of the k classes.
    package let scales: [Double]
    /// b, one for each of the k classes; their sum is 0.
    package let offsets: [Double]

    package init(scales: [Double], offsets: [Double]) {
        precondition(scales.count == offsets.count, "one scale and one offset for each class")
        self.scales = scales
        self.offsets = offsets
    }

    /// The same with its logits divided by a temperature.
    package func divided(by temperature: Double) -> VectorScaling {
        VectorScaling(scales: scales.map { $0 / temperature }, offsets: offsets.map { $0 / temperature })
    }

    /// The scaling that divides the logits of `classes` classes by a temperature.
    package init(_ scaling: TemperatureScaling, classes: Int) {
        scales = [Double](repeating: 1 / scaling.temperature, count: classes)
        offsets = [Double](repeating: 0, count: classes)
    }

    /// The scaling with the least weighted mean log-loss on held-out logits, n x k.
    ///
    /// - Throws: ``FitError`` for no rows, labels or weights that do not fit, and logits that are not finite.
    package init(fitting logits: Matrix, labels: [Int], weights: [Double]? = nil) throws(FitError) {
        try OpenBLAS.loadForFit()
        // Refuses what cannot be fitted, as a temperature would.
        _ = try TemperatureScaling(fitting: logits, labels: labels, weights: weights)
        let classes = logits.columns
        var objective = ScalingLoss(logits: logits, labels: labels, weights: weights)
        let start = [Double](repeating: 1, count: classes) + [Double](repeating: 0, count: classes)
        let solution = try LBFGSSolver(tolerance: 1e-7, maximumIterations: 200)
            .minimize(&objective, from: start, preconditioner: IdentityPreconditioner())
        let offsets = solution.parameters[classes...]
        let mean = offsets.reduce(0, +) / Double(classes)
        self.init(scales: Array(solution.parameters[..<classes]), offsets: offsets.map { $0 - mean })
    }

    /// The calibrated logits of one row, in place.
    package func apply(to logits: inout [Double]) {
        precondition(logits.count == scales.count, "one logit for each class")
        for index in logits.indices { logits[index] = scales[index] * logits[index] + offsets[index] }
    }
}

/// The weighted mean log-loss as a function of the k scales and then the k offsets.
private struct ScalingLoss: DifferentiableObjective {
    let logits: Matrix
    let labels: [Int]
    let weights: [Double]
    let total: Double
    private var row: [Double]

    init(logits: Matrix, labels: [Int], weights: [Double]?) {
        self.logits = logits
        self.labels = labels
        self.weights = weights ?? [Double](repeating: 1, count: labels.count)
        total = self.weights.reduce(0, +)
        row = [Double](repeating: 0, count: logits.columns)
    }

    var dimension: Int { 2 * logits.columns }

    mutating func evaluate(at parameters: [Double], gradient: inout [Double]) -> Double {
        let classes = logits.columns
        for index in gradient.indices { gradient[index] = 0 }
        var loss = 0.0
        for index in labels.indices where weights[index] > 0 {
            let first = index * classes
            for column in 0..<classes {
                row[column] = parameters[column] * logits.elements[first + column] + parameters[classes + column]
            }
            let label = labels[index]
            let logit = row[label]
            var span = row.mutableSpan
            let normalizer = Softmax.apply(&span, from: 0, count: classes)
            let weight = weights[index] / total
            loss += weight * (normalizer - logit)
            for column in 0..<classes {
                let slope = weight * (row[column] - (column == label ? 1 : 0))
                gradient[column] += slope * logits.elements[first + column]
                gradient[classes + column] += slope
            }
        }
        return loss
    }
}

extension SoftmaxClassifier {
    /// The model whose logits are this one's, scaled. A class without weights, which training did not show, keeps its
    /// intercept: it stays out of reach at any temperature.
    package func calibrated(by scaling: VectorScaling) -> SoftmaxClassifier {
        precondition(scaling.scales.count == classes, "one scale for each class")
        var (weights, intercepts) = (weights, intercepts)
        for column in 0..<classes where (0..<features).contains(where: { weights[$0, column] != 0 }) {
            for feature in 0..<features { weights[feature, column] *= scaling.scales[column] }
            intercepts[column] = scaling.scales[column] * intercepts[column] + scaling.offsets[column]
        }
        return SoftmaxClassifier(weights: weights, intercepts: intercepts)
    }
}
