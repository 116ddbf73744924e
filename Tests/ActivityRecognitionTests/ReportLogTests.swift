// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import GaitwayTimeline
import TestSupport
import Testing

/// The manager with the report log of a phone as its source, as e-mission exports it: a made-up one, and real ones
/// where there are any.
@Suite(.timeLimit(.minutes(10))) struct ReportLogTests {
    /// The log of two hours of a phone, Android's codes and an iPhone's flags among one another.
    private static let madeUp: Track? = try? Track(
        decoding: Array(
            ("["
                + (0..<240).map { number in
                    let time = 1_777_622_400 + number * 30 + number % 7
                    let content =
                        number % 3 == 0
                        ? "\"ts\":\(time - 4),\"automotive\":\(number % 4 == 0),\"stationary\":\(number % 5 == 0),"
                            + "\"confidence\":\"high\""
                        : "\"zzbhB\":\([0, 3, 3, 7, 7, 5][number % 6]),\"zzbhC\":\(40 + number % 60)"
                    return
                        "{\"metadata\":{\"key\":\"background/motion_activity\",\"write_ts\":\(time)},"
                        + "\"data\":{\(content)}}"
                }.joined(separator: ",") + "]").utf8))

    private static func logs() throws -> [Track] {
        var logs = [try #require(madeUp)]
        // Each phone of MobilityNet has many days; one of each timeline will do.
        for path in Days.days + Days.reportLogs.compactMap(\.first) {
            let track = try Track(decoding: Days.bytes(path), format: .eMission, source: path)
            if !track.reports.isEmpty { logs.append(track) }
        }
        return logs
    }

    /// The reports whose flags or confidence differ from those before: what live updates give.
    private static func changes(_ reports: [ActivityReport]) -> [ActivityReport] {
        reports.enumerated().filter { index, report in
            guard index > 0 else { return true }
            let before = reports[index - 1].activity
            return before.flags != report.activity.flags || before.confidence != report.activity.confidence
        }.map(\.element)
    }

    @Test func aLogIsReplayedAtAnySpeed() async throws {
        for log in try Self.logs() {
            let origin = try #require(log.origin)
            let expected = Self.changes(log.reports)
            // A phone that lies still all day has one report; then there is still that one to give.
            #expect(!expected.isEmpty)
            for speed in [1, 60, 3600, 1e6, .infinity] {
                let clock = ManualClock()
                let manager = MotionActivityManager()
                let updates = try await manager.updates()
                let replay = Task { try await manager.replay(log.reports, origin: origin, speed: speed, clock: clock) }
                var passed = Duration.zero
                for report in log.reports where speed.isFinite {
                    let due = report.delivered / speed
                    guard due > passed else { continue }
                    await clock.somethingSleeps()
                    clock.advance(by: due - passed)
                    passed = due
                }
                try await replay.value
                var seen: [ActivityReport] = []
                for await report in updates { seen.append(report) }
                #expect(seen.map(\.activity) == expected.map(\.activity))
                #expect(seen.map(\.delivered) == expected.map(\.delivered))
                let last = try #require(log.reports.last)
                #expect(await manager.now == origin + last.delivered)
            }
        }
    }

    @Test func theHistoryBeginsWithTheReportThatWasCurrent() async throws {
        for log in try Self.logs() {
            let origin = try #require(log.origin)
            let manager = MotionActivityManager()
            try await manager.replay(log.reports, origin: origin, speed: .infinity, clock: ManualClock())
            let now = try #require(await manager.now)
            let activities = Self.changes(log.reports).map(\.activity).sorted { $0.elapsed < $1.elapsed }
            var generator = SeededGenerator(seed: 3)
            for _ in 0..<50 {
                let end = (now - origin).wholeNanoseconds
                let start = Int64.random(in: 0...end, using: &generator)
                let from = Duration.nanoseconds(start)
                let to = Duration.nanoseconds(Int64.random(in: start...end, using: &generator))
                var expected = activities.filter { $0.elapsed >= from && $0.elapsed <= to }
                if expected.first?.elapsed != from, let current = activities.last(where: { $0.elapsed < from }) {
                    expected.insert(current, at: 0)
                }
                let found = try await manager.activities(
                    from: origin + from, to: origin + to)
                #expect(found == expected)
            }
            let future = now.advanced(byNanoseconds: 1)
            await #expect(throws: MotionActivityManager.Failure.futureRange(now)) {
                try await manager.activities(from: future, to: future)
            }
        }
    }

    @Test func aSecondConsumerTakesOverAndCancellationEndsTheReplay() async throws {
        for log in try Self.logs() {
            let origin = try #require(log.origin)
            let half = log.reports.count / 2
            let clock = ManualClock()
            let manager = MotionActivityManager()
            let first = try await manager.updates(includingRepeats: true)
            let replay = Task { try await manager.replay(log.reports, origin: origin, speed: 1, clock: clock) }
            var passed = Duration.zero
            func go(to index: Int) async {
                for report in log.reports[...index] {
                    // As the replay divides, since a quotient of a Duration may be off by parts of a nanosecond.
                    let due = report.delivered / 1.0
                    guard due > passed else { continue }
                    await clock.somethingSleeps()
                    clock.advance(by: due - passed)
                    passed = due
                }
                await clock.somethingSleeps()
            }
            // A log may end in reports of one moment, behind which nothing sleeps any more.
            let last = try #require(log.reports.last)
            guard let middle = log.reports[...half].lastIndex(where: { $0.delivered < last.delivered }) else {
                continue
            }
            await go(to: middle)
            var second = try await manager.updates(includingRepeats: true).makeAsyncIterator()
            // The first one ended; what it had not taken yet is not lost.
            var count = 0
            for await _ in first { count += 1 }
            #expect(count == log.reports.count { $0.delivered <= log.reports[middle].delivered })
            // The second begins with what holds.
            let current = log.reports.last { $0.delivered <= log.reports[middle].delivered }
            #expect(await second.next()?.activity.flags == current?.activity.flags)
            replay.cancel()
            await #expect(throws: CancellationError.self) { try await replay.value }
            #expect(await second.next() == nil)
            #expect(await manager.now == origin + log.reports[middle].delivered)
        }
    }

    @Test(.enabled(if: Days.areAvailable, Comment(rawValue: Days.reason)))
    func onlyTheLastSevenDaysOfWeeksAreKept() async throws {
        var weeks = 0
        for paths in Days.reportLogs {
            var whole: Track?
            for path in paths {
                let part = try Track(decoding: Days.bytes(path), format: .eMission, source: path)
                whole = try whole?.merged(with: part) ?? part
            }
            guard let whole, let origin = whole.origin, let last = whole.reports.last else { continue }
            let depth = MotionActivityHistory.depth
            guard last.delivered > depth * 2 else { continue }
            weeks += 1
            let manager = MotionActivityManager()
            try await manager.replay(whole.reports, origin: origin, speed: .infinity, clock: ManualClock())
            let now = origin + last.delivered
            let found = try await manager.activities(from: origin, to: now)
            let activities = Self.changes(whole.reports).map(\.activity).sorted { $0.elapsed < $1.elapsed }
            let horizon = last.delivered - depth
            let kept = activities.filter { $0.elapsed >= horizon }
            let current = activities.last { $0.elapsed < horizon }
            #expect(found == [current].compactMap(\.self) + kept)
            #expect(found.count < activities.count || activities.count == 1)
        }
        #expect(weeks > 3)
    }
}
