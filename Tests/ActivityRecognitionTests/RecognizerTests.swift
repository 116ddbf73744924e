// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import RideSynthesis
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite struct RecognizerTests {
    static let second: Int64 = 1_000_000_000

    /// A person who sits, walks and sits again, a third of the time each, as a phone of this rate records it.
    static func restWalkRest(rate: Double = 50, seconds: Double = 240, seed: UInt64 = 1) -> [SensorSample] {
        let script = RideScript([
            .init(.sitting, duration: seconds / 3), .init(.walking(.walk), duration: seconds / 3),
            .init(.sitting, duration: seconds / 3),
        ])
        let ride = RideSynthesizer(script: script, phone: Phone(rate: rate), seed: seed).make()
        func samples(_ sensor: Sensor, _ readings: [SyntheticRide.Reading]) -> [SensorSample] {
            readings.map { SensorSample(sensor: sensor, nanoseconds: $0.nanoseconds, value: SIMD3<Float>($0.value)) }
        }
        let all = samples(.rotationRate, ride.rotationRate) + samples(.acceleration, ride.acceleration)
        return all.sorted { ($0.elapsed, $1.sensor.rawValue) < ($1.elapsed, $0.sensor.rawValue) }
    }

    /// A phone that feels nothing but gravity, and its own noise.
    static func stillness(seconds: Int64) -> [SensorSample] {
        var generator = SeededGenerator(seed: 1)
        return (0..<seconds * 50).map {
            let noise = SIMD3<Float>.random(in: -0.01...0.01, using: &generator)
            return SensorSample(sensor: .acceleration, nanoseconds: $0 * 20_000_000, value: SIMD3(0, 0, 9.81) + noise)
        }
    }

    /// The reasons of windows that the model looked at.
    static let ofModel: Set = ["far-from-training", "handled"]

    /// Whether the model served all windows.
    static func areServed(_ reports: [ActivityReport]) -> Bool { ofLog(reports).isEmpty }

    /// The reasons that lie in the log, and not in what a model makes of its windows.
    static func ofLog(_ reports: [ActivityReport]) -> [String] {
        reports.compactMap(\.reason).filter { !ofModel.contains($0) }
    }

    static func reports(
        _ samples: [SensorSample], _ options: Recognizer.Options = .init(), model: ActivityModel? = nil,
        chunk: (() -> Int)? = nil
    ) throws -> [ActivityReport] {
        var recognizer = try Recognizer(model: model ?? DefaultModel.load(), options: options)
        var reports: [ActivityReport] = []
        var next = 0
        while next < samples.count {
            let end = min(samples.count, next + (chunk?() ?? samples.count))
            recognizer.append(Array(samples[next..<end]))
            recognizer.takeReports(into: &reports)
            next = end
        }
        recognizer.finish()
        recognizer.takeReports(into: &reports)
        return reports
    }

    @Test func restAndWalkAreToldApart() throws {
        let reports = try Self.reports(Self.restWalkRest())
        let flags = reports.map(\.activity.flags)
        var changes: [ActivityFlags] = []
        for flag in flags where flag != changes.last { changes.append(flag) }
        #expect(changes.first == .stationary && changes.last == .stationary)
        #expect(changes.contains(.walking))
        // The walk began after 80 s: its window's start is not far off, its delivery later.
        let walk = try #require(reports.first { $0.activity.flags == .walking })
        #expect(abs(walk.activity.elapsed.inSeconds - 80) < 8)
        #expect(walk.delivered - walk.activity.elapsed >= .nanoseconds(WindowGrid.duration))
    }

    @Test(arguments: Smoothing.allCases, [1, 2, 3] as [UInt64])
    func anyChunkingGivesTheSameReports(smoothing: Smoothing, seed: UInt64) throws {
        let samples = Self.restWalkRest(rate: 61, seconds: 90, seed: seed)
        var generator = SeededGenerator(seed: seed)
        let options = Recognizer.Options(smoothing: smoothing, reportsEveryWindow: seed == 2)
        let whole = try Self.reports(samples, options)
        let chunked = try Self.reports(samples, options) { Int.random(in: 1...400, using: &generator) }
        let single = try Self.reports(samples, options) { 1 }
        #expect(chunked == whole)
        #expect(single == whole)
    }

    /// Samples may be cut into windows beside the recogniser, in pieces of any size.
    @Test(arguments: Smoothing.allCases, [1, 2, 3] as [UInt64])
    func windowsThatAreCutElsewhereGiveTheSameReports(smoothing: Smoothing, seed: UInt64) throws {
        var samples = Self.restWalkRest(rate: 61, seconds: 120, seed: seed)
        // A gap that windows end at, one after which nothing is known, and a log without any window.
        samples.removeAll { (30...32).contains($0.elapsed.inSeconds) || (60...85).contains($0.elapsed.inSeconds) }
        if seed == 3 { samples.removeAll { $0.elapsed.inSeconds > 3 } }
        var generator = SeededGenerator(seed: seed)
        let options = Recognizer.Options(smoothing: smoothing, reportsEveryWindow: seed == 2)
        let whole = try Self.reports(samples, options)
        var recognizer = try Recognizer(model: DefaultModel.load(), options: options)
        var cutter = recognizer.cutter
        var (reports, events): ([ActivityReport], [WindowCutter.Event]) = ([], [])
        var next = 0
        while next < samples.count {
            let end = min(samples.count, next + Int.random(in: 1...2000, using: &generator))
            cutter.append(Array(samples[next..<end]), to: &events)
            next = end
            guard Bool.random(using: &generator) else { continue }
            recognizer.append(cut: events)
            recognizer.takeReports(into: &reports)
            events.removeAll()
        }
        recognizer.append(cut: events)
        recognizer.cutter = cutter
        recognizer.finish()
        recognizer.takeReports(into: &reports)
        #expect(reports == whole)
        #expect(!reports.isEmpty)
    }

    /// Windows that are listed beside a stream are those of a stream of windows, and leave the stream as it is.
    @Test(arguments: Smoothing.allCases) func listedWindowsAreAllWindows(smoothing: Smoothing) throws {
        let samples = Self.restWalkRest(seconds: 120)
        var options = Recognizer.Options(smoothing: smoothing)
        let stream = try Self.reports(samples, options)
        options.listsWindows = true
        var recognizer = try Recognizer(model: DefaultModel.load(), options: options)
        var (reports, windows): ([ActivityReport], [ActivityReport]) = ([], [])
        recognizer.append(samples)
        recognizer.takeWindows(into: &windows)
        recognizer.finish()
        recognizer.takeReports(into: &reports)
        recognizer.takeWindows(into: &windows)
        #expect(reports == stream)
        #expect(windows == (try Self.reports(samples, .init(smoothing: smoothing, reportsEveryWindow: true))))
    }

    /// When the accelerometer comes back, what it had measured before it fell silent may still fill a window. That one
    /// begins before the silence that was told.
    @Test(arguments: 0..<11) func startsNeverMoveBackAroundASilence(quarter: Int) throws {
        let silence = 40 + Double(quarter) / 4...58 + Double(quarter) / 4
        let samples = Self.restWalkRest(seconds: 90).filter {
            $0.sensor != .acceleration || !silence.contains($0.elapsed.inSeconds)
        }
        let reports = try Self.reports(samples, .init(smoothing: .causal))
        #expect(reports.contains { $0.activity.flags == .unknown })
        for (earlier, later) in zip(reports, reports.dropFirst()) {
            #expect(later.activity.elapsed >= earlier.activity.elapsed)
        }
    }

    @Test func startsNeverMoveBackAndSilenceIsShort() throws {
        let reports = try Self.reports(Self.restWalkRest(seconds: 600))
        for (earlier, later) in zip(reports, reports.dropFirst()) {
            #expect(later.activity.elapsed >= earlier.activity.elapsed)
            #expect(later.delivered >= earlier.delivered)
            #expect(later.delivered - earlier.delivered <= .seconds(60))
        }
        // Where nothing at all changes, repeats alone break the silence.
        let still = try Self.reports(Self.stillness(seconds: 300))
        #expect(still.count { $0.isRepeat } >= 4)
        for (earlier, later) in zip(still, still.dropFirst()) {
            #expect(later.delivered - earlier.delivered <= .seconds(60))
        }
    }

    /// Of a log at 95 samples a second and more, the engine would be heard, and the car be automotive alone.
    @Test func aCarAtARedLightIsStationaryAndAutomotive() throws {
        let script = RideScript([.init(.driving(.init()), duration: 240)])
        let ride = RideSynthesizer(script: script, phone: Phone(rate: 50), seed: 1).make()
        let samples = ride.acceleration.map {
            SensorSample(sensor: .acceleration, nanoseconds: $0.nanoseconds, value: SIMD3<Float>($0.value))
        }
        let flags = try Self.reports(samples).map(\.activity.flags)
        #expect(flags.contains(.automotive))
        #expect(flags.contains([.automotive, .stationary]))
        // Without smoothing a window knows nothing of the drive around it.
        let single = try Self.reports(samples, .init(smoothing: .none)).map(\.activity.flags)
        #expect(!single.contains([.automotive, .stationary]))
    }

    @Test func everyWindowIsReportedOnRequest() throws {
        let samples = Self.restWalkRest(seconds: 60)
        let reports = try Self.reports(samples, .init(reportsEveryWindow: true))
        let starts = reports.map { $0.window?.lowerBound }
        let expected = (0..<reports.count).map { Duration.nanoseconds(Int64($0) * WindowGrid.hopDuration) }
        #expect(starts == expected)
        #expect(reports.count == 22)
        // What lies across rest and walk may be far from all training.
        let known = reports.filter { !($0.reason.map(Self.ofModel.contains) ?? false) }
        #expect(known.count >= 18)
        for report in known {
            let probabilities = try #require(report.probabilities)
            #expect(abs(ActivityClass.allCases.reduce(0) { $0 + probabilities[$1] } - 1) < 1e-12)
        }
    }

    @Test func theWallClockIsCarriedOn() throws {
        let origin = try #require(Timestamp(iso8601: "2026-05-01T08:00:00Z"))
        let reports = try Self.reports(Self.restWalkRest(seconds: 30), .init(origin: origin))
        for report in reports {
            #expect(report.activity.start == origin + report.activity.elapsed)
        }
    }

    @Test(arguments: [2.0, 5, 8])
    func logsBelowAllCasesAreUnknownThroughout(rate: Double) throws {
        let reports = try Self.reports(Self.restWalkRest(rate: rate, seconds: 200))
        #expect(!reports.isEmpty)
        for report in reports {
            #expect(report.activity.flags == .unknown)
            #expect(report.reason == "rate-too-low")
            #expect(report.probabilities == nil)
        }
    }

    @Test(arguments: [10.0, 15])
    func slowLogsHaveACaseOfTheirOwn(rate: Double) throws {
        let reports = try Self.reports(Self.restWalkRest(rate: rate))
        let flags = reports.map(\.activity.flags)
        #expect(flags.contains(.walking) && flags.contains(.stationary) && Self.areServed(reports))
    }

    /// The ride as a phone gives it out that takes gravity away.
    static let linearRide = restWalkRest(seconds: 120).filter { $0.sensor == .acceleration }.map {
        SensorSample(sensor: .linearAcceleration, nanoseconds: $0.nanoseconds, value: $0.value - SIMD3(0, 0, 9.81))
    }

    @Test func linearAccelerationHasACaseOfItsOwn() throws {
        let reports = try Self.reports(Self.linearRide)
        #expect(reports.contains { $0.activity.flags == .walking } && Self.areServed(reports))
    }

    @Test func linearAccelerationIsUnknownToAModelWithoutThatCase() throws {
        var model = try DefaultModel.load()
        model.cases.removeAll { $0.sensorCase == .linear }
        let reports = try Self.reports(Self.linearRide, model: model)
        #expect(Set(reports.map(\.reason)) == ["no-gravity"])
    }

    @Test func readingsThatNeverChangeAreADeadSensor() throws {
        let alive = Self.restWalkRest(seconds: 60).filter { $0.sensor == .acceleration }
        let last = try #require(alive.last)
        let stuck = (1...3000).map {
            SensorSample(
                sensor: .acceleration, nanoseconds: last.nanoseconds + Int64($0) * 20_000_000, value: last.value)
        }
        let reports = try Self.reports(alive + stuck, .init(reportsEveryWindow: true))
        #expect(reports.last?.reason == "dead-sensor")
        #expect(reports.first?.reason == nil)
    }

    @Test func readingsAtTheEndOfTheRangeAreSaturated() throws {
        let samples = Self.stillness(seconds: 30).map {
            SensorSample(
                sensor: .acceleration, nanoseconds: $0.nanoseconds,
                value: SIMD3(($0.nanoseconds / 400_000_000) % 2 == 0 ? 19.6133 : -19.6133, $0.value.y, $0.value.z))
        }
        #expect(Set(try Self.reports(samples).map(\.reason)) == ["saturated"])
    }

    @Test func aGapIsUnknownForItsTime() throws {
        let samples = Self.restWalkRest(seconds: 60)
        func shifted(by seconds: Int64) -> [SensorSample] {
            samples
                + samples.map {
                    SensorSample(
                        sensor: $0.sensor, nanoseconds: $0.nanoseconds + (60 + seconds) * Self.second, value: $0.value
                    )
                }
        }
        let long = try Self.reports(shifted(by: 300))
        let gap = try #require(long.first { $0.reason == "gap" })
        #expect(gap.activity.flags == .unknown)
        #expect(gap.delivered >= .seconds(360))
        let short = try Self.reports(shifted(by: 2))
        #expect(Self.ofLog(short) == ["gap"])
    }

    @Test func aLogShorterThanAWindowSaysSo() throws {
        let reports = try Self.reports(Self.restWalkRest(seconds: 4))
        #expect(reports.map(\.reason) == ["too-short"])
        let nothing = try Self.reports([])
        #expect(nothing.isEmpty)
    }

    @Test func aMissingGyroscopeIsACaseOfTheModel() throws {
        let samples = Self.restWalkRest().filter { $0.sensor == .acceleration }
        let reports = try Self.reports(samples)
        let flags = reports.map(\.activity.flags)
        #expect(flags.contains(.walking) && flags.contains(.stationary) && Self.areServed(reports))
    }
}

extension RecognizerTests {
    @Test func aDeadAccelerometerIsNoticedWhileTheGyroscopeGoesOn() throws {
        let alive = Self.restWalkRest(seconds: 60)
        let alone = (3000..<15000).map {
            SensorSample(sensor: .rotationRate, nanoseconds: Int64($0) * 20_000_000, value: SIMD3(0.1, 0, 0))
        }
        let reports = try Self.reports(alive + alone)
        let unknown = try #require(reports.first { $0.reason.map { !Self.ofModel.contains($0) } ?? false })
        #expect(unknown.reason == "gap")
        #expect(unknown.delivered < .seconds(75))
        for (earlier, later) in zip(reports, reports.dropFirst()) {
            #expect(later.delivered - earlier.delivered <= .seconds(60))
        }
        #expect((reports.last?.delivered ?? .zero) > .seconds(239))
    }

    @Test func afterALongGapTheRateIsNotBlamed() throws {
        let samples = Self.restWalkRest(seconds: 60)
        let later = samples.map {
            SensorSample(sensor: $0.sensor, nanoseconds: $0.nanoseconds + 7200 * Self.second, value: $0.value)
        }
        let reasons = try Self.reports(samples + later, .init(reportsEveryWindow: true)).compactMap(\.reason)
        #expect(reasons.contains("gap"))
        #expect(Set(reasons).isSubset(of: ["gap", "far-from-training", "handled"]))
    }
}
