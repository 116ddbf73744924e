import ActivityRecognition
import Evaluation
import Foundation
import MotionTypes
import Testing

@Test func aModelIsTrainedAndJudged() async throws {
    let datasets = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Datasets").path
    let manifest = try Data(contentsOf: URL(filePath: datasets + "/manifest.csv"))
    let rides = try LabelledRides(manifest: Array(manifest), source: "manifest.csv", root: datasets)

    // What such a model can do for people that it never saw: each is judged by a model of the others. Without a penalty three are tried.
    let training = ModelTraining(name: "synthetic-1", sensorCases: [.total], penalty: 0.01)
    let evaluation = try await ModelEvaluation(crossValidating: training, by: .user, on: rides) { progress in
        if case .folds(let folds) = progress { print(folds) }
    }
    print(evaluation.report.text)
    #expect(evaluation.report.weighted[.walking].windows > 50)

    // The model itself learns from everyone. It is kept in a file, and read back.
    let result = try await training.train(on: rides)
    #expect(result.hasConverged)
    let model = try ActivityModel(json: result.model.json(), source: "synthetic-1.json")

    // Rides that a model was trained on flatter it; the report says so above its figures.
    let flattered = try await ModelEvaluation(of: model, on: rides)
    let accuracy = try #require(flattered.report.unweighted.accuracy)
    #expect(accuracy > 0.9)
}
