// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import Testing

@Suite struct TrainingSetTests {
    private let features = Matrix([[1, 2], [3, 4], [5, 6]])

    @Test func unusableDataIsATypedError() {
        #expect(throws: FitError.empty) {
            try TrainingSet(features: Matrix(rows: 0, columns: 2), labels: [], classes: 2)
        }
        #expect(throws: FitError.oneClass(label: 1)) {
            try TrainingSet(features: features, labels: [1, 1, 1], classes: 2)
        }
        #expect(throws: FitError.oneClass(label: 0)) {
            try TrainingSet(features: features, labels: [0, 1, 0], weights: [1, 0, 1], classes: 2)
        }
        #expect(throws: FitError.classWithoutRows(label: 1)) {
            try TrainingSet(features: features, labels: [0, 2, 0], classes: 3)
        }
        #expect(throws: FitError.countMismatch(rows: 3, labels: 2, weights: 3)) {
            try TrainingSet(features: features, labels: [0, 1], classes: 2)
        }
        #expect(throws: FitError.labelOutOfRange(row: 2, label: 2)) {
            try TrainingSet(features: features, labels: [0, 1, 2], classes: 2)
        }
        #expect(throws: FitError.noWeight) {
            try TrainingSet(features: features, labels: [0, 1, 1], weights: [0, 0, 0], classes: 2)
        }
        for weight in [-1, Double.nan, .infinity] {
            #expect(throws: FitError.badWeight(row: 1)) {
                try TrainingSet(features: features, labels: [0, 1, 1], weights: [1, weight, 1], classes: 2)
            }
        }
        for value in [Double.nan, .infinity, -.infinity] {
            var spoilt = features
            spoilt[1, 1] = value
            #expect(throws: FitError.notFinite(row: 1, column: 1)) {
                try TrainingSet(features: spoilt, labels: [0, 1, 1], classes: 2)
            }
        }
    }

    @Test func sharesSumToOne() throws {
        let examples = try TrainingSet(
            features: features, labels: [0, 1, 1], weights: [1, 2, 5], classes: 2)
        #expect(examples.shares == [0.125, 0.25, 0.625])
        #expect(examples.totalWeight == 8)
    }
}
