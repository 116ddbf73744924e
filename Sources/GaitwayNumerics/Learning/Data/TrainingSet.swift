// SPDX-License-Identifier: Apache-2.0
/// Rows of features, each with the class it is of and a weight: what a classifier is fitted to.
///
/// Every number has been checked, so the solvers need not.
package struct TrainingSet: Sendable {
    /// n x d; all finite.
    package let features: any FeatureRows
    /// The class of each row, in 0..<``classes``.
    package let labels: [Int]
    /// The weight of each row divided by ``totalWeight``: at least 0, sum 1.
    package let shares: [Double]
    /// The sum of the weights as given.
    package let totalWeight: Double
    /// The number of classes, k.
    package let classes: Int
    /// Whether a class has no row of positive weight, so that only a fit around a centre has an optimum.
    let missesClasses: Bool

    /// A training set; without `weights` every row weighs 1.
    ///
    /// Each class must have a row of positive weight: the intercept of a class without one has no finite optimum. A fit
    /// around a centre holds the intercepts, too, and there `mayMissClasses`; two classes must have rows all the same.
    /// - Throws: ``FitError`` when the parts do not belong together, a number is not finite, rows cannot be read, a
    ///   class is missing, or the library for matrices is.
    package init(
        features: any FeatureRows, labels: [Int], weights: [Double]? = nil, classes: Int, mayMissClasses: Bool = false
    ) throws(FitError) {
        try OpenBLAS.loadForFit()
        let rows = features.rows
        guard rows > 0 else { throw .empty }
        guard labels.count == rows, (weights?.count ?? rows) == rows else {
            throw .countMismatch(rows: rows, labels: labels.count, weights: weights?.count ?? rows)
        }
        if !features.areFinite { try features.check(\.isFinite) }
        var total = 0.0
        var classWeights = [Double](repeating: 0, count: max(0, classes))
        for row in 0..<rows {
            let weight = weights?[row] ?? 1
            guard weight >= 0, weight.isFinite else { throw .badWeight(row: row) }
            guard labels[row] >= 0, labels[row] < classes else { throw .labelOutOfRange(row: row, label: labels[row]) }
            total += weight
            classWeights[labels[row]] += weight
        }
        guard total > 0 else { throw .noWeight }
        guard total.isFinite else { throw .badOption("the sum of the weights is not finite") }
        if let only = classWeights.firstIndex(of: total) { throw .oneClass(label: only) }
        if !mayMissClasses, let missing = classWeights.firstIndex(of: 0) { throw .classWithoutRows(label: missing) }
        self.features = features
        self.labels = labels
        self.classes = classes
        missesClasses = classWeights.contains(0)
        totalWeight = total
        shares = (0..<rows).map { (weights?[$0] ?? 1) / total }
    }

    /// About `count` of the rows, in memory, drawn by their weights at even steps and of equal weight then; nil for up
    /// to four times as many rows, and if a class would lose all of its rows.
    func sample(of count: Int) throws(FitError) -> TrainingSet? {
        guard features.rows > 4 * count else { return nil }
        var elements: [Double] = []
        elements.reserveCapacity((count + 1) * features.columns)
        var (drawn, weights, chance) = ([Int](), [Double](), 0.5)
        try features.forEachRow { row, values in
            chance += shares[row] * Double(count)
            guard chance >= 1 else { return }
            let times = chance.rounded(.down)
            chance -= times
            drawn.append(labels[row])
            weights.append(times)
            for column in values.indices { elements.append(values[column]) }
        }
        guard Set(drawn).count == classes else { return nil }
        let matrix = Matrix(rows: drawn.count, columns: features.columns, elements: elements)
        return try TrainingSet(features: matrix, labels: drawn, weights: weights, classes: classes)
    }

    /// The number of parameters of one class: a weight for each feature and the intercept.
    var parametersPerClass: Int { features.columns + 1 }
}
