// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayNumerics
import GaitwayRecognition
import TestSupport
import Testing

@Suite struct ModelAdapterTests {
    /// Windows of a person whose walking looks as in training, but whose rest looks like neither.
    private static func own(
        _ count: Int, seed: UInt64, walking: Double = 3, resting: Double = 1.2
    ) throws -> TrainingWindows {
        var generator = SeededGenerator(seed: seed)
        var windows = TrainingWindows()
        for index in 0..<count {
            var row = FeatureSchema.motion.features.map { _ in Double.random(in: -1...1, using: &generator) }
            let walks = index.isMultiple(of: 2)
            row[0] += walks ? walking : resting
            try windows.append(row: row, class: walks ? .walking : .stationary, dataSet: 0, user: 0)
        }
        return windows
    }

    private static func right(_ model: CaseModel, _ windows: TrainingWindows) throws -> Int {
        var scratch = CaseModel.Scratch()
        return try (0..<windows.count).count { index in
            var row = try windows.row(index)
            return try model.predict(standardizing: &row, signals: windows.signals(index), scratch: &scratch)
                .probabilities
                .mostLikely == windows.classes[index]
        }
    }

    @Test func aPersonWhoDiffersIsLearntAndAllElseStays() throws {
        let base = try ModelTrainerTests.train(ModelTrainerTests.windows()).model
        let own = try Self.own(300, seed: 5)
        let fresh = try Self.own(200, seed: 6)
        let result = try ModelAdapter(base).adapted(to: own, selection: Array(0..<own.count), penalty: 0.1)
        #expect(result.isConverged)
        #expect(try Self.right(base, fresh) < 150)
        #expect(try Self.right(result.model, fresh) > Self.right(base, fresh) + 20)
        #expect(result.model.standardizer == base.standardizer && result.model.distance == base.distance)
        #expect(result.model.products == base.products && result.model.confidence == base.confidence)
        // Of what the person did not do, nothing was learnt.
        let (before, after) = (base.classifier, result.model.classifier)
        for unseen in [ActivityClass.running, .cycling, .automotive, .noneOfThese].map(\.rawValue) {
            #expect(after.intercepts[unseen] == before.intercepts[unseen])
            #expect((0..<before.features).allSatisfy { after.weights[$0, unseen] == before.weights[$0, unseen] })
        }
        #expect((0..<before.features).contains { after.weights[$0, 0] != before.weights[$0, 0] })
    }

    @Test func interceptsAloneHelpAPersonWhoDiffers() throws {
        let base = try ModelTrainerTests.train(ModelTrainerTests.windows()).model
        // Twelve windows are half a minute.
        let own = try Self.own(12, seed: 10)
        let fresh = try Self.own(200, seed: 6)
        let result = try ModelAdapter(base)
            .adaptedIntercepts(to: own, selection: Array(0..<own.count), penalty: 0.03)
        #expect(result.isConverged)
        #expect(result.model.classifier.weights == base.classifier.weights)
        #expect(try Self.right(result.model, fresh) > Self.right(base, fresh) + 10)
        let (before, after) = (base.classifier.intercepts, result.model.classifier.intercepts)
        for unseen in [ActivityClass.running, .cycling, .automotive, .noneOfThese].map(\.rawValue) {
            #expect(after[unseen] == before[unseen])
        }
        #expect(after[ActivityClass.walking.rawValue] != before[ActivityClass.walking.rawValue])
    }

    @Test func aStrongPenaltyLeavesTheModelAsItIs() throws {
        let base = try ModelTrainerTests.train(ModelTrainerTests.windows()).model
        let own = try Self.own(40, seed: 7)
        func moved(_ penalty: Double) throws -> Double {
            let model = try ModelAdapter(base).adapted(to: own, selection: Array(0..<own.count), penalty: penalty).model
            return zip(model.classifier.weights.elements, base.classifier.weights.elements)
                .map { abs($0 - $1) }.max() ?? 0
        }
        let distances = try [1, 30, 1e5].map(moved)
        #expect(distances[0] > distances[1] && distances[1] > distances[2])
        #expect(distances[2] < 1e-4)
    }

    @Test func oneActivityIsNothingToTellApart() throws {
        let base = try ModelTrainerTests.train(ModelTrainerTests.windows()).model
        let own = try Self.own(40, seed: 8)
        let walks = (0..<own.count).filter { own.classes[$0] == .walking }
        #expect(throws: FitError.self) { try ModelAdapter(base).adapted(to: own, selection: walks, penalty: 1) }
        #expect(throws: FitError.self) { try ModelAdapter(base).adapted(to: own, selection: [], penalty: 1) }
        for selection in [walks, []] {
            #expect(throws: FitError.self) {
                try ModelAdapter(base).adaptedIntercepts(to: own, selection: selection, penalty: 1)
            }
        }
    }

    /// The rows of the fit are those that the model judges: with a vanishing penalty a model fits the windows as well
    /// as any.
    @Test func sensorsThatMayBeMissingAreLearntBothWays() throws {
        let base = try ModelTrainerTests.train(ModelTrainerTests.windows()).model
        let own = try Self.own(80, seed: 9)
        let all = Array(0..<own.count)
        let model = try ModelAdapter(base).adapted(to: own, selection: all, penalty: 0.01).model
        let masked = try own.masking { $0.need == .gyroscope }
        #expect(try Self.right(model, own) > 70)
        #expect(try Self.right(model, masked) > 65)
    }
}
