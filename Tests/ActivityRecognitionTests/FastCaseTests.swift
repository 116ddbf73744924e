// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayNumerics
import GaitwayRecognition
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// The case for logs that carry the lines of engines.
@Suite struct FastCaseTests {
    /// A phone at rest, or in a vehicle that stands: nothing but a hum tells them apart.
    private static func log(hums: Bool, rate: Double = 100, seconds: Double = 60, seed: UInt64) -> [SensorSample] {
        var generator = SeededGenerator(seed: seed)
        func noise() -> Double {
            (0..<4).reduce(0) { sum, _ in sum + Double.random(in: -0.0173...0.0173, using: &generator) }
        }
        return (0..<Int(proven: seconds * rate)).map { index in
            let hum = hums ? 0.03 * sin(2 * .pi * 28.3 * Double(index) / rate) : 0
            return SensorSample(
                sensor: .acceleration, nanoseconds: Int64(proven: Double(index) / rate * 1e9),
                value: SIMD3(Float(noise() + hum), Float(noise()), Float(9.81 + noise())))
        }
    }

    /// A model of both cases, learnt from such logs.
    private static func model(_ cases: [SensorCase] = [.total, .fast]) throws -> ActivityModel {
        var windows = TrainingWindows()
        for seed in 0..<6 as Range<UInt64> {
            let hums = seed % 2 == 0
            var (assembler, extractor, engines) = (
                WindowAssembler(recordedFrom: 45), FeatureExtractor(), EngineSpectrum()
            )
            for sample in log(hums: hums, seed: seed) { assembler.append(sample) }
            assembler.finish()
            var events: [WindowAssembler.Event] = []
            assembler.takeEvents(into: &events)
            for case .window(let window) in events {
                var row: [Double] = []
                extractor.append(window, to: &row)
                let lines = window.recorded.flatMap { engines.lines(of: $0) }
                try windows.append(
                    row: row, lines: lines ?? .missing, class: hums ? .automotive : .stationary, dataSet: Int(seed),
                    user: 0)
            }
        }
        let trainer = ModelTrainer(options: .init(products: .none, kernels: 0))
        return ActivityModel(
            name: "fast-test", schema: .motion,
            cases: try cases.map {
                try trainer.train(windows, selection: Array(0..<windows.count), for: $0).model
            }, smoothing: SmoothingParameters(stay: 0.98), provenance: .none)
    }

    /// The windows of a log as a model answers them.
    private static func predictions(_ samples: [SensorSample], _ model: ActivityModel) throws -> [ActivityReport] {
        var recognizer = try Recognizer(model: model, options: .init(smoothing: .none, reportsEveryWindow: true))
        recognizer.append(samples)
        recognizer.finish()
        var reports: [ActivityReport] = []
        recognizer.takeReports(into: &reports)
        return reports
    }

    private static func probabilities(_ reports: [ActivityReport]) -> [ActivityProbabilities?] {
        reports.map(\.probabilities)
    }

    @Test func aHumIsHeardAtAHundredSamplesASecond() throws {
        let model = try Self.model()
        for (seed, hums) in [(101 as UInt64, true), (102, false)] {
            let predictions = try Self.predictions(Self.log(hums: hums, seed: seed), model)
            let expected = hums ? ActivityClass.automotive : .stationary
            #expect(predictions.count > 15 && predictions.allSatisfy { $0.probabilities?.mostLikely == expected })
        }
    }

    @Test func aSlowerLogIsAnsweredByTheCaseTotal() throws {
        let (both, total) = (try Self.model(), try Self.model([.total]))
        for hums in [true, false] {
            let log = Self.log(hums: hums, rate: 50, seed: 103)
            #expect(
                try Self.probabilities(Self.predictions(log, both)) == Self.probabilities(Self.predictions(log, total)))
        }
    }

    /// A program raised the rate from 50 to 100: what was not measured is not heard.
    @Test func anUpsampledLogIsAnsweredAsTheLogBefore() throws {
        let (model, total) = (try Self.model(), try Self.model([.total]))
        let slow = Self.log(hums: true, rate: 50, seed: 104)
        let between = zip(slow, slow.dropFirst()).map { first, second in
            SensorSample(
                sensor: .acceleration, nanoseconds: (first.nanoseconds + second.nanoseconds) / 2,
                value: (first.value + second.value) / 2)
        }
        let upsampled = (slow + between).sorted { $0.nanoseconds < $1.nanoseconds }
        let (before, after) = try (Self.predictions(slow, model), Self.predictions(upsampled, model))
        #expect(try Self.probabilities(after) == Self.probabilities(Self.predictions(upsampled, total)))
        #expect(before.count == after.count)
        for (one, other) in zip(before, after) {
            let (one, other) = (try #require(one.probabilities), try #require(other.probabilities))
            #expect(abs(one.automotive - other.automotive) < 0.3)
        }
    }

    @Test func aModelWithoutTheCaseAnswersFastLogs() throws {
        let model = try Self.model([.total])
        #expect(!model.serves(.fast) && model.answering(.fast)?.sensorCase == .total)
        #expect(try Self.predictions(Self.log(hums: true, seed: 105), model).allSatisfy { $0.probabilities != nil })
    }

    @Test func theFileKeepsTheCase() throws {
        let model = try Self.model()
        let bytes = try model.json()
        let again = try ActivityModel(json: bytes, source: "fast.json")
        #expect(try again.json() == bytes)
        let log = Self.log(hums: true, seed: 106)
        let (before, after) = try (Self.predictions(log, model), Self.predictions(log, again))
        for (one, other) in zip(before, after) {
            let (one, other) = (try #require(one.probabilities), try #require(other.probabilities))
            #expect(abs(one.automotive - other.automotive) < 1e-4)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        // Lines belong to the case fast, with a scale for each.
        for (old, new) in [
            ("\"case\":\"fast\"", "\"case\":\"total\""), ("\"lines\":{\"deviation\":[", "\"lines\":{\"deviation\":[1,"),
        ] {
            try #require(text.contains(old))
            let edited = text.replacing(old, with: new, maxReplacements: 1)
            #expect(throws: InputError.self) { try ActivityModel(json: Array(edited.utf8), source: "fast.json") }
        }
    }

    /// A phone on a table, and on a washing machine that spins with 1,200 turns a minute.
    private static func kitchen(spin: Double, rate: Double) -> [SensorSample] {
        var phase = 0.0
        return log(hums: false, rate: rate, seed: 108).map { sample in
            phase += 2 * .pi * 20.1 / rate
            let shake = SIMD3(Float(spin * sin(phase)), Float(spin * sin(phase + 1)), Float(spin * sin(phase + 2)))
            return SensorSample(
                sensor: .acceleration, nanoseconds: sample.nanoseconds, value: sample.value + shake)
        }
    }

    @Test func aSpinningWashingMachineIsNoVehicle() throws {
        let model = try DefaultModel.load()
        let cases: [(spin: Double, rate: Double)] = [(0, 100), (0.1, 100), (0.1, 50)]
        for (spin, rate) in cases {
            let predictions = try Self.predictions(Self.kitchen(spin: spin, rate: rate), model)
            let right = predictions.count { $0.probabilities?.mostLikely == .stationary }
            let share = Double(right) / Double(predictions.count)
            #expect(share > 0.8, "\(spin) m/s² at \(rate) Hz: \(share)")
        }
    }

    @Test func aSavedRecogniserGoesOn() throws {
        let model = try Self.model()
        let options = Recognizer.Options(smoothing: .none, reportsEveryWindow: true)
        let log = Self.log(hums: true, seconds: 20, seed: 107)
        var recognizer = try Recognizer(model: model, options: options)
        var reports: [ActivityReport] = []
        for start in stride(from: 0, to: log.count, by: 333) {
            recognizer.append(Array(log[start..<min(log.count, start + 333)]))
            recognizer.takeReports(into: &reports)
            recognizer = try Recognizer.restored(
                from: recognizer.savedState(model: model, options: options), model: model
            ).recognizer
        }
        recognizer.finish()
        recognizer.takeReports(into: &reports)
        #expect(try reports == Self.predictions(log, model))
    }
}
