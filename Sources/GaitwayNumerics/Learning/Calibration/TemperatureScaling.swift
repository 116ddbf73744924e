// SPDX-License-Identifier: Apache-2.0
import Glibc

/// One number by which logits are divided so that probabilities say how often they are right.
///
/// C. Guo, G. Pleiss, Y. Sun, K. Q. Weinberger, "On calibration of modern neural networks", ICML 2017. The most likely
/// class does not change.
package struct TemperatureScaling: Sendable, Hashable {
    /// The temperatures that a fit may give.
    package static let range = 0.05...20.0

    /// What logits are divided by: above 1 when the model was too sure.
    package let temperature: Double

    /// Whether it lies at an end of ``range``: the optimum is beyond, so that the number means nothing.
    package var isAtBound: Bool { temperature <= Self.range.lowerBound || temperature >= Self.range.upperBound }

    /// A scaling by a positive temperature.
    package init(temperature: Double) {
        precondition(temperature > 0 && temperature.isFinite, "a temperature is positive")
        self.temperature = temperature
    }

    /// The temperature with the least weighted log-loss on held-out logits, n x k.
    ///
    /// The loss is convex in a = 1 / T; its slope, sum_i u_i (sum_j p_ij z_ij - z_i,y(i)), is brought to 0 by Newton's
    /// method inside a shrinking bracket. The ends of ``range`` are given when the optimum lies beyond.
    /// - Throws: ``FitError`` for no rows, labels or weights that do not fit, and logits that are not finite.
    package init(fitting logits: Matrix, labels: [Int], weights: [Double]? = nil) throws(FitError) {
        let rows = logits.rows
        guard rows > 0, logits.columns > 0 else { throw .empty }
        guard labels.count == rows, (weights?.count ?? rows) == rows else {
            throw .countMismatch(rows: rows, labels: labels.count, weights: weights?.count ?? rows)
        }
        if let index = logits.elements.firstIndex(where: { !$0.isFinite }) {
            throw .notFinite(row: index / logits.columns, column: index % logits.columns)
        }
        if let row = labels.firstIndex(where: { $0 < 0 || $0 >= logits.columns }) {
            throw .labelOutOfRange(row: row, label: labels[row])
        }
        if let row = weights?.firstIndex(where: { !($0 >= 0 && $0.isFinite) }) { throw .badWeight(row: row) }
        if let weights, weights.allSatisfy({ $0 == 0 }) { throw .noWeight }

        var lower = 1 / Self.range.upperBound
        var upper = 1 / Self.range.lowerBound
        if Self.derivatives(logits, labels, weights, at: upper).slope <= 0 {
            temperature = Self.range.lowerBound
            return
        }
        if Self.derivatives(logits, labels, weights, at: lower).slope >= 0 {
            temperature = Self.range.upperBound
            return
        }
        var inverse = 1.0
        for _ in 0..<100 {
            let (slope, curvature) = Self.derivatives(logits, labels, weights, at: inverse)
            if slope > 0 { upper = inverse } else { lower = inverse }
            if slope == 0 { break }
            let newton = inverse - slope / curvature
            // The midpoint in the logarithm, where Newton leaves the bracket.
            let next = newton > lower && newton < upper ? newton : (lower * upper).squareRoot()
            if (next - inverse).magnitude <= 1e-13 * inverse { break }
            inverse = next
        }
        temperature = 1 / inverse
    }

    /// The first two derivatives of the summed loss by a = 1 / T.
    private static func derivatives(
        _ logits: Matrix, _ labels: [Int], _ weights: [Double]?, at inverse: Double
    ) -> (slope: Double, curvature: Double) {
        let elements = logits.elements.span
        var slope = 0.0
        var curvature = 0.0
        for row in 0..<logits.rows {
            let range = logits.rowRange(row)
            var largest = -Double.infinity
            for index in range { largest = max(largest, elements[index]) }
            var sum = 0.0
            var first = 0.0
            var second = 0.0
            for index in range {
                let difference = elements[index] - largest
                let exponential = exp(inverse * difference)
                sum += exponential
                first += exponential * difference
                second += exponential * difference * difference
            }
            let mean = first / sum
            let weight = weights?[row] ?? 1
            slope += weight * (mean - (elements[range.lowerBound + labels[row]] - largest))
            curvature += weight * (second / sum - mean * mean)
        }
        return (slope, curvature)
    }
}
