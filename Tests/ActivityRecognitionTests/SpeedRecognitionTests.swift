// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

@Suite struct SpeedRecognitionTests {
    /// The built-in model with what speeds say in two data sets of a kind: rest at 0.1, walking at 1.4 m/s.
    private func model() throws -> ActivityModel {
        var model = try DefaultModel.load()
        let examples = [
            (ActivityClass.stationary, 0.1), (.walking, 1.4), (.running, 3), (.cycling, 6), (.automotive, 12),
        ]
        .flatMap { activityClass, speed in
            [SpeedLikelihood.Example](
                repeating: .init(activityClass: activityClass, dataSet: 0, speed: speed), count: 100)
        }
        model.speed = SpeedLikelihood(learning: examples)
        return model
    }

    /// Fixes once a second from one second to another.
    private func fixes(_ speed: Float, from: Int64, to: Int64) -> [SensorSample] {
        (from..<to).map {
            SensorSample(sensor: .speed, nanoseconds: $0 * RecognizerTests.second, value: SIMD3(speed, 0, 0))
        }
    }

    private func merged(_ samples: [SensorSample], _ fixes: [SensorSample]) -> [SensorSample] {
        (fixes + samples).enumerated().sorted {
            ($0.element.nanoseconds, $0.offset) < ($1.element.nanoseconds, $1.offset)
        }.map(\.element)
    }

    @Test(arguments: Smoothing.allCases)
    func ignoresSpeedsUnlessToldOtherwise(_ smoothing: Smoothing) throws {
        let motion = RecognizerTests.restWalkRest(seconds: 120)
        let samples = merged(motion, fixes(12, from: -5, to: 300))
        let options = Recognizer.Options(smoothing: smoothing, reportsEveryWindow: true)
        let plain = try RecognizerTests.reports(motion, options, model: model())
        #expect(try RecognizerTests.reports(samples, options, model: model()) == plain)
        #expect(plain.allSatisfy { $0.speed == nil })
        // Nor does the option change anything without speeds.
        var using = options
        using.usesSpeed = true
        #expect(try RecognizerTests.reports(motion, using, model: model()) == plain)
        let unknown = merged(
            motion, fixes(-1, from: 0, to: 120) + fixes(.nan, from: 0, to: 120) + fixes(0, from: 0, to: 120))
        #expect(try RecognizerTests.reports(unknown, using, model: model()) == plain)
    }

    @Test func saysWhichWindowsHadASpeed() throws {
        let motion = RecognizerTests.restWalkRest(seconds: 120)
        let samples = merged(motion, fixes(1.4, from: 30, to: 60) + fixes(9, from: 9000, to: 9010))
        var options = Recognizer.Options(smoothing: .none, reportsEveryWindow: true)
        let plain = try RecognizerTests.reports(motion, options)
        options.usesSpeed = true
        var recognizer = try Recognizer(model: model(), options: options)
        recognizer.append(samples)
        recognizer.finish()
        var reports: [ActivityReport] = []
        recognizer.takeReports(into: &reports)
        let likelihood = try #require(try model().speed)
        #expect(reports.count == plain.count)
        #expect(recognizer.windowsWithSpeed == reports.count { $0.speed != nil })
        for (report, alone) in zip(reports, plain) {
            let window = try #require(report.window)
            #expect(window == alone.window && report.delivered == alone.delivered && report.reason == alone.reason)
            let isNear = window.upperBound > .seconds(30) && window.lowerBound - .milliseconds(1500) <= .seconds(59)
            guard let probabilities = alone.probabilities, isNear else {
                #expect(report.speed == nil && report.probabilities == alone.probabilities)
                continue
            }
            #expect(abs((report.speed ?? 0) - 1.4) < 1e-6)
            #expect(report.probabilities == likelihood.fused(probabilities, speed: report.speed ?? 0))
        }
        #expect(reports.contains { $0.speed != nil } && reports.contains { $0.speed == nil })
    }

    @Test func windowsAreJoinedByWhatASpeedSaysOverTime() throws {
        let motion = RecognizerTests.restWalkRest(seconds: 120)
        let samples = merged(motion, fixes(3, from: 20, to: 70))
        let model = try model()
        let likelihood = try #require(model.speed)
        let alone = try RecognizerTests.reports(
            motion, Recognizer.Options(smoothing: .none, reportsEveryWindow: true), model: model)
        let fused = try RecognizerTests.reports(
            samples, Recognizer.Options(smoothing: .causal, reportsEveryWindow: true, usesSpeed: true), model: model)
        #expect(fused.count == alone.count)
        var smoother = Smoother(.causal, parameters: model.smoothing)
        var expected: [SmoothedEstimate] = []
        for (report, prediction) in zip(alone, fused) {
            let window = try #require(report.window)
            let start = window.lowerBound.wholeNanoseconds
            let outcome: ModelEstimate =
                report.probabilities.map { probabilities in
                    .probabilities(
                        prediction.speed.map { likelihood.evidence(probabilities, speed: $0) } ?? probabilities)
                } ?? .unknown(.farFromTraining)
            smoother.append(
                WindowEstimate(
                    span: start..<window.upperBound.wholeNanoseconds, arrival: report.delivered.wholeNanoseconds,
                    outcome: outcome), to: &expected)
        }
        #expect(fused.map(\.smoothed) == expected.map(\.smoothed))
        #expect(fused.contains { $0.speed != nil })
    }

    @Test(arguments: Smoothing.allCases)
    func anyChunkingGivesTheSameReports(_ smoothing: Smoothing) throws {
        var generator = SeededGenerator(seed: 7)
        let motion = RecognizerTests.restWalkRest(rate: 61, seconds: 90)
        let speeds = (0..<120).map { _ in
            SensorSample(
                sensor: .speed, nanoseconds: .random(in: 0...90_000_000_000, using: &generator),
                value: SIMD3(.random(in: 0...20, using: &generator), 0, 0))
        }
        let samples = merged(motion, speeds)
        let options = Recognizer.Options(smoothing: smoothing, reportsEveryWindow: true, usesSpeed: true)
        let whole = try RecognizerTests.reports(samples, options, model: model())
        let chunked = try RecognizerTests.reports(samples, options, model: model()) {
            Int.random(in: 1...400, using: &generator)
        }
        #expect(whole == chunked)
        #expect(try RecognizerTests.reports(samples, options, model: model()) { 1 } == whole)
        #expect(whole.contains { $0.speed != nil })
    }

    /// A log of too few samples for the model, with fixes of one speed.
    private func slow(_ speed: Float, rate: Double = 2, seconds: Double = 120) -> [SensorSample] {
        merged(
            RecognizerTests.restWalkRest(rate: rate, seconds: seconds),
            fixes(speed, from: 0, to: Int64(proven: seconds)))
    }

    @Test(arguments: [2.0, 5], [ActivityFlags.automotive, .walking, .stationary])
    func theSpeedAloneAnswersLogsBelowTheRate(rate: Double, flags: ActivityFlags) throws {
        let speed: Float = flags == .automotive ? 12 : flags == .walking ? 1.4 : 0.1
        let model = try model()
        let likelihood = try #require(model.speed)
        for smoothing in Smoothing.allCases {
            var recognizer = try Recognizer(
                model: model,
                options: .init(smoothing: smoothing, reportsEveryWindow: true, usesSpeed: true))
            recognizer.append(slow(speed, rate: rate))
            recognizer.finish()
            var reports: [ActivityReport] = []
            recognizer.takeReports(into: &reports)
            #expect(reports.count > 30)
            #expect(recognizer.windowsBySpeedAlone == reports.count && recognizer.unknownWindows.isEmpty)
            for report in reports {
                #expect(report.activity.flags == flags && report.reason == "rate-too-low")
                #expect(report.activity.confidence != .high)
                #expect(report.probabilities == likelihood.alone(speed: Double(speed)))
                #expect(abs((report.speed ?? 0) - Double(speed)) < 1e-6)
                let window = try #require(report.window)
                #expect(window.upperBound - window.lowerBound <= .milliseconds(5120))
            }
        }
    }

    @Test func withoutAMovingFixSlowLogsStayUnknown() throws {
        let options = Recognizer.Options(reportsEveryWindow: true, usesSpeed: true)
        let motion = RecognizerTests.restWalkRest(rate: 2, seconds: 120)
        for samples in [
            motion, merged(motion, fixes(0, from: 0, to: 120)), merged(motion, fixes(9, from: 900, to: 990)),
        ] {
            let reports = try RecognizerTests.reports(samples, options, model: model())
            #expect(reports.count > 30)
            #expect(reports.allSatisfy { $0.activity.flags == .unknown && $0.reason == "rate-too-low" })
        }
        // Nor does a speed count that was not asked for.
        let ignoring = try RecognizerTests.reports(slow(12), .init(reportsEveryWindow: true), model: model())
        #expect(ignoring.allSatisfy { $0.activity.flags == .unknown && $0.speed == nil })
    }

    @Test func onceFixesEndASlowLogIsUnknownAgain() throws {
        let motion = RecognizerTests.restWalkRest(rate: 2, seconds: 180)
        let reports = try RecognizerTests.reports(
            merged(motion, fixes(12, from: 0, to: 60)), .init(smoothing: .none, usesSpeed: true), model: model())
        let flags = reports.map(\.activity.flags)
        #expect(flags.first == .automotive && flags.last == .unknown)
        // Neither moves the beginning of a report back.
        #expect(zip(reports.dropFirst(), reports).allSatisfy { $0.activity.elapsed >= $1.activity.elapsed })
    }

    @Test(arguments: Smoothing.allCases)
    func anyChunkingOfASlowLogGivesTheSameReports(_ smoothing: Smoothing) throws {
        var generator = SeededGenerator(seed: 11)
        let speeds = (0..<3000).map { _ in
            SensorSample(
                sensor: .speed, nanoseconds: .random(in: 0...900_000_000_000, using: &generator),
                value: SIMD3(.random(in: 0...20, using: &generator), 0, 0))
        }
        let samples = merged(RecognizerTests.restWalkRest(rate: 2, seconds: 900), speeds)
        let options = Recognizer.Options(smoothing: smoothing, reportsEveryWindow: true, usesSpeed: true)
        let whole = try RecognizerTests.reports(samples, options, model: model())
        #expect(try RecognizerTests.reports(samples, options, model: model()) { 1 } == whole)
        let chunked = try RecognizerTests.reports(samples, options, model: model()) {
            Int.random(in: 1...400, using: &generator)
        }
        #expect(whole == chunked && whole.contains { $0.speed != nil })
    }

    @Test func changesOfAnswersBySpeedKeepTheirReason() throws {
        let samples = slow(12)
        let options = Recognizer.Options(reportsEveryWindow: true, usesSpeed: true)
        let windows = try RecognizerTests.reports(samples, options, model: model())
        var changes = options
        changes.reportsEveryWindow = false
        var filter = ChangeFilter()
        let changed = windows.compactMap { filter.change($0) }
        #expect(try changed == RecognizerTests.reports(samples, changes, model: model()))
        let stretches = ActivityStretches(windows, end: .seconds(120)).folding()
        #expect(stretches.stretches.count == 1 && stretches.stretches[0].isBySpeed)
        #expect(stretches.totals.map(\.isBySpeed) == [true])
    }
}
