// SPDX-License-Identifier: Apache-2.0
/// Two directions in which classes of rows lie apart, or in which rows spread most.
///
/// With μ_c the mean of class c, Σ_c its covariance, and k classes that weigh the same, whatever their rows:
///
///     W = 1/k Σ_c Σ_c,   B = 1/k Σ_c (μ_c − μ)(μ_c − μ)ᵀ,   B v = λ (0.95 W + 0.05 (tr W / d) I) v
///
/// The two greatest λ give the axes of Fisher's linear discriminants, along which windows of one class spread by about
/// 1. With fewer than three classes one direction at most tells them apart; then the axes are the two principal axes of
/// all rows. Source: T. Hastie, R. Tibshirani, J. Friedman, The Elements of Statistical Learning (2009), sections 4.3
/// and 14.5.
package struct DiscriminantAxes: Sendable {
    /// The share of a multiple of the unit matrix in W: directions that hardly vary within the classes would win else.
    private static let shrinkage = 0.05
    /// How many rows a class needs.
    package static let leastRows = 5
    /// How many classes the discriminants need.
    static let leastClasses = 3

    /// Whether they are discriminants; else principal axes.
    package let areDiscriminants: Bool
    /// The two directions, 2 × d.
    package let directions: Matrix
    /// The point that both axes begin at: the mean.
    package let center: [Double]

    /// The coordinates of a row.
    package func place(_ row: Span<Double>) -> (x: Double, y: Double) {
        var (x, y) = (0.0, 0.0)
        for column in center.indices {
            let difference = row[column] - center[column]
            x += directions[0, column] * difference
            y += directions[1, column] * difference
        }
        return (x, y)
    }
}

extension DiscriminantAxes {
    /// Sums over rows, one after the other, from which axes are found.
    package struct Sums {
        private let columns: Int
        /// The weight of a row by its class; nil where the class has no say.
        private let weights: [Int: Double]
        private let areDiscriminants: Bool
        private var means: [Int: [Double]] = [:]
        private var products: Matrix
        private var block: ScaledBlock

        /// Sums for rows of `columns` numbers, at least 2. `classes` is the class of each row that will follow, nil
        /// without one.
        package init(columns: Int, classes: [Int?]) throws(OpenBLAS.Missing) {
            precondition(columns >= 2, "two axes need two columns")
            try OpenBLAS.loadAlways()
            self.columns = columns
            var counts: [Int: Int] = [:]
            for case let own? in classes { counts[own, default: 0] += 1 }
            let heard = counts.filter { $0.value >= DiscriminantAxes.leastRows }
            areDiscriminants = heard.count >= DiscriminantAxes.leastClasses
            weights =
                areDiscriminants
                ? heard.mapValues { 1 / Double($0 * heard.count) } : [0: 1 / Double(max(1, classes.count))]
            products = Matrix(rows: columns, columns: columns)
            block = ScaledBlock(columns: columns, hasUnitColumn: false)
        }

        /// Whether a row of a class has a say.
        package func hears(_ ownClass: Int?) -> Bool {
            !areDiscriminants || ownClass.map { weights[$0] != nil } ?? false
        }

        /// Takes a row of finite numbers.
        package mutating func append(_ row: Span<Double>, class ownClass: Int?) {
            // Principal axes know no classes.
            let key = areDiscriminants ? ownClass : 0
            guard let key, let weight = weights[key] else { return }
            var mean = means.removeValue(forKey: key) ?? [Double](repeating: 0, count: columns)
            for column in 0..<columns { mean[column] += weight * row[column] }
            means[key] = mean
            block.append(row, weight: weight)
            if block.isFull { addProducts() }
        }

        /// The axes of all rows taken so far.
        package mutating func axes() throws(GeneralizedEigen.Fault) -> DiscriminantAxes {
            addProducts()
            var center = [Double](repeating: 0, count: columns)
            let ordered = means.sorted { $0.key < $1.key }.map(\.value)
            for mean in ordered { for column in 0..<columns { center[column] += mean[column] } }
            // Each mean is a share of the whole so far: the sum of the shares is the centre.
            let count = Double(max(1, ordered.count))
            var (between, within) = (Matrix(rows: columns, columns: columns), products)
            for row in 0..<columns {
                for column in 0...row {
                    let outer = count * ordered.reduce(0) { $0 + $1[row] * $1[column] }
                    between[row, column] = outer - center[row] * center[column]
                    within[row, column] -= outer
                }
            }
            let solution: GeneralizedEigen
            if areDiscriminants {
                let trace = (0..<columns).reduce(0) { $0 + max(0, within[$1, $1]) }
                let ridge = DiscriminantAxes.shrinkage * trace / Double(columns) + 1e-6
                for row in 0..<columns {
                    for column in 0...row { within[row, column] *= 1 - DiscriminantAxes.shrinkage }
                    within[row, row] += ridge
                }
                solution = try GeneralizedEigen(between, relativeTo: within, count: 2)
            } else {
                var unit = Matrix(rows: columns, columns: columns)
                for row in 0..<columns { unit[row, row] = 1 }
                solution = try GeneralizedEigen(within, relativeTo: unit, count: 2)
            }
            return DiscriminantAxes(areDiscriminants: areDiscriminants, directions: solution.vectors, center: center)
        }

        private mutating func addProducts() {
            block.addGram(to: &products, row: 0, column: 0, sign: 1)
            block.removeAll()
        }
    }
}
