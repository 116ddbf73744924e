// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

/// Training on rows of features. The tests of the command train on manifests.
@Suite struct RowTrainingTests {
    /// Rows of two classes that differ in their first feature.
    private static func problem() -> (rows: [[Double]], labels: [ActivityClass]) {
        var generator = SeededGenerator(seed: 2)
        let labels: [ActivityClass] = (0..<60).map { $0 % 2 == 0 ? .walking : .cycling }
        let rows = labels.map { label in
            ModelWindow.featureNames.indices.map { column -> Double in
                if column == 0 { return label == .walking ? 3 : -3 }
                return column % 9 == 0 ? .nan : Double.random(in: -1...1, using: &generator)
            }
        }
        return (rows, labels)
    }

    @Test func rowsGiveAModelThatCanBeKept() throws {
        let (rows, labels) = Self.problem()
        let trained = try ActivityModel(
            name: "rows-1", rows: rows, labels: labels, sensorCase: .slow, penalty: 0.01, stay: 0.9)
        let model = try ActivityModel(json: trained.json(), source: "rows-1.json")
        #expect(model.name == "rows-1" && model.cases.map(\.sensorCase) == [.slow])
        #expect(model.smoothing.stay == 0.9)
        let part = try #require(model[.slow])
        for (row, label) in zip(rows, labels) {
            var row = row
            var scratch = CaseModel.Scratch()
            let prediction = part.predict(standardizing: &row, signals: QuantizedSignals(), scratch: &scratch)
            #expect(prediction.probabilities.mostLikely == label)
            #expect(!part.isUnknown(prediction))
        }
    }

    @Test func rowsThatDoNotServeAreRefused() {
        let (rows, labels) = Self.problem()
        func problem(_ rows: [[Double]], _ labels: [ActivityClass], penalty: Double = 0.003) -> String {
            let error = #expect(throws: InputError.self) {
                try ActivityModel(name: "rows-2", rows: rows, labels: labels, penalty: penalty)
            }
            return error?.description ?? ""
        }
        #expect(problem(rows, Array(labels.dropLast())).contains("60 rows have 59 labels"))
        #expect(problem(rows + [[1]], labels + [.walking]).contains("row 60 has 1 features"))
        #expect(problem(rows, labels.map { _ in .walking }).contains("every window is labelled walking"))
        #expect(problem([], []).contains("no rows"))
        var infinite = rows
        infinite[7][1] = .infinity
        #expect(problem(infinite, labels).contains("not a finite number"))
    }
}
