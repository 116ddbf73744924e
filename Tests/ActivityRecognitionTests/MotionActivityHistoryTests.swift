// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

@Suite struct MotionActivityHistoryTests {
    private static let day: Double = 86400

    private static func at(_ seconds: Double) -> Timestamp { Timestamp(nanoseconds: Int64(proven: seconds * 1e9)) }

    private static func report(_ start: Double, delivered: Double, _ flags: ActivityFlags) -> ActivityReport {
        ActivityReport(
            activity: MotionActivity(
                flags: flags, confidence: .high, elapsed: .nanoseconds(Int64(proven: start * 1e9)), start: at(start)),
            delivered: .nanoseconds(Int64(proven: delivered * 1e9)))
    }

    private static func history(_ reports: [ActivityReport]) -> MotionActivityHistory {
        var history = MotionActivityHistory()
        for report in reports { _ = history.append(report, origin: at(0)) }
        return history
    }

    private static func starts(_ history: MotionActivityHistory, _ from: Double, _ to: Double) throws -> [Double] {
        try history.activities(from: at(from), to: at(to)).map { $0.elapsed.inSeconds }
    }

    private static let short = history([
        report(10, delivered: 12, .walking), report(20, delivered: 25, .walking), report(30, delivered: 33, .running),
        report(50, delivered: 58, []),
    ])

    @Test func theReportCurrentAtTheBeginningComesFirst() throws {
        #expect(try Self.starts(Self.short, 35, 55) == [30, 50])
        #expect(try Self.starts(Self.short, 35, 40) == [30])
        // One that begins at that very time is the current one.
        #expect(try Self.starts(Self.short, 30, 50) == [30, 50])
        #expect(try Self.starts(Self.short, 0, 49.999) == [10, 30])
        #expect(try Self.starts(Self.short, 0, 5) == [])
    }

    @Test func theFutureAndAReversedRangeAreErrors() throws {
        #expect(throws: MotionActivityManager.Failure.futureRange(Self.at(58))) {
            try Self.short.activities(from: Self.at(58.001), to: Self.at(60))
        }
        #expect(throws: MotionActivityManager.Failure.reversedRange) {
            try Self.short.activities(from: Self.at(30), to: Self.at(20))
        }
        #expect(try Self.starts(Self.short, 58, 1000) == [50])
    }

    @Test func onlySevenDaysAreKept() throws {
        var history = Self.short
        history.advance(to: Self.at(7 * Self.day + 40))
        // Running was current seven days ago; what came before is forgotten.
        #expect(try Self.starts(history, 0, 100) == [30, 50])
        #expect(try Self.starts(history, 0, 39.999) == [])
        history.advance(to: Self.at(7 * Self.day + 51))
        #expect(try Self.starts(history, 0, 8 * Self.day) == [50])
        #expect(try Self.starts(history, 0, 50) == [])
        history.advance(to: Self.at(30 * Self.day))
        #expect(try Self.starts(history, 0, 30 * Self.day) == [50])
    }

    /// Against the plain statement of the contract over all reports ever delivered.
    @Test(arguments: 0..<60) func agreesWithTheContract(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let choices: [ActivityFlags] = [[], .walking, .stationary, .automotive, .cycling]
        var all: [ActivityReport] = []
        var history = MotionActivityHistory()
        var time = 0.0
        for _ in 0..<300 {
            time += Double.random(in: 0...8000, using: &generator).rounded()
            let flags = choices[Int.random(in: choices.indices, using: &generator)]
            let report = Self.report(time - 5, delivered: time, flags)
            if flags != all.last?.activity.flags { all.append(report) }
            _ = history.append(report, origin: Self.at(0))
            let from = (time - Double.random(in: -1...9 * Self.day, using: &generator)).rounded()
            let to = from + Double.random(in: 0...3 * Self.day, using: &generator).rounded()
            guard from <= time else { continue }
            let horizon = time - 7 * Self.day
            let beginning = max(from, horizon)
            var expected = all.map { $0.activity.elapsed.inSeconds }.filter { $0 >= beginning && $0 <= to }
            if to < horizon {
                expected = []
            } else if expected.first != beginning,
                let before = all.last(where: { $0.activity.elapsed.inSeconds < beginning })
            {
                expected.insert(before.activity.elapsed.inSeconds, at: 0)
            }
            #expect(try Self.starts(history, from, to) == expected)
        }
    }
}
