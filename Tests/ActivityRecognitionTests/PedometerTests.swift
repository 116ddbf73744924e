// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct PedometerTests {
    private static let origin = Timestamp(nanoseconds: 1_777_622_400_000_000_000)

    private static func at(_ seconds: Double) -> Timestamp {
        origin.advanced(byNanoseconds: Int64(proven: seconds * 1e9))
    }

    private static func report(_ delivered: Double, _ flags: ActivityFlags, steps: Int?) -> ActivityReport {
        ActivityReport(
            activity: MotionActivity(flags: flags, confidence: .high, elapsed: .seconds(0), start: nil),
            delivered: .nanoseconds(Int64(proven: delivered * 1e9)), steps: steps, cadence: flags == .walking ? 2 : nil)
    }

    private static let reports = [
        report(10, .stationary, steps: 0), report(20, .walking, steps: 10), report(80, .walking, steps: 130),
        report(90, .stationary, steps: 140), report(150, .stationary, steps: 140),
    ]

    private static func history(_ reports: [ActivityReport]) -> StepHistory {
        var history = StepHistory()
        for report in reports { history.append(report, origin: origin) }
        return history
    }

    @Test func stepsBetweenTwoReportsAreSpreadEvenly() {
        let history = Self.history(Self.reports)
        func steps(_ from: Double, _ to: Double) -> Int { history.steps(from: Self.at(from), to: Self.at(to)) }
        #expect(steps(0, 150) == 140)
        #expect(steps(-100, 1000) == 140)
        #expect(steps(20, 80) == 120)
        #expect(steps(50, 80) == 60)
        #expect(steps(0, 15) == 5)
        #expect(steps(100, 150) == 0)
        #expect(steps(0, 50) + steps(50, 150) == 140)
    }

    /// Each recording counts from 0, and so does one that begins anew.
    @Test func stepsOfSeveralRecordingsAddUp() {
        var history = Self.history(Self.reports)
        for report in Self.reports { history.append(report, origin: Self.at(1000)) }
        #expect(history.steps(from: Self.at(0), to: Self.at(2000)) == 280)
        history.append(Self.report(200, .walking, steps: 7), origin: Self.at(1000))
        #expect(history.steps(from: Self.at(0), to: Self.at(2000)) == 287)
        #expect(history.steps(from: Self.at(500), to: Self.at(2000)) == 147)
    }

    @Test func onlySevenDaysAreKept() {
        var history = Self.history(Self.reports)
        history.advance(to: Self.at(7 * 86_400 + 85))
        #expect(history.steps(from: Self.at(0), to: Self.at(1000)) == 5)
    }

    @Test func aStreamWithoutStepsHasNone() {
        let history = Self.history([Self.report(10, .walking, steps: nil)])
        #expect(history.isEmpty)
        #expect(history.steps(from: Self.at(0), to: Self.at(100)) == 0)
    }

    @Test func aReplayDeliversStepsAndAnswersQuestions() async throws {
        let manager = MotionActivityManager()
        let updates = try await manager.pedometer.updates(from: Self.at(15))
        try await manager.replay(
            Self.reports, origin: Self.origin, end: .seconds(200), speed: .infinity, clock: ManualClock())
        var seen: [PedometerData] = []
        for await data in updates { seen.append(data) }
        #expect(seen.map(\.steps) == [5, 125, 135])
        #expect(seen.map(\.cadence) == [2, 2, nil])
        #expect(seen.map(\.span.end) == [20, 80, 90].map(Self.at))
        #expect(seen.allSatisfy { $0.span.start == Self.at(15) })
        #expect(try await manager.pedometer.data(from: Self.at(20), to: Self.at(80)).steps == 120)
        await #expect(throws: MotionActivityManager.Failure.reversedRange) {
            try await manager.pedometer.data(from: Self.at(80), to: Self.at(20))
        }
        await #expect(throws: MotionActivityManager.Failure.futureRange(Self.at(200))) {
            try await manager.pedometer.data(from: Self.at(201), to: Self.at(300))
        }
        // After the source, updates give what is known and end.
        var late = try await manager.pedometer.updates(from: Self.at(0)).makeAsyncIterator()
        #expect(await late.next()?.steps == 140)
        #expect(await late.next() == nil)
    }

    @Test func withoutPermissionThereAreNoSteps() async throws {
        let manager = MotionActivityManager()
        await manager.deliver(Self.reports[1], origin: Self.origin)
        var updates = try await manager.pedometer.updates(from: Self.at(0)).makeAsyncIterator()
        #expect(await updates.next()?.steps == 10)
        await manager.setAuthorization(.denied)
        #expect(await updates.next() == nil)
        await #expect(throws: MotionActivityManager.Failure.unauthorized(.denied)) {
            try await manager.pedometer.data(from: Self.at(0), to: Self.at(10))
        }
        await #expect(throws: MotionActivityManager.Failure.unavailable) {
            try await MotionActivityManager(isActivityAvailable: false).pedometer.updates(from: Self.at(0))
        }
    }

    /// A walk of 80 s at 1.85 steps a second between rests, from samples to the pedometer.
    @Test(arguments: [Smoothing.causal, .lag, .viterbi])
    func aRecognizerCountsAWalk(smoothing: Smoothing) async throws {
        let manager = MotionActivityManager()
        let samples = RecognizerTests.restWalkRest(rate: 50)
        let batches = AsyncStream<[SensorSample]> { continuation in
            for start in stride(from: 0, to: samples.count, by: 500) {
                continuation.yield(Array(samples[start..<min(start + 500, samples.count)]))
            }
            continuation.finish()
        }
        try await manager.recognize(
            batches, with: try Recognizer(model: DefaultModel.load(), options: .init(smoothing: smoothing)),
            origin: Self.origin)
        let steps = try await manager.pedometer.data(from: Self.at(0), to: Self.at(240)).steps
        #expect(abs(steps - 148) <= 8)
        #expect(try await manager.pedometer.data(from: Self.at(0), to: Self.at(70)).steps <= 2)
    }
}
