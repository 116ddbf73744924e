// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import Testing

/// What cannot be used is refused or counted at the recogniser's door.
struct UnusableInputTests {
    private struct Model: WindowModel {
        var confidenceLevels = (medium: 0.6, high: 0.9)
        var stay = 0.98

        mutating func estimate(_ window: ModelWindow) -> ModelEstimate { .unknown(.farFromTraining) }
    }

    private func reports(_ samples: [SensorSample]) throws -> (reports: [ActivityReport], dropped: Int) {
        var recognizer = try Recognizer(model: DefaultModel.load())
        recognizer.append(samples)
        recognizer.finish()
        var reports: [ActivityReport] = []
        recognizer.takeReports(into: &reports)
        return (reports, recognizer.droppedSamples)
    }

    @Test func samplesWithoutAFiniteValueOrTimeAreDroppedAndCounted() throws {
        let ride = RecognizerTests.restWalkRest(seconds: 30)
        let expected = try reports(ride)
        #expect(expected.dropped == 0)
        var disturbed = ride
        let time = ride[ride.count / 2].nanoseconds
        for value in [Float.nan, .infinity, -.infinity] {
            for vector in [SIMD3(value, 0, 9.8), SIMD3(0, value, 9.8), SIMD3(0, 0, value)] {
                disturbed.insert(
                    SensorSample(sensor: .acceleration, nanoseconds: time, value: vector), at: ride.count / 2)
            }
        }
        for time in [Int64.min, .max, 3_155_760_000_000_000_000] {
            disturbed.append(SensorSample(sensor: .acceleration, nanoseconds: time, value: SIMD3(0, 0, 9.8)))
        }
        let found = try reports(disturbed)
        #expect(found.dropped == 12)
        #expect(found.reports == expected.reports)
        let nothing = try reports(disturbed.filter { !$0.isUsable })
        #expect(nothing.dropped == 12)
    }

    /// Each sample may come again, and earlier ones behind it: they are counted, and the answers stay.
    @Test func samplesOutOfOrderAreDroppedAndCounted() throws {
        let ride = RecognizerTests.restWalkRest(seconds: 30)
        let expected = try reports(ride)
        let doubled = try reports(ride.flatMap { [$0, $0] })
        #expect(doubled.reports == expected.reports && doubled.dropped == ride.count)
        let sensors = Set(ride.map(\.sensor)).count
        let turned = try reports(ride.reversed())
        #expect(turned.dropped == ride.count - sensors)
        #expect(turned.reports.allSatisfy { $0.activity.flags == .unknown })
        var back = ride
        back.insert(contentsOf: ride[..<100], at: ride.count / 2)
        let repeated = try reports(back)
        #expect(repeated.reports == expected.reports && repeated.dropped == 100)
    }

    /// A recogniser that was saved goes on with the order, too.
    @Test func aSavedRecogniserKnowsItsNewestSamples() throws {
        let ride = RecognizerTests.restWalkRest(seconds: 30)
        let model = try DefaultModel.load()
        var recognizer = try Recognizer(model: model)
        recognizer.append(Array(ride[..<200]))
        let state = try recognizer.savedState(model: model, options: .init())
        var restored = try Recognizer.restored(from: state, model: model).recognizer
        restored.append(Array(ride[..<100]))
        #expect(restored.droppedSamples == 100)
    }

    @Test func aModelThatKnowsNoSpeedsIsRefused() throws {
        var model = try DefaultModel.load()
        model.speed = nil
        let options = Recognizer.Options(usesSpeed: true)
        #expect(throws: InputError.self) { _ = try Recognizer(model: model, options: options) }
        #expect(throws: InputError.self) { _ = try Recognizer(windowModel: Model(), options: options) }
    }

    @Test(arguments: [0, 1.0 / 6, 1, Double.nan, .infinity]) func aWrongProbabilityToStayIsRefused(_ stay: Double) {
        #expect(throws: InputError.self) { _ = try Recognizer(windowModel: Model(stay: stay)) }
    }

    @Test(arguments: [(0.9, 0.6), (.nan, 0.9), (0.6, .nan), (-1, 0.5), (0.5, .infinity)])
    func wrongConfidenceLevelsAreRefused(_ medium: Double, _ high: Double) {
        #expect(throws: InputError.self) {
            _ = try Recognizer(windowModel: Model(confidenceLevels: (medium, high)))
        }
    }
}
