import ActivityFeatures
import ActivityRecognition
import LinearAlgebra
import LogisticRegression
import MotionTypes
import TestSupport
import Testing

@Suite struct ModelTrainerTests {
    /// Windows whose first feature tells walking from resting, in two data sets of unlike size.
    static func windows(seed: UInt64 = 1, copies: Int = 1) -> TrainingWindows {
        var generator = SeededGenerator(seed: seed)
        var windows = TrainingWindows()
        for (dataSet, count) in [(0, 120), (1, 40)] {
            for _ in 0..<count {
                let walks = Bool.random(using: &generator)
                var row = (0..<FeatureSchema.motion.count).map { _ in
                    Double.random(in: -1...1, using: &generator)
                }
                row[0] += walks ? 3 : -3
                for (index, feature) in FeatureSchema.motion.features.enumerated()
                where feature.need == .barometer {
                    row[index] = .nan
                }
                for _ in 0..<copies {
                    windows.append(row: row, class: walks ? .walking : .stationary, dataSet: dataSet, user: dataSet)
                }
            }
        }
        return windows
    }

    static func train(_ windows: TrainingWindows) throws -> ModelTrainer.Result {
        try ModelTrainer().train(windows, selection: Array(0..<windows.count))
    }

    @Test func whatIsMaskedGetsNoWeight() throws {
        let masked = Self.windows().masking { $0.name.hasPrefix("vertical.") }
        let model = try Self.train(masked).model
        let names = FeatureSchema.motion.features.map(\.name) + model.products.productNames
        for (index, name) in names.enumerated() {
            let isMasked = name.split(separator: " × ").contains { $0.hasPrefix("vertical.") }
            let weights = (0..<model.classifier.classes).map { model.classifier.weights[index, $0] }
            if isMasked { #expect(weights.allSatisfy { $0 == 0 }, "\(name) has weight") }
        }
    }

    @Test func rowsFormedAtEachPassGiveTheBitsOfRowsInMemory() throws {
        let windows = Self.windows()
        let inMemory = try Self.train(windows).model
        let formed = try ModelTrainer(options: .init(memoryLimit: 0))
            .train(windows, selection: Array(0..<windows.count)).model
        #expect(formed.classifier == inMemory.classifier)
        #expect(formed.standardizer == inMemory.standardizer)
        #expect(formed.distance == inMemory.distance)
    }

    @Test func whatWasLearntIsRecognised() throws {
        let windows = Self.windows()
        let result = try Self.train(windows)
        #expect(result.report.isConverged)
        let fresh = Self.windows(seed: 2)
        var right = 0
        var scores = [Double](repeating: 0, count: 6)
        for index in 0..<fresh.count {
            var row = Array(fresh.row(index))
            let answer = result.model.judge(standardizing: &row, scores: &scores).probabilities.mostLikely
            if answer == fresh.classes[index] { right += 1 }
        }
        // 108 features, of which one tells, and 160 windows: a few go wrong.
        #expect(right > fresh.count * 9 / 10)
    }

    @Test func duplicatingEveryWindowChangesNothing() throws {
        let once = try Self.train(Self.windows()).model
        let twice = try Self.train(Self.windows(copies: 2)).model
        for feature in 0..<FeatureSchema.motion.count {
            for column in 0..<6 {
                #expect(
                    abs(once.classifier.weights[feature, column] - twice.classifier.weights[feature, column])
                        < 1e-4)
            }
        }
    }

    @Test func aClassThatWasNotShownIsNeverAnswered() throws {
        let windows = Self.windows()
        let model = try Self.train(windows).model
        var scores = [Double](repeating: 0, count: 6)
        var row = Array(windows.row(0))
        let probabilities = model.judge(standardizing: &row, scores: &scores).probabilities
        #expect(probabilities.running < 1e-15 && probabilities.noneOfThese < 1e-15)
    }

    @Test func nothingToTellApartIsAnError() {
        let none = TrainingWindows()
        #expect(throws: FitError.self) { try Self.train(none) }
        var windows = TrainingWindows()
        for _ in 0..<10 {
            let row = [Double](repeating: 1, count: FeatureSchema.motion.count)
            windows.append(row: row, class: .walking, dataSet: 0, user: 0)
        }
        let oneClass = windows
        #expect(throws: FitError.self) { try Self.train(oneClass) }
    }
}
