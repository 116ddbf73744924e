import ActivityFeatures
import ActivityRecognition
import ActivityStream
import DefaultModel
import MotionTypes
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite struct RecognizerTests {
    static let second: Int64 = 1_000_000_000

    /// A person who rests, then walks, then rests: acceleration at `rate` with the gyroscope beside it.
    static func restWalkRest(rate: Double = 50, seconds: Double = 240, seed: UInt64 = 1) -> [SensorSample] {
        var generator = SeededGenerator(seed: seed)
        return (0..<Int(seconds * rate)).flatMap { index in
            let time = Double(index) / rate
            let elapsed = Int64(time * 1e9)
            let walks = time > seconds / 3 && time < seconds * 2 / 3
            let noise = SIMD3<Float>.random(in: -0.02...0.02, using: &generator)
            var acceleration = SIMD3<Float>(0, 0, 9.81) + noise
            var rotation = noise * 0.05
            if walks {
                // Steps at 1.8 Hz with their harmonics, left and right unlike, and what no two steps share.
                let phase = Float(2 * Double.pi * (1.8 * time + 0.03 * sin(time)))
                let unlike = noise * 40
                let vertical =
                    2.4 * sin(phase) + 1.6 * sin(2 * phase + 1) + 1.1 * sin(3 * phase + 2) + 0.7
                    * sin(4 * phase)
                acceleration +=
                    SIMD3(
                        0.9 * sin(phase / 2) + 0.6 * sin(1.5 * phase),
                        1.3 * cos(phase) + 0.8 * cos(2 * phase), vertical) + unlike
                rotation += SIMD3(1.4 * sin(phase / 2), 0.5 * cos(phase), 0.6 * sin(phase + 1)) + unlike * 0.3
            }
            return [
                SensorSample(sensor: .rotationRate, elapsed: elapsed, value: rotation),
                SensorSample(sensor: .acceleration, elapsed: elapsed, value: acceleration),
            ]
        }
    }

    static func reports(
        _ samples: [SensorSample], _ options: Recognizer.Options = .init(), chunk: (() -> Int)? = nil
    ) throws -> [ActivityReport] {
        var recognizer = Recognizer(model: try DefaultModel.load(), options: options)
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
        #expect(abs(walk.activity.elapsed - 80 * Self.second) < 8 * Self.second)
        #expect(walk.delivered - walk.activity.elapsed >= WindowGrid.duration)
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

    @Test func startsNeverMoveBackAndSilenceIsShort() throws {
        let reports = try Self.reports(Self.restWalkRest(seconds: 600))
        for (earlier, later) in zip(reports, reports.dropFirst()) {
            #expect(later.activity.elapsed >= earlier.activity.elapsed)
            #expect(later.delivered >= earlier.delivered)
            #expect(later.delivered - earlier.delivered <= 60 * Self.second)
        }
        #expect(reports.contains { $0.isRepeat })
    }

    @Test func everyWindowIsReportedOnRequest() throws {
        let samples = Self.restWalkRest(seconds: 60)
        let reports = try Self.reports(samples, .init(reportsEveryWindow: true))
        let starts = reports.map { $0.window?.lowerBound }
        let expected = (0..<reports.count).map { Int64($0) * WindowGrid.hopDuration }
        #expect(starts == expected)
        #expect(reports.count == 22)
        for report in reports {
            let probabilities = try #require(report.probabilities)
            #expect(abs(ActivityClass.allCases.reduce(0) { $0 + probabilities[$1] } - 1) < 1e-12)
        }
    }

    @Test func theWallClockIsCarriedOn() throws {
        let origin = try #require(Timestamp(iso8601: "2026-05-01T08:00:00Z"))
        let reports = try Self.reports(Self.restWalkRest(seconds: 30), .init(origin: origin))
        for report in reports {
            #expect(report.activity.start == origin.advanced(byNanoseconds: report.activity.elapsed))
        }
    }

    @Test(arguments: [2.0, 5, 10, 15])
    func slowLogsAreUnknownThroughout(rate: Double) throws {
        let reports = try Self.reports(Self.restWalkRest(rate: rate, seconds: 200))
        #expect(!reports.isEmpty)
        for report in reports {
            #expect(report.activity.flags == .unknown)
            #expect(report.reason == "rate-too-low")
            #expect(report.probabilities == nil)
        }
    }

    @Test func linearAccelerationAloneIsUnknown() throws {
        let samples = Self.restWalkRest(seconds: 60).filter { $0.sensor == .acceleration }.map {
            SensorSample(
                sensor: .linearAcceleration, elapsed: $0.elapsed, value: $0.value - SIMD3(0, 0, 9.81))
        }
        let reports = try Self.reports(samples)
        #expect(Set(reports.map(\.reason)) == ["no-gravity"])
    }

    @Test func aLongGapIsUnknownAndAShortOneIsHeld() throws {
        let samples = Self.restWalkRest(seconds: 60)
        func shifted(by seconds: Int64) -> [SensorSample] {
            samples
                + samples.map {
                    SensorSample(
                        sensor: $0.sensor, elapsed: $0.elapsed + (60 + seconds) * Self.second, value: $0.value
                    )
                }
        }
        let long = try Self.reports(shifted(by: 300))
        let gap = try #require(long.first { $0.reason == "gap" })
        #expect(gap.activity.flags == .unknown)
        #expect(gap.delivered >= 360 * Self.second)
        let short = try Self.reports(shifted(by: 2))
        #expect(!short.contains { $0.reason != nil })
    }

    @Test func aLogShorterThanAWindowSaysSo() throws {
        let reports = try Self.reports(Self.restWalkRest(seconds: 4))
        #expect(reports.map(\.reason) == ["too-short"])
        let nothing = try Self.reports([])
        #expect(nothing.isEmpty)
    }

    @Test func aMissingGyroscopeIsACaseOfTheModel() throws {
        let samples = Self.restWalkRest().filter { $0.sensor == .acceleration }
        let flags = try Self.reports(samples).map(\.activity.flags)
        #expect(flags.contains(.walking) && flags.contains(.stationary) && !flags.contains(.unknown))
    }
}
