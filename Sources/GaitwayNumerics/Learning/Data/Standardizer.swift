// SPDX-License-Identifier: Apache-2.0
/// Brings each feature to mean 0 and standard deviation 1, and keeps outliers and missing values from doing harm.
///
/// A transformed element is (x - mean) / sd within -4...4; a missing one, NaN, becomes 0, the mean.
package struct Standardizer: Sendable, Hashable {
    /// The weighted means, d.
    package let means: [Double]
    /// The weighted standard deviations (divided by the sum of the weights), d; 1 for a feature without spread.
    package let deviations: [Double]
    /// Where transformed elements are cut off.
    package static let limit = 4.0

    package init(means: [Double], deviations: [Double]) {
        precondition(means.count == deviations.count, "one mean and one deviation for each feature")
        self.means = means
        self.deviations = deviations
    }

    /// The standardiser for the columns of an n x d matrix; NaN is a missing value and is left out.
    ///
    /// Two passes: the second sums squares around the mean. A column with no value has mean 0.
    /// - Throws: ``FitError`` when there is no row, an element is infinite, rows cannot be read, or a weight cannot be
    ///   one.
    package init(fitting rows: any FeatureRows, weights: [Double]? = nil) throws(FitError) {
        guard rows.rows > 0 else { throw .empty }
        guard (weights?.count ?? rows.rows) == rows.rows else {
            throw .countMismatch(rows: rows.rows, labels: rows.rows, weights: weights?.count ?? 0)
        }
        if let row = weights?.firstIndex(where: { !($0 >= 0 && $0.isFinite) }) { throw .badWeight(row: row) }
        try rows.check { !$0.isInfinite }
        let columns = rows.columns
        var totals = [Double](repeating: 0, count: columns)
        var means = totals
        var squares = totals
        try Self.forEachValue(rows, weights) { column, value, weight in
            totals[column] += weight
            means[column] += weight * value
        }
        for column in 0..<columns where totals[column] > 0 { means[column] /= totals[column] }
        try Self.forEachValue(rows, weights) { column, value, weight in
            let difference = value - means[column]
            squares[column] += weight * difference * difference
        }
        self.means = means
        deviations = (0..<columns).map { column in
            guard totals[column] > 0 else { return 1 }
            let deviation = (squares[column] / totals[column]).squareRoot()
            // The rounding error of a constant column is not a spread.
            return deviation > 1e-12 * means[column].magnitude && deviation.isNormal ? deviation : 1
        }
    }

    /// Calls `body` with every value that is not missing in rows of weight.
    private static func forEachValue(
        _ rows: any FeatureRows, _ weights: [Double]?, _ body: (Int, Double, Double) -> Void
    ) throws(FitError) {
        let columns = rows.columns
        try rows.forEachBlock { block, elements in
            for (index, row) in block.enumerated() {
                let weight = weights?[row] ?? 1
                guard weight > 0 else { continue }
                for column in 0..<columns {
                    let value = elements[index * columns + column]
                    if !value.isNaN { body(column, value, weight) }
                }
            }
        }
    }

    /// Transforms a row of d features in place.
    package func transform(_ row: inout MutableSpan<Double>) {
        precondition(row.count == means.count, "one element for each feature")
        transform(&row, from: 0)
    }

    /// Transforms every row of an n x d matrix in place; the same bits as row by row.
    package func transform(_ rows: inout Matrix) {
        precondition(rows.columns == means.count, "one element for each feature")
        let starts = stride(from: 0, to: rows.rows * rows.columns, by: max(1, rows.columns))
        rows.withMutableElements { elements in
            for start in starts { transform(&elements, from: start) }
        }
    }

    /// Appends features to a row, transformed.
    package func append(_ features: [Double], to row: inout [Double]) {
        precondition(features.count == means.count, "one element for each feature")
        let start = row.count
        row.append(contentsOf: features)
        var elements = row.mutableSpan
        transform(&elements, from: start)
    }

    private func transform(_ elements: inout MutableSpan<Double>, from start: Int) {
        let means = means.span
        let deviations = deviations.span
        for column in means.indices {
            let value = (elements[start + column] - means[column]) / deviations[column]
            elements[start + column] = value.isNaN ? 0 : min(Self.limit, max(-Self.limit, value))
        }
    }
}
