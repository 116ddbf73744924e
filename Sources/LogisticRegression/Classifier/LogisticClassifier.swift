internal import LinearAlgebra

/// Multinomial logistic regression over plain arrays: fit it to labelled rows, then ask for the probabilities of others.
///
/// Of k classes and rows x of d features, class j has a probability proportional to exp(z · w_j + b_j), where z is x with each
/// feature brought to mean 0 and standard deviation 1 over the rows of the fit, cut off at ±4, and 0 where x is NaN (missing). The fit
/// minimises
///
///     Σ v_i (−ln p(label of row i)) / Σ v_i + λ/2 |W|²
///
/// over weights W and intercepts b, for row weights v. scikit-learn's C is 1 / (λ Σ v).
public struct LogisticClassifier: Sendable {
    /// What a fit reached.
    public struct Fit: Sendable, Hashable {
        /// Whether the tolerance was reached. If not, the classifier is the best one found.
        public var hasConverged: Bool
        /// Steps taken.
        public var iterations: Int
        /// The largest absolute entry of the objective's gradient.
        public var largestGradientEntry: Double
    }

    /// Rows, labels or settings that nothing can be fitted to; its description says what is wrong with which row.
    public struct DataError: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is wrong, in one line.
        public let description: String
    }

    /// How the fit went. Not having converged is no error.
    public let fit: Fit
    private let standardizer: Standardizer
    private let classifier: SoftmaxClassifier

    /// The classifier fitted to `rows`, n of d features each.
    ///
    /// - Parameters:
    ///   - rows: the features of each row, NaN where missing.
    ///   - labels: the class of each row; k classes are numbered 0 ..< k, and each has a row.
    ///   - weights: the weight of each row, at least 0; all 1 if not given.
    ///   - penalty: λ, above 0: the larger, the smaller the weights.
    ///   - tolerance: the bound of the gradient's entries at which the fit ends, above 0.
    /// - Throws: ``DataError`` for parts that do not belong together, an infinite feature, fewer than two classes, a class without a
    ///   row of positive weight, or a setting outside its range.
    public init(
        fitting rows: [[Double]], labels: [Int], weights: [Double]? = nil, penalty: Double = 0.003,
        tolerance: Double = 1e-6
    ) throws(DataError) {
        let columns = rows.first?.count ?? 0
        if let row = rows.firstIndex(where: { $0.count != columns }) {
            throw DataError(description: "row \(row) has \(rows[row].count) features, the first has \(columns)")
        }
        let classes = Set(labels).count
        if let row = labels.firstIndex(where: { !(0..<classes).contains($0) }) {
            throw DataError(
                description:
                    "row \(row) has the label \(labels[row]); the labels of \(classes) classes are 0 to \(classes - 1)")
        }
        guard penalty > 0, penalty.isFinite else {
            throw DataError(description: "the penalty must be a positive number")
        }
        do throws(FitError) {
            var features = Matrix(rows: rows.count, columns: columns, elements: Array(rows.joined()))
            standardizer = try Standardizer(fitting: features, weights: weights)
            standardizer.transform(&features)
            let examples = try TrainingSet(features: features, labels: labels, weights: weights, classes: classes)
            let fitted = try SoftmaxClassifier.fit(
                examples,
                options: FitOptions(
                    inverseRegularization: 1 / (penalty * examples.totalWeight), tolerance: tolerance))
            classifier = fitted.classifier
            fit = Fit(
                hasConverged: fitted.report.isConverged, iterations: fitted.report.iterations,
                largestGradientEntry: fitted.report.largestGradientEntry)
        } catch {
            throw DataError(description: error.description)
        }
    }

    /// The weights of the standardised features, a row of d for each class; over the classes they sum to 0.
    public var weights: [[Double]] {
        (0..<classifier.classes).map { label in (0..<classifier.features).map { classifier.weights[$0, label] } }
    }

    /// The intercepts, one for each class; their sum is 0.
    public var intercepts: [Double] { classifier.intercepts }

    /// The probabilities of the k classes for a row of d features; their sum is 1. NaN is missing.
    public func probabilities(of row: [Double]) -> [Double] {
        var standardized = row
        var elements = standardized.mutableSpan
        standardizer.transform(&elements)
        var result = [Double](repeating: 0, count: classifier.classes)
        var probabilities = result.mutableSpan
        classifier.probabilities(of: standardized.span, into: &probabilities)
        return result
    }

    /// The most likely class for a row of d features; of equals, the first.
    public func prediction(for row: [Double]) -> Int {
        let probabilities = probabilities(of: row)
        return probabilities.indices.max { (probabilities[$0], $1) < (probabilities[$1], $0) } ?? 0
    }
}
