// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import Glibc
import Testing

@Suite struct TemperatureScalingTests {
    /// Two classes whose logits differ by ln 3 times `factor`; three in four are right.
    private func logits(factor: Double) -> (Matrix, [Int]) {
        let rows = (0..<8).map { _ in [factor * log(3.0), 0] }
        return (Matrix(rows), [0, 0, 0, 1, 0, 0, 0, 1])
    }

    @Test(arguments: [0.25, 0.5, 1, 2, 10])
    func knownTemperatureIsFound(factor: Double) throws {
        let (rows, labels) = logits(factor: factor)
        let scaling = try TemperatureScaling(fitting: rows, labels: labels)
        #expect((scaling.temperature - factor).magnitude < 1e-9 * factor)
    }

    @Test func weightTwoEqualsADuplicatedRow() throws {
        let problem = SyntheticProblem(rows: 60, features: 3, classes: 3, seed: 71)
        let elements = problem.features.elements
        let weighted = try TemperatureScaling(
            fitting: problem.features, labels: problem.labels, weights: (0..<60).map { $0 < 20 ? 2 : 1 })
        let repeated = try TemperatureScaling(
            fitting: Matrix(rows: 80, columns: 3, elements: elements + elements[..<60]),
            labels: problem.labels + problem.labels[..<20])
        #expect((weighted.temperature - repeated.temperature).magnitude < 1e-8 * weighted.temperature)
    }

    @Test func optimaBeyondTheRangeGiveItsEnds() throws {
        let right = Matrix([[5, 0], [0, 5]])
        let sure = try TemperatureScaling(fitting: right, labels: [0, 1])
        let wrong = try TemperatureScaling(fitting: right, labels: [1, 0])
        #expect(sure.temperature == TemperatureScaling.range.lowerBound)
        #expect(wrong.temperature == TemperatureScaling.range.upperBound)
    }

    @Test func calibratedModelDividesItsLogits() {
        let model = SoftmaxClassifier(weights: Matrix([[2, -2]]), intercepts: [1, -1])
        let calibrated = model.calibrated(by: VectorScaling(TemperatureScaling(temperature: 2), classes: 2))
        #expect(calibrated.logits(of: Matrix([[3]])).elements == [3.5, -3.5])
    }

    @Test func unusableInputIsATypedError() {
        #expect(throws: FitError.empty) {
            try TemperatureScaling(fitting: Matrix(rows: 0, columns: 2), labels: [])
        }
        #expect(throws: FitError.notFinite(row: 0, column: 1)) {
            try TemperatureScaling(fitting: Matrix([[0, .infinity]]), labels: [0])
        }
        #expect(throws: FitError.labelOutOfRange(row: 0, label: 2)) {
            try TemperatureScaling(fitting: Matrix([[0, 1]]), labels: [2])
        }
        #expect(throws: FitError.noWeight) {
            try TemperatureScaling(fitting: Matrix([[0, 1]]), labels: [1], weights: [0])
        }
    }
}
