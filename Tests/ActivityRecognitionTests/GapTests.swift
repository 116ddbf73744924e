// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// What holds of the answers around gaps of any sensor, wherever they lie in a hop.
@Suite struct GapTests {
    private static let walk = RecognizerTests.restWalkRest(seconds: 120)

    /// A ride of random sensors, rates and gaps, in the order of time.
    private struct Ride {
        var samples: [SensorSample]
        /// Where the accelerometer is silent for more than half a second, up to the log's end.
        var gaps: [Range<Int64>] = []
        var end: Duration { .nanoseconds(samples.last?.nanoseconds ?? 0) }

        /// The order of the sensors in one moment is random, too.
        init(seed: UInt64) {
            var generator = SeededGenerator(seed: seed)
            let rarity = [1, 1, 1, 2, 12, 50].randomElement(using: &generator) ?? 1
            let length = Double.random(in: 4...110, using: &generator)
            func holes(_ count: Int) -> [Range<Double>] {
                (0..<count).map { _ in
                    let from = Double.random(in: 0...length, using: &generator)
                    let lengths = [0.3...0.7, 0.5...5, 3...12, 10...60]
                    let span = lengths.randomElement(using: &generator) ?? 1...1
                    return from..<from + .random(in: span, using: &generator)
                }
            }
            let own = holes(Int.random(in: 0...4, using: &generator))
            let turns = Bool.random(using: &generator) ? own : holes(Int.random(in: 0...3, using: &generator))
            let hasRotation = Int.random(in: 0..<4, using: &generator) > 0
            let hasPressure = Int.random(in: 0..<3, using: &generator) == 0
            let ends = (0..<2).map { _ in
                Bool.random(using: &generator) ? length : .random(in: 3...length, using: &generator)
            }
            let pressure = (0...Int(clamping: length)).filter { _ in hasPressure }.map {
                SensorSample(
                    sensor: .pressure, nanoseconds: Int64($0) * RecognizerTests.second, value: SIMD3(1000, 0, 0))
            }
            var counts = [Sensor: Int]()
            let motion = GapTests.walk.filter { sample in
                let isRotation = sample.sensor == .rotationRate
                counts[sample.sensor, default: -1] += 1
                guard counts[sample.sensor, default: 0] % rarity == 0, hasRotation || !isRotation else { return false }
                let time = sample.elapsed.inSeconds
                if time == 0 { return true }
                return time <= ends[isRotation ? 1 : 0] && !(isRotation ? turns : own).contains { $0.contains(time) }
            }
            let isReversed = Bool.random(using: &generator)
            samples = (motion + pressure).sorted {
                let (one, other) = (Int($0.sensor.rawValue), Int($1.sensor.rawValue))
                return ($0.nanoseconds, isReversed ? -one : one) < ($1.nanoseconds, isReversed ? -other : other)
            }
            let times = samples.filter { $0.sensor == .acceleration }.map(\.nanoseconds)
            for (from, to) in zip(times, times.dropFirst() + [samples.last?.nanoseconds ?? 0])
            where to - from > SensorSample.longestStep { gaps.append(from..<to) }
        }
    }

    /// The reports of samples that come one by one. Each is delivered when its last sample has come, and not before.
    private static func delivered(_ ride: Ride, _ options: Recognizer.Options) throws -> [ActivityReport] {
        var recognizer = try Recognizer(model: DefaultModel.load(), options: options)
        var reports: [ActivityReport] = []
        for sample in ride.samples {
            let known = reports.count
            recognizer.append([sample])
            recognizer.takeReports(into: &reports)
            #expect(reports[known...].allSatisfy { $0.delivered == sample.elapsed })
        }
        recognizer.finish()
        recognizer.takeReports(into: &reports)
        return reports
    }

    /// Checks that no activity of spans, from each start to the next, lies in a gap.
    private static func expectSilence(
        _ spans: [(start: Duration, flags: ActivityFlags)], _ ride: Ride, _ comment: Comment
    ) {
        let ends = spans.dropFirst().map(\.start) + [ride.end]
        for (span, end) in zip(spans, ends) where span.flags != .unknown {
            for gap in ride.gaps {
                let overlap =
                    min(end, .nanoseconds(gap.upperBound)) - max(span.start, .nanoseconds(gap.lowerBound))
                #expect(overlap <= .zero, "\(comment): \(span) until \(end) lies in the gap \(gap)")
            }
        }
    }

    @Test(arguments: 0..<Rounds.count(160) as Range<Int>)
    func noActivityLastsThroughAGap(round: Int) throws {
        let ride = Ride(seed: UInt64(round))
        for smoothing in [Smoothing.causal, .allCases[round % Smoothing.allCases.count]] {
            let comment: Comment = "seed \(round), \(smoothing)"
            var options = Recognizer.Options(smoothing: smoothing)
            let changes = try Self.delivered(ride, options)
            options.reportsEveryWindow = true
            let windows = try Self.delivered(ride, options)
            for reports in [changes, windows] {
                for (one, next) in zip(reports, reports.dropFirst()) {
                    #expect(one.activity.elapsed <= next.activity.elapsed, comment)
                    #expect(one.delivered <= next.delivered, comment)
                    if let window = one.window, let next = next.window {
                        #expect(window.lowerBound < next.lowerBound, comment)
                    }
                }
                #expect(reports.allSatisfy { $0.delivered <= ride.end }, comment)
            }
            Self.expectSilence(changes.map { ($0.activity.elapsed, $0.activity.flags) }, ride, comment)
            let all = ActivityStretches(windows, end: ride.end)
            for stretches in [all, all.folding()] {
                #expect(stretches.stretches.first?.start == .zero, comment)
                #expect(stretches.stretches.last?.end == ride.end, comment)
                for (one, next) in zip(stretches.stretches, stretches.stretches.dropFirst()) {
                    #expect(one.end == next.start, comment)
                }
                #expect(stretches.totals.reduce(.zero) { $0 + $1.time } == ride.end, comment)
                Self.expectSilence(
                    stretches.stretches.map { ($0.start, $0.prediction == .unknown ? .unknown : []) }, ride, comment)
            }
            var generator = SeededGenerator(seed: UInt64(round))
            let chunked = try RecognizerTests.reports(ride.samples, options) {
                Int.random(in: 1...900, using: &generator)
            }
            #expect(chunked == windows, comment)
        }
    }

    /// A gap is a stretch of its own from the last sample before it to the first one after it, whatever its phase in
    /// the hop, and whichever sensor comes first after it.
    @Test(arguments: [1, 4, 20, 600], [[], [.rotationRate], [.rotationRate, .pressure]] as [[Sensor]])
    func aGapIsAStretchOfItsOwnLength(seconds: Int64, others: [Sensor]) throws {
        let second = RecognizerTests.second
        for phase in 0..<8 as Range<Int64> {
            let length = 5_200_000_000 + phase * 340_000_000
            var samples: [SensorSample] = []
            for sample in Self.walk where sample.nanoseconds < 40 * second {
                var sample = sample
                guard sample.sensor == .acceleration || others.contains(sample.sensor) else { continue }
                if sample.nanoseconds >= length { sample.nanoseconds += (seconds - 1) * second + 980_000_000 }
                samples.append(sample)
            }
            if others.contains(.pressure) {
                samples += (0..<seconds + 40).map {
                    SensorSample(sensor: .pressure, nanoseconds: $0 * second, value: SIMD3(1000, 0, 0))
                }
            }
            samples.sort { ($0.nanoseconds, $1.sensor.rawValue) < ($1.nanoseconds, $0.sensor.rawValue) }
            let times = samples.filter { $0.sensor == .acceleration }.map(\.elapsed)
            let from = try #require(zip(times, times.dropFirst()).first { $1 - $0 > .milliseconds(500) }).0
            for smoothing in [Smoothing.causal, .viterbi] {
                let options = Recognizer.Options(smoothing: smoothing, reportsEveryWindow: true)
                let reports = try RecognizerTests.reports(samples, options)
                let stretches = ActivityStretches(reports, end: try #require(samples.last).elapsed).folding()
                let gaps = stretches.stretches.filter { $0.reason == "gap" }
                #expect(gaps.count == 1, "phase \(phase), \(smoothing)")
                let gap = try #require(gaps.first)
                #expect(gap.start == from, "phase \(phase), \(smoothing)")
                #expect(abs((gap.duration - .seconds(seconds)).inSeconds) < 0.06, "phase \(phase), \(smoothing)")
            }
        }
    }

    /// An accelerometer that falls silent before the other sensors has no answer from then on.
    @Test(arguments: [0.4, 0.8, 4, 30]) func anAccelerometerMayEndFirst(seconds: Double) throws {
        let silent = 40 - seconds
        let samples = Self.walk.filter { $0.elapsed.inSeconds < ($0.sensor == .acceleration ? silent : 40) }
        let reports = try RecognizerTests.reports(samples, .init(reportsEveryWindow: true))
        let end = try #require(samples.last).elapsed
        let last = try #require(ActivityStretches(reports, end: end).stretches.last)
        #expect((last.reason == "gap") == (seconds > 0.5))
        if seconds > 0.5 { #expect(abs(last.start.inSeconds - silent) < 0.03) }
    }

    /// A log of 25 samples a second with a gap is not one of few samples a second.
    @Test func aGapDoesNotCountAsALowRate() throws {
        let second = RecognizerTests.second
        var index = 0
        let samples = Self.walk.filter { $0.sensor == .acceleration }.compactMap { sample -> SensorSample? in
            index += 1
            guard index % 2 == 0, sample.nanoseconds < 60 * second else { return nil }
            var sample = sample
            // Segments of 3 s between gaps of 4 s: none has a window.
            if sample.nanoseconds > 10 * second {
                sample.nanoseconds += (sample.nanoseconds - 10 * second) / (3 * second) * 4 * second
            }
            return sample
        }
        let reports = try RecognizerTests.reports(samples, .init(reportsEveryWindow: true))
        #expect(reports.contains { $0.reason == "gap" })
        #expect(!reports.contains { $0.reason == "rate-too-low" })
    }
}

extension GapTests {
    /// A phone that lies still, with sensors of random rates, jitter and gaps, and fixes for parts of the time.
    private static func anyRates(seed: UInt64) -> [SensorSample] {
        var generator = SeededGenerator(seed: seed)
        let length = Double.random(in: 20...120, using: &generator)
        func times() -> [Int64] {
            let step = exp(Double.random(in: log(0.005)...0, using: &generator))
            let jitter: Double = [0.0, 0, 0.01, 0.5].randomElement(using: &generator) ?? 0
            var (times, time): ([Int64], Double) = ([], 0)
            while time < length {
                times.append(Int64(proven: time * 1e9))
                let isGap = times.count > 2 && Double.random(in: 0...1, using: &generator) < step / 20
                time += step * Double.random(in: 1 - jitter...1 + jitter, using: &generator)
                if isGap { time += Double.random(in: 0.1...25, using: &generator) }
            }
            return times
        }
        func samples(_ sensor: Sensor, _ times: [Int64], _ value: SIMD3<Float>) -> [SensorSample] {
            times.map {
                let noise = SIMD3<Float>.random(in: -0.02...0.02, using: &generator)
                return SensorSample(sensor: sensor, nanoseconds: $0, value: value + noise)
            }
        }
        var all = samples(.acceleration, times(), SIMD3(0, 0, 9.81))
        if Bool.random(using: &generator) { all += samples(.rotationRate, times(), SIMD3()) }
        if Bool.random(using: &generator) { all += samples(.pressure, times(), SIMD3(1000, 0, 0)) }
        for _ in 0..<3 {
            let from = Int64.random(in: 0..<100, using: &generator)
            all += (from..<from + 12).map {
                SensorSample(sensor: .speed, nanoseconds: $0 * RecognizerTests.second, value: SIMD3(12, 0, 0))
            }
        }
        return all.sorted { ($0.nanoseconds, $0.sensor.rawValue) < ($1.nanoseconds, $1.sensor.rawValue) }
    }

    /// At any rates, windows have a length and begin one after the other, and stretches have a length and touch.
    @Test(arguments: 0..<Rounds.count(400) as Range<Int>) func windowsAndStretchesHaveALength(round: Int) throws {
        let samples = Self.anyRates(seed: UInt64(round))
        let end = try #require(samples.last { $0.sensor != .speed }).elapsed
        for usesSpeed in [false, true] {
            for smoothing in [Smoothing.causal, .viterbi] {
                let comment: Comment = "seed \(round), \(smoothing), speed: \(usesSpeed)"
                let windows = try RecognizerTests.reports(
                    samples, .init(smoothing: smoothing, reportsEveryWindow: true, usesSpeed: usesSpeed))
                let spans = try windows.map { try #require($0.window) }
                #expect(spans.allSatisfy { $0.lowerBound < $0.upperBound }, comment)
                #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.lowerBound < $1.lowerBound }, comment)
                let all = ActivityStretches(windows, end: end)
                for stretches in [all.stretches, all.folding().stretches] {
                    #expect(stretches.allSatisfy { $0.start < $0.end }, comment)
                    #expect(zip(stretches, stretches.dropFirst()).allSatisfy { $0.end == $1.start }, comment)
                    #expect(stretches.first?.start == .zero && stretches.last?.end == end, comment)
                }
            }
        }
    }

    /// A gyroscope whose every step is longer than a gap counts as missing, and no window waits for it.
    @Test func aGyroscopeOfGapsHoldsNoWindowBack() throws {
        let slow = (0..<118).map {
            SensorSample(sensor: .rotationRate, nanoseconds: Int64($0) * 504_000_000, value: SIMD3())
        }
        let fast = Self.walk.filter { $0.sensor == .acceleration && $0.elapsed < .seconds(60) }
        let samples = (fast + slow).sorted { $0.nanoseconds < $1.nanoseconds }
        let reports = try RecognizerTests.reports(samples, .init(reportsEveryWindow: true))
        #expect(reports.count > 20)
        for report in reports {
            let window = try #require(report.window)
            #expect(report.delivered - window.upperBound < .milliseconds(1500))
        }
    }
}
