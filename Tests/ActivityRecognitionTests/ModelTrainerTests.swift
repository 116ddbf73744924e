// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayNumerics
import GaitwayRecognition
import Glibc
import TestSupport
import Testing

@Suite struct ModelTrainerTests {
    /// Windows whose first feature tells walking from resting, in two data sets of unlike size.
    static func windows(seed: UInt64 = 1, copies: Int = 1) throws -> TrainingWindows {
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
                    try windows.append(row: row, class: walks ? .walking : .stationary, dataSet: dataSet, user: dataSet)
                }
            }
        }
        return windows
    }

    /// Windows that nothing but a rhythm tells apart, which the features, all noise, do not show.
    static func rhythms(seed: UInt64, memory: Int = 1 << 20) throws -> TrainingWindows {
        var generator = SeededGenerator(seed: seed)
        var windows = TrainingWindows(memory: memory)
        for index in 0..<240 {
            let walks = index % 2 == 0
            let period = walks ? 12.0 : 20.0
            let phase = Double.random(in: 0..<1, using: &generator)
            let values = (0..<QuantizedSignals.count).map { place in
                let turn = (Double(place % 128) / period + phase) * 2 * .pi
                return Int16(proven: (200 * sin(turn) + Double.random(in: -60...60, using: &generator)).rounded())
            }
            let row = (0..<FeatureSchema.motion.count).map { _ in Double.random(in: -1...1, using: &generator) }
            try windows.append(
                row: row, signals: QuantizedSignals(values: values, hasRotation: index % 3 > 0),
                class: walks ? .walking : .stationary, dataSet: index % 4, user: index % 4)
        }
        return windows
    }

    /// How many of `windows` a model answers right.
    static func right(_ model: CaseModel, _ windows: TrainingWindows) throws -> Int {
        var scratch = CaseModel.Scratch()
        return try (0..<windows.count).count { index in
            var row = try windows.row(index)
            let prediction = try model.predict(standardizing: &row, signals: windows.signals(index), scratch: &scratch)
            return prediction.probabilities.mostLikely == windows.classes[index]
        }
    }

    @Test func kernelsSeeWhatTheFeaturesDoNot() throws {
        let (windows, others) = (try Self.rhythms(seed: 1), try Self.rhythms(seed: 2))
        let with = try Self.train(windows).model
        #expect(with.kernels.count == 420)
        let without = try ModelTrainer(options: .init(kernels: 0))
            .train(windows, selection: Array(0..<windows.count)).model
        #expect(without.kernels == .none)
        #expect(try Self.right(with, others) > 230)
        #expect(try Self.right(without, others) < 180)
    }

    /// The files of 2000 bytes at a time hold all but the last window or two.
    @Test(arguments: [0, 2000]) func windowsInFilesGiveTheBitsOfThoseInMemory(memory: Int) throws {
        let inFiles = try Self.train(Self.rhythms(seed: 3, memory: memory)).model
        let inMemory = try Self.train(Self.rhythms(seed: 3)).model
        #expect(inFiles.kernels == inMemory.kernels)
        #expect(inFiles.classifier == inMemory.classifier)
        #expect(inFiles.standardizer == inMemory.standardizer)
        #expect(inFiles.distance == inMemory.distance)
        let masked = try Self.rhythms(seed: 3, memory: memory).masking { $0.need == .gyroscope }
        let expected = try Self.rhythms(seed: 3).masking { $0.need == .gyroscope }
        for index in 0..<expected.count {
            #expect(try masked.signals(index) == expected.signals(index))
            #expect(try masked.row(index).map(\.bitPattern) == expected.row(index).map(\.bitPattern))
        }
    }

    static func train(_ windows: TrainingWindows) throws -> ModelTrainer.Result {
        try ModelTrainer().train(windows, selection: Array(0..<windows.count))
    }

    @Test func whatIsMaskedGetsNoWeight() throws {
        let masked = try Self.windows().masking { $0.name.hasPrefix("vertical.") }
        let model = try Self.train(masked).model
        let names = FeatureSchema.motion.features.map(\.name) + model.products.productNames
        for (index, name) in names.enumerated() {
            let isMasked = name.split(separator: " × ").contains { $0.hasPrefix("vertical.") }
            let weights = (0..<model.classifier.classes).map { model.classifier.weights[index, $0] }
            if isMasked { #expect(weights.allSatisfy { $0 == 0 }, "\(name) has weight") }
        }
    }

    @Test func whatWasLearntIsRecognised() throws {
        let windows = try Self.windows()
        let result = try Self.train(windows)
        #expect(result.report.isConverged)
        let fresh = try Self.windows(seed: 2)
        var right = 0
        var scratch = CaseModel.Scratch()
        for index in 0..<fresh.count {
            var row = try fresh.row(index)
            let prediction = result.model.predict(standardizing: &row, signals: QuantizedSignals(), scratch: &scratch)
                .probabilities.mostLikely
            if prediction == fresh.classes[index] { right += 1 }
        }
        // One of 108 features is informative, with 160 windows: a few go wrong.
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
        let windows = try Self.windows()
        let model = try Self.train(windows).model
        var scratch = CaseModel.Scratch()
        var row = try windows.row(0)
        let probabilities = model.predict(standardizing: &row, signals: QuantizedSignals(), scratch: &scratch)
            .probabilities
        #expect(probabilities.running < 1e-15 && probabilities.noneOfThese < 1e-15)
    }

    @Test func nothingToTellApartIsAnError() throws {
        let none = TrainingWindows()
        #expect(throws: FitError.self) { try Self.train(none) }
        var windows = TrainingWindows()
        for _ in 0..<10 {
            let row = [Double](repeating: 1, count: FeatureSchema.motion.count)
            try windows.append(row: row, class: .walking, dataSet: 0, user: 0)
        }
        let oneClass = windows
        #expect(throws: FitError.self) { try Self.train(oneClass) }
    }
}
