// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

@Suite struct WindowModelTests {
    /// The built-in model of total acceleration, as a user could put it behind the windows.
    struct Wrapped: WindowModel {
        let inner: CaseModel
        let stay: Double

        var confidenceLevels: (medium: Double, high: Double) { (inner.confidence.medium, inner.confidence.high) }

        /// The signals that kernels take, which a model of one's own does not get, from the window's samples.
        private static func signals(of window: ModelWindow) -> QuantizedSignals {
            var extractor = FeatureExtractor()
            var row: [Double] = []
            var signals = QuantizedSignals()
            extractor.append(motion(of: window), to: &row)
            extractor.quantize(into: &signals)
            return signals
        }

        private static func motion(of window: ModelWindow) -> MotionWindow {
            MotionWindow(
                start: 0, end: WindowGrid.duration, arrival: WindowGrid.duration, startsSegment: true,
                rate: window.rate, acceleration: window.acceleration, hasGravity: window.hasGravity,
                rotationRate: window.rotationRate)
        }

        func estimate(_ window: ModelWindow) -> ModelEstimate {
            var row = window.features
            var scratch = CaseModel.Scratch()
            let prediction = inner.predict(standardizing: &row, signals: Self.signals(of: window), scratch: &scratch)
            return WindowClassifier.outcome(of: prediction, by: inner, isTurned: Self.motion(of: window).isTurned)
        }
    }

    /// Counts its windows: sure of walking on every third, of nothing on every seventh, of rest on others.
    struct Counting: WindowModel {
        var minimumRateOfLinear: Double?
        private var count = 0

        init(minimumRateOfLinear: Double? = nil) { self.minimumRateOfLinear = minimumRateOfLinear }

        func minimumRate(hasGravity: Bool) -> Double? { hasGravity ? 30 : minimumRateOfLinear }

        mutating func estimate(_ window: ModelWindow) -> ModelEstimate {
            count += 1
            if count % 7 == 0 { return .unknown(.farFromTraining) }
            let likely: ActivityClass = count % 3 == 0 ? .walking : .stationary
            // Divided by their sum.
            let prediction = try? ActivityProbabilities.proportional(to: { $0 == likely ? 3 : 0.2 })
            return prediction.map { .probabilities($0) } ?? .unknown(.saturated)
        }
    }

    private static func reports(
        _ samples: [SensorSample], _ model: some WindowModel, _ options: Recognizer.Options = .init(),
        chunk: () -> Int = { .max }
    ) throws -> [ActivityReport] {
        var recognizer = try Recognizer(windowModel: model, options: options)
        var reports: [ActivityReport] = []
        var rest = samples[...]
        while !rest.isEmpty {
            let part = rest.prefix(chunk())
            recognizer.append(Array(part))
            recognizer.takeReports(into: &reports)
            rest = rest.dropFirst(part.count)
        }
        recognizer.finish()
        recognizer.takeReports(into: &reports)
        return reports
    }

    @Test(arguments: Smoothing.allCases, [nil, 0.9])
    func theBuiltInModelBehindTheWindowsGivesItsReports(smoothing: Smoothing, stay: Double?) throws {
        var model = try DefaultModel.load()
        model.cases.removeAll { $0.sensorCase != .total }
        let inner = try #require(model.cases.first)
        model.smoothing = SmoothingParameters(stay: stay ?? SmoothingParameters.standardStay)
        let ride = RecognizerTests.restWalkRest(seconds: 120)
        let later = ride.map {
            SensorSample(sensor: $0.sensor, nanoseconds: $0.nanoseconds + 300 * RecognizerTests.second, value: $0.value)
        }
        let options = Recognizer.Options(smoothing: smoothing, reportsEveryWindow: stay == nil)
        let expected = try RecognizerTests.reports(ride + later, options, model: model)
        let own = try Self.reports(ride + later, Wrapped(inner: inner, stay: model.smoothing.stay), options)
        // The reports are too long to be shown.
        let areSame = own == expected
        #expect(areSame)
        #expect(own.contains { $0.reason == "gap" } && own.contains { $0.activity.flags == .walking })
    }

    @Test func aModelWithStateGivesTheSameInAnyChunking() throws {
        let samples = RecognizerTests.restWalkRest(rate: 61, seconds: 90)
        var generator = SeededGenerator(seed: 3)
        let options = Recognizer.Options(smoothing: .none, reportsEveryWindow: true)
        let whole = try Self.reports(samples, Counting(), options)
        let chunked = try Self.reports(samples, Counting(), options) { Int.random(in: 1...400, using: &generator) }
        let areSame = whole == chunked
        #expect(areSame)
        #expect(whole.count { $0.reason == "far-from-training" } == whole.count / 7)
        for report in whole {
            guard let probabilities = report.probabilities else { continue }
            #expect(abs(ActivityClass.allCases.reduce(0) { $0 + probabilities[$1] } - 1) < 1e-12)
            #expect(report.activity.confidence == .medium)
        }
    }

    @Test func aModelIsAskedOnlyForWhatItServes() throws {
        let slow = try Self.reports(RecognizerTests.restWalkRest(rate: 25, seconds: 60), Counting())
        #expect(Set(slow.map(\.reason)) == ["rate-too-low"])
        #expect(try Set(Self.reports(RecognizerTests.linearRide, Counting()).map(\.reason)) == ["no-gravity"])
        let linear = try Self.reports(RecognizerTests.linearRide, Counting(minimumRateOfLinear: 30))
        #expect(linear.contains { $0.activity.flags == .stationary })
        let stuck = (0..<3000).map {
            SensorSample(sensor: .acceleration, nanoseconds: Int64($0) * 20_000_000, value: SIMD3(0, 0, 9.81))
        }
        #expect(try Self.reports(stuck, Counting()).last?.reason == "dead-sensor")
    }

    @Test func aWindowHasItsSamplesAndNamedFeatures() throws {
        /// Keeps what it was shown.
        struct Looking: WindowModel {
            let look: @Sendable (ModelWindow) -> Void

            func estimate(_ window: ModelWindow) -> ModelEstimate {
                look(window)
                return .probabilities(.uniform)
            }
        }
        #expect(ModelWindow.featureNames == FeatureSchema.motion.features.map(\.name))
        let withoutGyroscope = RecognizerTests.restWalkRest(seconds: 30).filter { $0.sensor == .acceleration }
        _ = try Self.reports(
            withoutGyroscope,
            Looking { window in
                #expect(window.acceleration.count == 128 && window.hasGravity && window.rotationRate == nil)
                #expect(window.span.upperBound - window.span.lowerBound == .milliseconds(5120))
                #expect(window.startsSegment == (window.span.lowerBound == .zero))
                #expect(abs(window.rate - 50) < 1)
                #expect(window["rotation.mean"] == nil && window["magnitude.power"] != nil)
                #expect(window.features.count == ModelWindow.featureNames.count)
            })
    }
}
