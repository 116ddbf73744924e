// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import TestSupport
import Testing

@Suite struct VectorScalingTests {
    /// Logits, and labels drawn from the softmax of those logits after `scaling`.
    static func sample(_ scaling: VectorScaling, count: Int, seed: UInt64) -> (logits: Matrix, labels: [Int]) {
        var generator = SeededGenerator(seed: seed)
        var logits = Matrix(rows: count, columns: scaling.scales.count)
        var labels: [Int] = []
        for row in 0..<count {
            for column in 0..<logits.columns { logits[row, column] = Double.random(in: -2...2, using: &generator) }
            let classifier = SoftmaxClassifier(weights: identity(logits.columns), intercepts: scaling.offsets)
                .probabilitiesOf(scaling: scaling, row: row, logits: logits)
            var draw = Double.random(in: 0..<1, using: &generator)
            let label = classifier.firstIndex { probability in
                draw -= probability
                return draw < 0
            }
            labels.append(label ?? logits.columns - 1)
        }
        return (logits, labels)
    }

    private static func identity(_ order: Int) -> Matrix {
        var matrix = Matrix(rows: order, columns: order)
        for index in 0..<order { matrix[index, index] = 1 }
        return matrix
    }

    @Test func whatBentTheProbabilitiesIsFound() throws {
        let truth = VectorScaling(scales: [1.5, 0.5, 1], offsets: [0.5, -0.75, 0.25])
        let (logits, labels) = Self.sample(truth, count: 60_000, seed: 1)
        let fitted = try VectorScaling(fitting: logits, labels: labels)
        for index in 0..<3 {
            #expect(abs(fitted.scales[index] - truth.scales[index]) < 0.05)
            #expect(abs(fitted.offsets[index] - truth.offsets[index]) < 0.05)
        }
    }

    @Test func weightTwoIsADuplicatedRow() throws {
        let (logits, labels) = Self.sample(.init(scales: [1, 1, 1], offsets: [0, 0, 0]), count: 300, seed: 2)
        let half = 150
        let weighted = try VectorScaling(
            fitting: logits, labels: labels, weights: (0..<300).map { $0 < half ? 2 : 1 })
        let doubled = Matrix(
            rows: 450, columns: 3,
            elements: logits.elements + logits.elements[..<(half * 3)])
        let duplicated = try VectorScaling(fitting: doubled, labels: labels + labels[..<half])
        for index in 0..<3 {
            #expect(abs(weighted.scales[index] - duplicated.scales[index]) < 1e-4)
            #expect(abs(weighted.offsets[index] - duplicated.offsets[index]) < 1e-4)
        }
    }

    @Test func aTemperatureIsTheCaseOfOneScale() {
        let scaling = VectorScaling(TemperatureScaling(temperature: 2), classes: 3)
        var logits = [1.0, -4, 2]
        scaling.apply(to: &logits)
        #expect(logits == [0.5, -2, 1])
    }

    @Test func aCalibratedModelHasTheScaledLogits() {
        let model = SoftmaxClassifier(
            weights: Matrix(rows: 2, columns: 3, elements: [1, 2, 3, -1, 0.5, 0]), intercepts: [0.1, 0, -0.1])
        let scaling = VectorScaling(scales: [2, 0.5, 1], offsets: [0.25, -0.5, 0.25])
        let row: [Double] = [0.5, -1.5]
        let rows = Matrix(rows: 1, columns: 2, elements: row)
        var expected = model.logits(of: rows).elements
        scaling.apply(to: &expected)
        let calibrated = model.calibrated(by: scaling).logits(of: rows).elements
        for (left, right) in zip(calibrated, expected) { #expect(abs(left - right) < 1e-12) }
    }

    @Test func nothingToFitIsAnError() {
        #expect(throws: FitError.empty) { try VectorScaling(fitting: Matrix(rows: 0, columns: 3), labels: []) }
    }
}

extension SoftmaxClassifier {
    /// The probabilities of one row of logits after `scaling`.
    fileprivate func probabilitiesOf(scaling: VectorScaling, row: Int, logits: Matrix) -> [Double] {
        var values = (0..<logits.columns).map { scaling.scales[$0] * logits[row, $0] }
        let rows = Matrix(rows: 1, columns: values.count, elements: values)
        values = probabilities(of: rows).elements
        return values
    }
}
