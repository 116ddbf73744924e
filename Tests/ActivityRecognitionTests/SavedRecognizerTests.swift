// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

/// A recogniser that is saved and restored in the middle of a recording goes on as if nothing had happened.
@Suite struct SavedRecognizerTests {
    /// The reports of samples that go through recognisers one after the other: each goes on from what the last one
    /// saved.
    private func reports(
        _ samples: [SensorSample], _ options: Recognizer.Options, chunk: () -> Int
    ) throws -> [ActivityReport] {
        let model = try DefaultModel.load()
        var recognizer = try Recognizer(model: model, options: options)
        var reports: [ActivityReport] = []
        var next = 0
        while next < samples.count {
            let end = min(samples.count, next + chunk())
            recognizer.append(Array(samples[next..<end]))
            recognizer.takeReports(into: &reports)
            let state = try recognizer.savedState(model: model, options: options, marks: [.min, Int64(next), .max])
            let restored = try Recognizer.restored(from: state, model: model)
            #expect(restored.marks == [.min, Int64(next), .max])
            #expect(restored.options == options)
            #expect(try restored.recognizer.savedState(model: model, options: options, marks: restored.marks) == state)
            recognizer = restored.recognizer
            next = end
        }
        recognizer.finish()
        recognizer.takeReports(into: &reports)
        return reports
    }

    /// Samples with what befalls a phone: a gap, a gyroscope that dies, a barometer, an accelerometer that dies alone.
    private func eventful(seed: UInt64) -> [SensorSample] {
        let second = RecognizerTests.second
        let pressure = (0..<900).map { index in
            SensorSample(
                sensor: .pressure, nanoseconds: Int64(index) * second / 5,
                value: SIMD3(1000 + Float(index % 7) * 0.02, 0, 0))
        }
        let motion = RecognizerTests.restWalkRest(rate: 61, seconds: 180, seed: seed).filter { sample in
            let time = sample.nanoseconds
            let isInGap = time > 50 * second && time < 53 * second
            let hasNoRotation = sample.sensor == .rotationRate && time > 90 * second
            return !isInGap && !hasNoRotation && !(sample.sensor == .acceleration && time > 160 * second)
        }
        return (motion + pressure).sorted {
            ($0.nanoseconds, $0.sensor.rawValue) < ($1.nanoseconds, $1.sensor.rawValue)
        }
    }

    @Test func aSlowLogWithSpeedsGoesOn() throws {
        let second = RecognizerTests.second
        let speeds = (0..<120).map {
            SensorSample(sensor: .speed, nanoseconds: Int64($0) * second, value: SIMD3(Float($0 % 20), 0, 0))
        }
        let samples = (RecognizerTests.restWalkRest(rate: 2, seconds: 120) + speeds).sorted {
            ($0.nanoseconds, $0.sensor.rawValue) < ($1.nanoseconds, $1.sensor.rawValue)
        }
        let options = Recognizer.Options(smoothing: .lag, reportsEveryWindow: true, usesSpeed: true)
        let whole = try RecognizerTests.reports(samples, options)
        #expect(whole.contains { $0.reason == "rate-too-low" && $0.speed != nil })
        #expect(try reports(samples, options) { 7 } == whole)
    }

    @Test(arguments: Smoothing.allCases, [1, 2] as [UInt64])
    func savingAndRestoringAnywhereChangesNothing(smoothing: Smoothing, seed: UInt64) throws {
        let samples = eventful(seed: seed)
        var generator = SeededGenerator(seed: seed)
        let options = Recognizer.Options(
            smoothing: smoothing, reportsEveryWindow: seed == 2, origin: seed == 2 ? Timestamp(nanoseconds: 77) : nil,
            prior: seed == 2 ? try ActivityPrior(parsing: "walking=0.5,cycling=0") : nil)
        let whole = try RecognizerTests.reports(samples, options)
        let saved = try reports(samples, options) { Int.random(in: 1...500, using: &generator) }
        #expect(saved == whole)
        #expect(whole.contains { $0.activity.flags == .walking } && whole.contains { $0.reason == "gap" })
    }

    /// A state holds what is on its way to a window, and more of it the later in a window it is saved; nothing of what
    /// lies behind.
    @Test func aStateIsSmallerThanTheSamplesOfAWindowAndDoesNotGrow() throws {
        let model = try DefaultModel.load()
        var recognizer = try Recognizer(model: model)
        let samples = RecognizerTests.restWalkRest(rate: 100)
        var reports: [ActivityReport] = []
        var sizes: [Int] = []
        // Two sensors a hundred times a second.
        for first in stride(from: 0, to: samples.count, by: 200) {
            recognizer.append(Array(samples[first..<min(first + 200, samples.count)]))
            recognizer.takeReports(into: &reports)
            sizes.append(try recognizer.savedState(model: model, options: .init()).count)
        }
        // A window of 128 values, 25 a second, lasts 5.12 s; a sample is a time of eight bytes and three numbers of
        // four. The samples themselves are in it, too, as the lines of engines need them.
        let early = try #require(sizes.prefix(sizes.count / 2).max())
        let late = try #require(sizes.suffix(sizes.count / 2).max())
        #expect(max(early, late) < 3 * 512 * 20, "\(early), \(late)")
        #expect(Double(late) < 1.05 * Double(early), "\(early), \(late)")
    }

    /// Whatever byte is changed or cut off, the state is refused with a reason.
    @Test func damageIsSeen() throws {
        let model = try DefaultModel.load()
        var recognizer = try Recognizer(model: model)
        recognizer.append(RecognizerTests.restWalkRest(seconds: 20))
        var reports: [ActivityReport] = []
        recognizer.takeReports(into: &reports)
        let state = try recognizer.savedState(model: model, options: .init())
        for place in stride(from: 0, to: state.count, by: 37) {
            var damaged = state
            damaged[place] ^= 0x10
            #expect(throws: InputError.self) { try Recognizer.restored(from: damaged, model: model) }
            #expect(throws: InputError.self) { try Recognizer.restored(from: Array(state.prefix(place)), model: model) }
        }
        #expect(throws: InputError.self) { try Recognizer.restored(from: state + [0], model: model) }
    }

    /// A state that somebody changed who knows the checksum is refused, or the recogniser goes on from it and can be
    /// saved again.
    @Test(arguments: Smoothing.allCases) func whoeverKnowsTheChecksumCanStopNothing(smoothing: Smoothing) throws {
        let model = try DefaultModel.load()
        let options = Recognizer.Options(smoothing: smoothing)
        var recognizer = try Recognizer(model: model, options: options)
        let samples = eventful(seed: 3).filter { $0.nanoseconds < 30 * RecognizerTests.second }
        let later = eventful(seed: 3).filter { $0.nanoseconds >= 30 * RecognizerTests.second }
        recognizer.append(samples)
        var reports: [ActivityReport] = []
        recognizer.takeReports(into: &reports)
        let state = try recognizer.savedState(model: model, options: options)
        // In front of the checksum: kind and version.
        let head = "gaitway-recognizer-state\n".utf8.count + 2
        let extremes: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF]
        var generator = SeededGenerator(seed: 4)
        var (refused, goneOn) = (0, 0)
        for _ in 0..<Rounds.count(400) {
            var body = Array(state[(head + 8)...])
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<body.count - 8, using: &generator)
                let extreme = extremes[Int.random(in: extremes.indices, using: &generator)]
                for offset in 0..<Int.random(in: 1...8, using: &generator) { body[place + offset] = extreme }
            }
            let sum = StateArchive.checksum(of: body)
            let bytes = (0..<8).map { UInt8(truncatingIfNeeded: sum >> UInt64(8 * $0)) }
            do throws(InputError) {
                let forged = Array(state[..<head]) + bytes + body
                let restored = try Recognizer.restored(from: forged, model: model)
                _ = try restored.recognizer.savedState(model: model, options: restored.options)
                var next = restored.recognizer
                next.append(later)
                next.finish()
                goneOn += 1
            } catch {
                #expect(error.code == .malformed || error.code == .unsupported)
                refused += 1
            }
        }
        #expect(refused > 0 && goneOn > 0, "\(refused) refused, \(goneOn) gone on")
    }

    @Test func aStateOfAnotherModelIsRefused() throws {
        var model = try DefaultModel.load()
        let state = try Recognizer(model: model).savedState(model: model, options: .init())
        model.name = "another"
        let error = #expect(throws: InputError.self) { try Recognizer.restored(from: state, model: model) }
        #expect(error?.problem.contains("\"another\"") == true)
    }

    @Test func aRecognizerWithReportsIsNotSaved() throws {
        let model = try DefaultModel.load()
        var recognizer = try Recognizer(model: model)
        recognizer.append(RecognizerTests.restWalkRest(seconds: 30))
        #expect(throws: InputError.self) { try recognizer.savedState(model: model, options: .init()) }
    }
}
