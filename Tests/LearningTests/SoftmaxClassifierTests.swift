// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import Glibc
import TestSupport
import Testing

@Suite struct SoftmaxClassifierTests {
    @Test(arguments: [1, 2, 6, 8, 9, 17])
    func rowsAndMatricesGiveTheSameBits(classes: Int) {
        var generator = SeededGenerator(seed: 51)
        let model = SoftmaxClassifier(
            weights: Matrix(rows: 11, columns: classes, elements: generator.vector(11 * classes)),
            intercepts: generator.vector(classes))
        let rows = Matrix(rows: 40, columns: 11, elements: generator.vector(440).map { 30 * $0 })
        let all = model.probabilities(of: rows)
        let logits = model.logits(of: rows)
        let transposedWeights = model.weights.transposed
        var buffer = [Double](repeating: .nan, count: classes)
        for row in 0..<40 {
            var span = buffer.mutableSpan
            model.probabilities(of: rows.elements.span.extracting(rows.rowRange(row)), into: &span)
            let product = transposedWeights.times(Array(rows.elements[rows.rowRange(row)]))
            #expect(buffer.map(\.bitPattern) == (0..<classes).map { all[row, $0].bitPattern })
            #expect((buffer.reduce(0, +) - 1).magnitude < 1e-14)
            for index in 0..<classes {
                #expect(
                    (logits[row, index] - product[index] - model.intercepts[index]).magnitude < 1e-11)
            }
            let total = (0..<classes).reduce(0) { $0 + exp(logits[row, $1]) }
            #expect((buffer[0] - exp(logits[row, 0]) / total).magnitude < 1e-12)
        }
    }

    @Test func extremeLogitsDoNotOverflow() {
        let model = SoftmaxClassifier(weights: Matrix([[1e200, 0, -1e200]]), intercepts: [0, 0, 0])
        let probabilities = model.probabilities(of: Matrix([[1e100], [-1e100], [0]]))
        #expect(probabilities.elements[..<6] == [1, 0, 0, 0, 0, 1])
        #expect(probabilities.elements[6...].allSatisfy { ($0 - 1.0 / 3).magnitude < 1e-15 })
    }

    /// However far: what is the same for all classes says nothing of any.
    @Test(arguments: [8.0, -8, 5000, -5000]) func shiftingTheInterceptsChangesNoProbability(shift: Double) {
        let weights = Matrix([[0.5, -1, 2], [1, 0, -1]])
        let rows = Matrix([[1, 2], [-3, 0.25]])
        let plain = SoftmaxClassifier(weights: weights, intercepts: [0.1, 0.2, -0.3]).probabilities(of: rows)
        let shifted = SoftmaxClassifier(weights: weights, intercepts: [0.1, 0.2, -0.3].map { $0 + shift })
            .probabilities(of: rows)
        let rounding = max(1, shift.magnitude) * 1e-15
        #expect(zip(plain.elements, shifted.elements).allSatisfy { ($0 - $1).magnitude < rounding })
    }

    @Test(arguments: FitOptions.Solver.allCases, [0, 1])
    func withoutInformationTheOptimumIsTheFrequencies(solver: FitOptions.Solver, columns: Int) throws {
        let examples = try TrainingSet(
            features: Matrix(rows: 10, columns: columns), labels: [0, 0, 0, 0, 0, 1, 1, 1, 2, 2], classes: 3)
        let fit = try SoftmaxClassifier.fit(examples, options: FitOptions(tolerance: 1e-12, solver: solver))
        let probabilities = fit.classifier.probabilities(of: Matrix(rows: 1, columns: columns)).elements
        #expect(zip(probabilities, [0.5, 0.3, 0.2]).allSatisfy { ($0 - $1).magnitude < 1e-10 })
    }
}
