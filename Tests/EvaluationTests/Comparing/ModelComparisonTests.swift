// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayRecognition
import Synchronization
import Testing

@testable import GaitwayEvaluation

/// Three models on the same left-out rides.
@Suite struct ModelComparisonTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../Datasets/labelled"
    ).path

    /// The sample rides with a label of these activities, of all people or of one.
    private static func rides(_ activities: Set<String>, user: String? = nil) throws -> LabelledRides {
        let bytes = try Array(Data(contentsOf: URL(filePath: folder + "/manifest.csv")))
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        lines = [lines[0]] + lines.dropFirst().filter { activities.contains(String($0.split(separator: ",")[1])) }
        if let user {
            lines = lines.map { line in
                var cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                if cells[3] != "user" { cells[3] = user }
                return cells.joined(separator: ",")
            }
        }
        return try LabelledRides(
            manifest: Array((lines.joined(separator: "\n") + "\n").utf8), source: "manifest.csv", root: folder)
    }

    @Test func theGivenModelHasTheFiguresOfItsEvaluation() async throws {
        let rides = try Self.rides(["walking", "automotive", "stationary"])
        let model = try DefaultModel.load()
        let comparison = try await ModelComparison(of: model, on: rides)
        let evaluation = try await ModelEvaluation(of: model, on: rides)
        #expect(comparison[.given]?.metrics == evaluation.report.weighted)
        #expect(comparison.grouping == .user)
        #expect(comparison.folds == 4)
        #expect(comparison.judged.count == 12)
        for row in comparison.rows {
            #expect(row.problem == nil)
            // All are judged on the same windows.
            #expect(row.metrics?.windows == evaluation.report.weighted.windows)
        }
        // The evaluation of the new model is that of its row, and of a cross-validation with these folds.
        #expect(comparison.evaluation?.report.weighted == comparison[.new]?.metrics)
        let crossValidated = try await ModelEvaluation(crossValidating: ModelTraining(), by: .user, on: rides)
        #expect(comparison[.new]?.metrics == crossValidated.report.weighted)

        let json = try JSONSerialization.jsonObject(with: Data(comparison.json.utf8)) as? [String: Any]
        let rows = try #require(json?["rows"] as? [[String: Any]])
        #expect(rows.map { $0["model"] as? String } == ["built-in", "adapted", "new"])
        #expect(json?["rides"] as? Int == 12)
        #expect(json?["folds"] as? Int == 4)
        for (row, figures) in zip(rows, comparison.rows) {
            #expect(isNear(row["macroF1"] as? Double, figures.metrics?.macroF1))
            let wrong = (row["confusion"] as? [[String: Any]] ?? []).reduce(0) { $0 + ($1["windows"] as? Int ?? 0) }
            let counts = try #require(figures.metrics?.counts)
            #expect(
                wrong == Int(proven: counts.total)
                    - Activity.allCases.reduce(0) { $0 + Int(proven: counts[$1, Prediction($1)]) })
        }
    }

    private func isNear(_ left: Double?, _ right: Double?) -> Bool {
        guard let left, let right else { return false }
        return abs(left - right) <= 0.00005
    }

    @Test func anAdaptedModelIsTheOneOfTheOtherRides() async throws {
        let rides = try Self.rides(["walking", "cycling"], user: "me")
        let model = try DefaultModel.load()
        let comparison = try await ModelComparison(of: model, on: rides)
        #expect(comparison.grouping == .ride)
        #expect(comparison.folds == 4)
        // By hand: each fold's model is adapted to the rows of the others.
        let windows = try await rides.read { _ in }.windows
        let folds = try #require(ComparisonFolds(windows))
        var scored: [ScoredWindow] = []
        for fold in 0..<4 {
            let isHeldOut = { (recording: String) in folds.foldOfRecording[recording] == fold }
            let rest = try Self.rides(["walking", "cycling"], user: "me").keeping { !isHeldOut($0.recording) }
            var training = ModelTraining()
            training.name = "adapted"
            let adapted = try await training.adapt(model, to: rest).model
            scored += try ModelScorer(adapted).score(
                windows, indices: (0..<windows.count).filter { isHeldOut(windows.recording($0)) }, fold: fold)
        }
        let expected = Metrics(scored, weights: CellWeights(scored, keepsEveryActivity: true).weights)
        let metrics = try #require(comparison[.adapted]?.metrics)
        #expect(metrics.counts == expected.counts)
        #expect(abs((metrics.logLoss ?? 0) - (expected.logLoss ?? 1)) < 1e-9)
    }

    @Test func ridesOfOneActivityMakeNoModel() async throws {
        let rides = try Self.rides(["walking"], user: "me")
        let comparison = try await ModelComparison(of: DefaultModel.load(), on: rides)
        #expect(comparison[.given]?.metrics?.windows ?? 0 > 0)
        for model in [ModelComparison.Model.adapted, .new] {
            #expect(comparison[model]?.metrics == nil)
            #expect(comparison[model]?.problem?.contains("walking alone") == true)
        }
        #expect(comparison.evaluation == nil)
        let json = try JSONSerialization.jsonObject(with: Data(comparison.json.utf8)) as? [String: Any]
        let rows = try #require(json?["rows"] as? [[String: Any]])
        #expect((rows.last?["problem"] as? String)?.contains("walking alone") == true)
    }

    @Test func oneRecordingOfEachActivityCannotBeLeftOut() async throws {
        let rides = try Self.rides(["walking", "cycling"], user: "me").keeping { $0.recording.hasPrefix("ann") }
        let comparison = try await ModelComparison(of: DefaultModel.load(), on: rides)
        #expect(comparison.folds == 0)
        #expect(comparison.judged == ["ann-walking.csv", "ann-cycling.csv"].filter(comparison.judged.contains))
        #expect(comparison[.given]?.metrics != nil)
        #expect(comparison[.new]?.problem?.contains("second recording") == true)
    }

    @Test func workThatIsStoppedEnds() async throws {
        struct Stop: Error {}
        let rides = try Self.rides(["walking", "cycling"])
        let seen = Mutex<[String]>([])
        for wanted in ["reading rides", "adapting for 4 folds", "fits of 4 folds"] {
            await #expect(throws: Stop.self) {
                _ = try await ModelComparison(of: DefaultModel.load(), on: rides) { progress in
                    guard case .step(let stage, let done, _) = progress else { return }
                    seen.withLock { $0.append(stage) }
                    if stage == wanted, done > 0 { throw Stop() }
                }
            }
        }
        #expect(Set(seen.withLock { $0 }).count == 3)
    }
}

extension LabelledRides {
    /// Some of the rides.
    fileprivate func keeping(_ isKept: (ManifestRow) -> Bool) throws -> LabelledRides {
        let lines =
            ["recording,activity,dataset,user,start_s,end_s,acceleration,unit"]
            + rows.filter(isKept).map { row in
                ["recording", "activity", "dataset", "user", "start_s", "end_s", "acceleration", "unit"]
                    .map { row[$0] }.joined(separator: ",")
            }
        let folder = paths.first?.split(separator: "/").dropLast().joined(separator: "/") ?? ""
        return try LabelledRides(
            manifest: Array((lines.joined(separator: "\n") + "\n").utf8), source: "manifest.csv", root: "/" + folder)
    }
}
