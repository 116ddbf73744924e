import LinearAlgebra
import LogisticRegression
import TestSupport
import Testing

struct LogisticClassifierTests {
    /// Three overlapping clusters in the plane, and a third feature that is missing in every other row.
    private static func problem(rows: Int = 300, seed: UInt64 = 4) -> (rows: [[Double]], labels: [Int]) {
        var generator = SeededGenerator(seed: seed)
        let labels = (0..<rows).map { $0 % 3 }
        let features = labels.enumerated().map { row, label in
            let noise = (0..<2).map { _ in Double.random(in: -1.5...1.5, using: &generator) }
            return [3 * Double(label == 1 ? 1 : 0) + noise[0], 40 * Double(label == 2 ? 1 : 0) + 20 * noise[1]]
                + [row % 2 == 0 ? .nan : Double(label)]
        }
        return (features, labels)
    }

    @Test func itGivesWhatItsPartsGive() throws {
        let (rows, labels) = Self.problem()
        let weights = labels.map { Double($0 + 1) }
        let classifier = try LogisticClassifier(fitting: rows, labels: labels, weights: weights, penalty: 0.02)
        #expect(classifier.fit.hasConverged && classifier.fit.largestGradientEntry <= 1e-6)
        #expect(classifier.fit.iterations > 0)

        var matrix = Matrix(rows: rows.count, columns: 3, elements: rows.flatMap { $0 })
        let standardizer = try Standardizer(fitting: matrix, weights: weights)
        standardizer.transform(&matrix)
        let examples = try TrainingSet(features: matrix, labels: labels, weights: weights, classes: 3)
        let fit = try SoftmaxClassifier.fit(
            examples, options: FitOptions(inverseRegularization: 1 / (0.02 * examples.totalWeight)))
        let expected = fit.classifier.probabilities(of: matrix)
        for row in rows.indices {
            #expect(classifier.probabilities(of: rows[row]) == (0..<3).map { expected[row, $0] })
        }
        #expect(classifier.intercepts == fit.classifier.intercepts)
        #expect(classifier.weights[1][2] == fit.classifier.weights[2, 1])
        let right = rows.indices.count { classifier.prediction(for: rows[$0]) == labels[$0] }
        #expect(right > 240)
    }

    @Test func aFitThatCannotReachItsToleranceSaysSo() throws {
        let (rows, labels) = Self.problem()
        let classifier = try LogisticClassifier(fitting: rows, labels: labels, tolerance: 1e-300)
        #expect(!classifier.fit.hasConverged)
        #expect(classifier.fit.largestGradientEntry < 1e-6)
    }

    @Test(
        arguments: [
            ([], [], nil, 0.1, "no rows"),
            ([[1, 2], [3]], [0, 1], nil, 0.1, "row 1 has 1 features"),
            ([[1], [2]], [0, 2], nil, 0.1, "row 1 has the label 2"),
            ([[1], [2]], [-1, 0], nil, 0.1, "row 0 has the label -1"),
            ([[1], [2]], [0], nil, 0.1, "2 rows, 1 labels"),
            ([[1], [2]], [0, 0], nil, 0.1, "two classes"),
            ([[1], [.infinity]], [0, 1], nil, 0.1, "row 1, column 0"),
            ([[1], [2]], [0, 1], [1, -1], 0.1, "weight of row 1"),
            ([[1], [2]], [0, 1], nil, 0, "penalty"),
        ] as [([[Double]], [Int], [Double]?, Double, String)])
    func whatCannotBeFittedIsRefused(
        rows: [[Double]], labels: [Int], weights: [Double]?, penalty: Double, words: String
    ) {
        let error = #expect(throws: LogisticClassifier.DataError.self) {
            try LogisticClassifier(fitting: rows, labels: labels, weights: weights, penalty: penalty)
        }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
}
