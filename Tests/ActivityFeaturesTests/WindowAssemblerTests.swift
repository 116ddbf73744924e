// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite struct WindowAssemblerTests {
    static let second: Int64 = 1_000_000_000

    /// Samples of one sensor at `rate` hertz with jitter, from `from` to `to` seconds.
    static func samples(
        _ sensor: Sensor, rate: Double, from: Double = 0, to: Double, seed: UInt64 = 1
    ) -> [SensorSample] {
        var generator = SeededGenerator(seed: seed)
        var samples: [SensorSample] = []
        var time = from
        while time < to {
            let value: SIMD3<Float> =
                switch sensor {
                case .pressure: SIMD3(Float(1000 + 0.1 * sin(time / 7)), 0, 0)
                case .rotationRate: SIMD3(Float(sin(time * 5)), 0.1, 0)
                default: SIMD3(Float(cos(time * 12)), 9.81, 0)
                }
            samples.append(SensorSample(sensor: sensor, nanoseconds: Int64(proven: time * 1e9), value: value))
            time += (1 + Double.random(in: -0.2...0.2, using: &generator)) / rate
        }
        return samples
    }

    static func merged(_ samples: [SensorSample]...) -> [SensorSample] {
        samples.flatMap { $0 }.enumerated().sorted {
            ($0.element.nanoseconds, $0.offset) < ($1.element.nanoseconds, $1.offset)
        }.map(\.element)
    }

    static func events(_ samples: [SensorSample]) -> [WindowAssembler.Event] {
        var assembler = WindowAssembler()
        var events: [WindowAssembler.Event] = []
        for sample in samples {
            assembler.append(sample)
            assembler.takeEvents(into: &events)
        }
        assembler.finish()
        assembler.takeEvents(into: &events)
        return events
    }

    static func windows(_ samples: [SensorSample]) -> [MotionWindow] {
        events(samples).compactMap { if case .window(let window) = $0 { window } else { nil } }
    }

    @Test func windowsLieOnTheGridAndArriveHalfASecondLater() {
        let windows = Self.windows(Self.samples(.acceleration, rate: 50, to: 60))
        // The last window that fits into 60 s begins at 53.76 s.
        #expect(windows.map(\.start) == (0...21).map { Int64($0) * WindowGrid.hopDuration })
        #expect(windows.first?.startsSegment == true)
        #expect(windows.dropFirst().allSatisfy { !$0.startsSegment })
        for window in windows.dropLast() {
            #expect(window.end - window.start == WindowGrid.duration)
            #expect(window.arrival - window.end > 400_000_000 && window.arrival - window.end < 600_000_000)
            #expect(abs(window.rate - 50) < 2)
            #expect(window.rotationRate == nil)
        }
    }

    @Test func everyWindowHasTheGyroscopeThatCoversIt() {
        let samples = Self.merged(
            Self.samples(.acceleration, rate: 50, to: 60),
            Self.samples(.rotationRate, rate: 73, from: 0.013, to: 40, seed: 2))
        let windows = Self.windows(samples)
        #expect(windows.count == 22)
        for window in windows.dropFirst() {
            let isCovered = window.end < 39 * Self.second
            if isCovered { #expect(window.rotationRate?.count == WindowGrid.count) }
            if window.end > 41 * Self.second { #expect(window.rotationRate == nil) }
        }
    }

    @Test func aLateGyroscopeIsWaitedFor() {
        // Each reading of the gyroscope comes 0.3 s after those of its time.
        let late = Self.samples(.rotationRate, rate: 50, to: 60, seed: 3).map { sample in
            (order: sample.nanoseconds + 300_000_000, sample: sample)
        }
        let onTime = Self.samples(.acceleration, rate: 50, to: 60).map { (order: $0.nanoseconds, sample: $0) }
        let samples = (late + onTime).sorted { $0.order < $1.order }.map(\.sample)
        let windows = Self.windows(samples)
        #expect(windows.count == 22)
        #expect(windows.dropFirst().allSatisfy { $0.rotationRate != nil })
    }

    @Test func noWindowSpansAGap() {
        let samples =
            Self.samples(.acceleration, rate: 50, to: 20)
            + Self.samples(.acceleration, rate: 50, from: 20.7, to: 40)
        let events = Self.events(samples)
        let gaps = events.compactMap { if case .gap(let from, let to) = $0 { (from, to) } else { nil } }
        #expect(gaps.count == 1)
        for window in Self.windows(samples) {
            #expect(window.end <= 20 * Self.second || window.start >= 20_700_000_000)
        }
        #expect(Self.windows(samples).filter(\.startsSegment).count == 2)
    }

    @Test func pressureSpreadNeedsItsSpan() {
        let samples = Self.merged(
            Self.samples(.acceleration, rate: 50, to: 100), Self.samples(.pressure, rate: 10, to: 100, seed: 4))
        for window in Self.windows(samples) {
            #expect((window.pressureSpread.over30Seconds != nil) == (window.end >= 24 * Self.second))
            if window.end < 48 * Self.second { #expect(window.pressureSpread.over60Seconds == nil) }
            if window.end > 52 * Self.second { #expect(window.pressureSpread.over60Seconds != nil) }
            if let spread = window.pressureSpread.over60Seconds { #expect(spread > 0.04 && spread < 0.1) }
        }
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func takingEventsEarlierOrLaterChangesNothing(seed: UInt64) {
        let samples = Self.merged(
            Self.samples(.acceleration, rate: 61, to: 90, seed: seed),
            Self.samples(.rotationRate, rate: 50, to: 70, seed: seed + 1),
            Self.samples(.pressure, rate: 1, to: 90, seed: seed + 2))
        var generator = SeededGenerator(seed: seed)
        var assembler = WindowAssembler()
        var events: [WindowAssembler.Event] = []
        for sample in samples {
            assembler.append(sample)
            if Int.random(in: 0..<500, using: &generator) == 0 { assembler.takeEvents(into: &events) }
        }
        assembler.finish()
        assembler.takeEvents(into: &events)
        #expect(events == Self.events(samples))
    }
}

extension WindowAssemblerTests {
    @Test func theLastWindowBeforeAGapKeepsItsGyroscope() throws {
        let before = Self.merged(
            Self.samples(.acceleration, rate: 50, to: 28.3), Self.samples(.rotationRate, rate: 50, to: 28.3, seed: 2))
        let after = Self.samples(.acceleration, rate: 50, from: 50, to: 60)
        let alone = try #require(Self.windows(before).last)
        let followed = try #require(Self.windows(before + after).last { $0.end < 30 * Self.second })
        #expect(alone.rotationRate != nil)
        let isSame = followed.rotationRate == alone.rotationRate
        #expect(isSame)
    }

    /// The windows of a log near 9 samples a second have fewer by their own count, then more. Their mean does not.
    @Test(arguments: 1...5 as ClosedRange<UInt64>) func aRateNearALimitStaysOnOneSide(seed: UInt64) {
        let samples = Self.samples(.acceleration, rate: 8.9, to: 300, seed: seed)
        let later = Self.windows(samples).filter { $0.start > 30 * Self.second }
        let own = later.map { window in samples.count { (window.start..<window.end).contains($0.nanoseconds) } }
        #expect(own.contains { Double($0) >= 9 * 5.12 } && own.contains { Double($0) < 9 * 5.12 })
        #expect(later.allSatisfy { abs($0.rate - 8.9) < 0.1 })
    }

    @Test func aRateThatChangesIsFollowedAtOnce() {
        let samples =
            Self.samples(.acceleration, rate: 50, to: 60) + Self.samples(.acceleration, rate: 12, from: 60, to: 120)
        for window in Self.windows(samples) {
            if window.end <= 60 * Self.second { #expect(abs(window.rate - 50) < 2) }
            if window.start >= 60 * Self.second { #expect(abs(window.rate - 12) < 0.7) }
        }
    }

    @Test func aSlowGyroscopeCountsAsMissing() {
        let samples = Self.merged(
            Self.samples(.acceleration, rate: 50, to: 30), Self.samples(.rotationRate, rate: 5, to: 30, seed: 2))
        #expect(Self.windows(samples).allSatisfy { $0.rotationRate == nil })
    }
}
