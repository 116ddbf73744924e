// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayNumerics

/// How far a window's features lie from those of the training data.
///
/// The squared Mahalanobis distance to the nearest activity, over c core features z after scaling:
///
///     d² = min_j |A (z − μ_j)|²,   A = L⁻¹,   L Lᵀ = 0.95 Σ + 0.05 (tr Σ / c) I
///
/// with μ_j the weighted mean of activity j and Σ the weighted covariance within the activities, each the same. K. Lee
/// et al., A simple unified framework for detecting out-of-distribution samples, NeurIPS 2018. A missing feature is 0
/// after scaling, and so lies near.
package struct TrainingDistance: Sendable, Hashable {
    /// The share of a multiple of the unit matrix in the covariance: directions that training hardly shows count less.
    private static let shrinkage = 0.05

    /// A limit that no window exceeds: scaled features end at ±4, so d² stays below 64 c / 1e-6.
    package static let noLimit = 1e12

    /// The names of the core features, c.
    package let features: [String]
    /// The means of the activities that training showed, in the order of `ActivityClass`, c numbers each.
    package let means: [[Double]]
    /// A, the lower triangle row by row: row i has i + 1 numbers.
    package let whitening: [[Double]]
    /// The squared distance from which a window is far.
    package var limit: Double

    private let indices: [Int]
    /// A μ_j.
    private let whitenedMeans: [[Double]]

    /// A distance from its parts; nil when they do not fit each other or name a feature that is not known.
    package init?(features: [String], means: [[Double]], whitening: [[Double]], limit: Double) {
        let indices = features.compactMap { FeatureSchema.motion.index(of: $0) }
        guard indices.count == features.count, means.allSatisfy({ $0.count == features.count }), !means.isEmpty,
            whitening.count == features.count, whitening.indices.allSatisfy({ whitening[$0].count == $0 + 1 })
        else { return nil }
        self.features = features
        self.means = means
        self.whitening = whitening
        self.limit = limit
        self.indices = indices
        whitenedMeans = means.map { Self.product(whitening, $0) }
    }

    /// The distance to standardised rows, n × d, each with an activity (nil: none of the five, left out) and a weight.
    init(
        fitting rows: any FeatureRows, activities: [Activity?], weights: [Double], features products: FeatureProducts
    ) throws(FitError) {
        try OpenBLAS.loadForFit()
        let indices = products.indices
        let count = indices.count
        var totals = [Double](repeating: 0, count: Activity.allCases.count)
        for (activity, weight) in zip(activities, weights) { if let activity { totals[activity.index] += weight } }
        // The share of a row in its activity; 0 for a row of none.
        let shares = zip(activities, weights).map { activity, weight in
            activity.map { weight > 0 ? weight / totals[$0.index] : 0 } ?? 0
        }
        var meanOfActivity = totals.map { _ in [Double](repeating: 0, count: count) }
        try rows.forEachRow { row, elements in
            guard shares[row] > 0, let activity = activities[row]?.index else { return }
            for place in 0..<count { meanOfActivity[activity][place] += shares[row] * elements[indices[place]] }
        }
        var covariance = Matrix(rows: count, columns: count)
        var differences = ScaledBlock(columns: count, hasUnitColumn: false)
        func addProduct() {
            differences.addGram(to: &covariance, row: 0, column: 0, sign: 1)
            differences.removeAll()
        }
        var difference = [Double](repeating: 0, count: count)
        try rows.forEachRow { row, elements in
            guard shares[row] > 0, let activity = activities[row]?.index else { return }
            for place in 0..<count {
                difference[place] = elements[indices[place]] - meanOfActivity[activity][place]
            }
            differences.append(difference.span, weight: shares[row])
            if differences.isFull { addProduct() }
        }
        addProduct()
        covariance.mirrorLowerTriangle(row: 0, column: 0, order: count)
        let means = zip(meanOfActivity, totals).filter { $0.1 > 0 }.map(\.0)
        let activityCount = Double(max(1, means.count))
        guard let whitening = Self.whitening(of: covariance, over: activityCount) else {
            preconditionFailure("a covariance with a positive diagonal added is positive definite")
        }
        self.features = products.names
        self.means = means
        self.whitening = whitening
        self.indices = indices
        limit = Self.noLimit
        whitenedMeans = means.map { Self.product(whitening, $0) }
    }

    /// A of the covariance Σ within the activities, c × c, given as a sum over `activityCount`: the lower triangle row
    /// by row; nil if Σ is not a covariance.
    static func whitening(of covariance: Matrix, over activityCount: Double = 1) -> [[Double]]? {
        let count = covariance.rows
        var shrunk = covariance
        let trace = (0..<count).reduce(0) { $0 + covariance[$1, $1] } / activityCount
        for row in 0..<count {
            for column in 0..<count { shrunk[row, column] *= (1 - shrinkage) / activityCount }
            // The least variance is for features that are the same in all windows.
            shrunk[row, row] += shrinkage * trace / Double(max(1, count)) + 1e-6
        }
        guard let factor = try? Cholesky(shrunk) else { return nil }
        // Column i of A solves L x = e_i.
        var whitening = (0..<count).map { [Double](repeating: 0, count: $0 + 1) }
        for column in 0..<count {
            var unit = [Double](repeating: 0, count: count)
            unit[column] = 1
            var span = unit.mutableSpan
            factor.whiten(&span)
            for row in column..<count { whitening[row][column] = unit[row] }
        }
        return whitening
    }

    /// d² of a standardised row.
    func squaredDistance(of row: Span<Double>) -> Double {
        var least = Double.infinity
        let point = Self.product(whitening, indices.map { row[$0] })
        for mean in whitenedMeans {
            var sum = 0.0
            for index in point.indices {
                let difference = point[index] - mean[index]
                sum += difference * difference
            }
            least = min(least, sum)
        }
        return least
    }

    /// The product of a lower triangle and a vector.
    private static func product(_ triangle: [[Double]], _ vector: [Double]) -> [Double] {
        triangle.map { row in
            var sum = 0.0
            for index in row.indices { sum += row[index] * vector[index] }
            return sum
        }
    }
}
