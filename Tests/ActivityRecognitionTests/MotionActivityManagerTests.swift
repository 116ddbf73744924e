// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import Testing

@Suite(.timeLimit(.minutes(10))) struct MotionActivityManagerTests {
    private static let origin = Timestamp(nanoseconds: 1_777_622_400_000_000_000)

    private static func at(_ seconds: Double) -> Timestamp {
        origin.advanced(byNanoseconds: Int64(proven: seconds * 1e9))
    }

    /// A report of an activity that began 3 s before its delivery.
    private static func report(
        _ delivered: Double, _ flags: ActivityFlags, _ confidence: Confidence = .high, isRepeat: Bool = false
    ) -> ActivityReport {
        ActivityReport(
            activity: MotionActivity(
                flags: flags, confidence: confidence, elapsed: .nanoseconds(Int64(proven: (delivered - 3) * 1e9)),
                start: nil),
            delivered: .nanoseconds(Int64(proven: delivered * 1e9)), isRepeat: isRepeat)
    }

    private static let reports = [
        report(5, .walking), report(60, .walking, isRepeat: true), report(90, .automotive, .low),
        report(100, .automotive, .high), report(130, [.automotive, .stationary]),
    ]
    private static let end = Duration.seconds(200)

    @Test func aReplayGivesTheChangesAtTheirTimes() async throws {
        let clock = ManualClock()
        let manager = MotionActivityManager()
        #expect(await manager.sourceState() == .noReport)
        var updates = try await manager.updates().makeAsyncIterator()
        let replay = Task {
            try await manager.replay(Self.reports, origin: Self.origin, end: Self.end, speed: 10, clock: clock)
        }
        await clock.somethingSleeps()
        clock.advance(by: .milliseconds(500))
        let first = try #require(await updates.next())
        #expect(first.activity.flags == .walking && first.activity.start == Self.at(2))
        await clock.somethingSleeps()
        #expect(await manager.sourceState() == .fresh)
        #expect(await manager.now == Self.at(5))
        // An hour's silence of the clock in between is time of the recording too.
        clock.advance(by: .milliseconds(5500))
        await clock.somethingSleeps()
        #expect(await manager.now == Self.at(60))
        clock.advance(by: .milliseconds(2999))
        #expect(await manager.now == Self.at(89.99))
        #expect(try await manager.activities(from: Self.at(0), to: Self.at(80)).count == 1)
        clock.advance(by: .milliseconds(1))
        #expect(await updates.next()?.activity.confidence == .low)
        for _ in 0..<12 {
            await clock.somethingSleeps()
            clock.advance(by: .seconds(1))
            if await manager.now == Self.at(200) { break }
        }
        #expect(await updates.next()?.activity.confidence == .high)
        #expect(await updates.next()?.activity.flags == [.automotive, .stationary])
        try await replay.value
        #expect(await updates.next() == nil)
        #expect(await manager.now == Self.at(200))
    }

    @Test func aReplayWithoutWaitingGivesAllOfIt() async throws {
        let manager = MotionActivityManager()
        let updates = try await manager.updates(includingRepeats: true)
        try await manager.replay(
            Self.reports, origin: Self.origin, end: Self.end, speed: .infinity, clock: ManualClock())
        var seen: [ActivityReport] = []
        for await report in updates { seen.append(report) }
        #expect(seen.map(\.delivered) == Self.reports.map(\.delivered))
        #expect(seen.map(\.isRepeat) == [false, true, false, false, false])
        #expect(await manager.now == Self.at(200))
        #expect(await manager.sourceState(staleAfter: .seconds(70)) == .stale(since: Self.at(130)))
        #expect(await manager.sourceState(staleAfter: .seconds(71)) == .fresh)
    }

    @Test func theCurrentActivityComesFirst() async throws {
        let manager = MotionActivityManager()
        await manager.deliver(Self.report(10, .walking), origin: Self.origin)
        await manager.deliver(Self.report(20, .running), origin: Self.origin)
        var updates = try await manager.updates().makeAsyncIterator()
        #expect(await updates.next()?.activity.flags == .running)
        await manager.deliver(Self.report(30, .running), origin: Self.origin)
        await manager.deliver(Self.report(40, []), origin: Self.origin)
        #expect(await updates.next()?.activity.flags == [])
    }

    @Test func aSecondConsumerEndsTheFirst() async throws {
        let manager = MotionActivityManager()
        var first = try await manager.updates().makeAsyncIterator()
        var second = try await manager.updates().makeAsyncIterator()
        await manager.deliver(Self.report(10, .walking), origin: Self.origin)
        #expect(await first.next() == nil)
        #expect(await second.next()?.activity.flags == .walking)
        await manager.stopUpdates()
        #expect(await second.next() == nil)
    }

    @Test func aCancelledConsumerEnds() async throws {
        let manager = MotionActivityManager()
        let updates = try await manager.updates()
        let consumer = Task {
            var count = 0
            for await _ in updates { count += 1 }
            return count
        }
        consumer.cancel()
        _ = await consumer.value
        // Another one is served as if there had been none.
        await manager.deliver(Self.report(10, .walking), origin: Self.origin)
        var next = try await manager.updates().makeAsyncIterator()
        #expect(await next.next()?.activity.flags == .walking)
    }

    @Test func aCancelledReplayEndsTheUpdates() async throws {
        let clock = ManualClock()
        let manager = MotionActivityManager()
        var updates = try await manager.updates().makeAsyncIterator()
        let replay = Task { try await manager.replay(Self.reports, origin: Self.origin, end: Self.end, clock: clock) }
        await clock.somethingSleeps()
        await #expect(throws: MotionActivityManager.Failure.sourceRunning) {
            try await manager.replay(Self.reports, origin: Self.origin, end: Self.end, clock: clock)
        }
        replay.cancel()
        await #expect(throws: CancellationError.self) { try await replay.value }
        #expect(await updates.next() == nil)
        // The next source may begin.
        try await manager.replay(Self.reports, origin: Self.origin, end: Self.end, speed: .infinity, clock: clock)
        #expect(await manager.now == Self.at(200))
    }

    @Test func availabilityAndAuthorizationAreTwoQuestions() async throws {
        let absent = MotionActivityManager(isActivityAvailable: false)
        #expect(!absent.isActivityAvailable)
        #expect(await absent.authorization == .authorized)
        #expect(await absent.sourceState() == .unsupported)
        await #expect(throws: MotionActivityManager.Failure.unavailable) { _ = try await absent.updates() }
        let declined = MotionActivityManager(authorization: .denied)
        #expect(declined.isActivityAvailable)
        #expect(await declined.sourceState() == .unauthorized(.denied))
        await #expect(throws: MotionActivityManager.Failure.unauthorized(.denied)) {
            _ = try await declined.activities(from: Self.at(0), to: Self.at(1))
        }
        await declined.setAuthorization(.authorized)
        var updates = try await declined.updates().makeAsyncIterator()
        await declined.setAuthorization(.restricted)
        #expect(await updates.next() == nil)
    }

    @Test(arguments: [0, -1, .nan, 1e300, 1e-300]) func aSpeedThatIsNoneIsRefused(_ speed: Double) async throws {
        let manager = MotionActivityManager()
        await #expect(throws: MotionActivityManager.Failure.self) {
            try await manager.replay(
                Self.reports, origin: Self.origin, end: Self.end, speed: speed, clock: ManualClock())
        }
    }

    @Test func anyClockWillDo() async throws {
        let clock: any Clock<Duration> = ManualClock()
        try await MotionActivityManager().replay(
            Self.reports, origin: Self.origin, end: Self.end, speed: .infinity, clock: clock)
    }

    // MARK: Live

    @Test func aLiveSourceThatDiesBecomesStale() async throws {
        let clock = ManualClock()
        let manager = MotionActivityManager(clock: clock)
        clock.advance(by: .seconds(3600))
        #expect(await manager.now == nil)
        await manager.deliver(Self.report(10, .walking), origin: Self.origin)
        #expect(await manager.now == Self.at(10))
        clock.advance(by: .seconds(20))
        #expect(await manager.now == Self.at(30))
        // A report that took its time: the clock goes on from what it shows.
        await manager.deliver(Self.report(25, .running), origin: Self.origin)
        #expect(await manager.now == Self.at(30))
        clock.advance(by: .seconds(594))
        #expect(await manager.sourceState() == .fresh)
        // A question about the last minute has an answer, though nothing was delivered in it.
        #expect(try await manager.activities(from: Self.at(564), to: Self.at(624)).map(\.flags) == [.running])
        clock.advance(by: .seconds(1))
        #expect(await manager.sourceState() == .stale(since: Self.at(25)))
        await #expect(throws: MotionActivityManager.Failure.futureRange(Self.at(625))) {
            _ = try await manager.activities(from: Self.at(626), to: Self.at(630))
        }
        // A week later the history holds what is current alone.
        clock.advance(by: .seconds(8 * 86_400))
        await manager.deliver(Self.report(8 * 86_400 + 700, .cycling), origin: Self.origin)
        #expect(
            try await manager.activities(from: Self.at(0), to: Self.at(9 * 86_400)).map(\.flags)
                == [.running, .cycling])
        #expect(await manager.sourceState() == .fresh)
    }

    @Test func timeNeverGoesBack() async throws {
        let clock = ManualClock()
        let manager = MotionActivityManager(clock: clock)
        await manager.deliver(Self.report(1000, .walking), origin: Self.origin)
        clock.advance(by: .seconds(10))
        // The source's clock is set back by a quarter of an hour, and the manager's by a minute.
        await manager.deliver(Self.report(100, .running), origin: Self.origin)
        #expect(await manager.now == Self.at(1010))
        clock.advance(by: .seconds(-60))
        #expect(await manager.now == Self.at(1010))
        #expect(await manager.sourceState() == .fresh)
        clock.advance(by: .seconds(65))
        #expect(await manager.now == Self.at(1015))
        #expect(
            try await manager.activities(from: Self.at(955), to: Self.at(1015)).map(\.flags) == [.running, .walking])
    }

    @Test func aReplayHasTheStreamsClockAndLeavesLife() async throws {
        let clock = ManualClock()
        let manager = MotionActivityManager(clock: clock)
        await manager.deliver(Self.report(5, .cycling), origin: Self.origin)
        try await manager.replay(
            Self.reports, origin: Self.origin, end: Self.end, speed: .infinity, clock: ManualClock())
        clock.advance(by: .seconds(86_400))
        #expect(await manager.now == Self.at(200))
        #expect(await manager.sourceState() == .fresh)
        // What comes live after it goes on by the clock.
        await manager.deliver(Self.report(210, .walking), origin: Self.origin)
        clock.advance(by: .seconds(600))
        #expect(await manager.sourceState() == .stale(since: Self.at(210)))
    }
}
