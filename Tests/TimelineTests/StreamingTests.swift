// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing

@Suite struct StreamingTests {
    private enum Input {
        case fix(Location)
        case report(MotionActivity)
    }

    private func inputs(_ day: DayScript) -> [(Timestamp, Input)] {
        let all = day.fixes.map { ($0.0, Input.fix($0.1)) } + day.reports.map { ($0.0, Input.report($0.1)) }
        return all.sorted { $0.0 < $1.0 }
    }

    private func stream(_ inputs: [(Timestamp, Input)], policy: TimelinePolicy = TimelinePolicy())
        -> (items: [TimelineItem], beforeFinish: Int)
    {
        var segmenter = TimelineSegmenter(policy: policy)
        var items: [TimelineItem] = []
        for (time, input) in inputs {
            switch input {
            case .fix(let fix): items += segmenter.append(fix, at: time)
            case .report(let report): items += segmenter.append(report, at: time)
            }
        }
        let early = items.count
        return (items + segmenter.finish(), early)
    }

    @Test(arguments: 1...4) func streamEqualsBatch(seed: UInt64) {
        let day = DayScript.usual(seed: seed)
        let batch = day.items()
        let streamed = stream(inputs(day))
        #expect(streamed.items == batch)
        // All but the last visit are final before the end.
        #expect(streamed.beforeFinish == batch.count - 1)
    }

    @Test(arguments: 1...4) func orderDoesNotMatter(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var day = DayScript.usual(seed: seed)
        let batch = day.items()
        day.fixes.shuffle(using: &random)
        day.reports.shuffle(using: &random)
        #expect(day.items() == batch)
        // A stream forgives what is late by less than its bound.
        let late = inputs(day).map {
            ($0, Double($0.0.nanoseconds) / 1e9 + Double.random(in: 0...59, using: &random))
        }
        #expect(stream(late.sorted { $0.1 < $1.1 }.map(\.0)).items == batch)
    }

    @Test func duplicatesAreIgnored() {
        let day = DayScript.usual(seed: 7)
        let batch = day.items()
        var twice = day
        twice.fixes += day.fixes
        twice.reports += day.reports
        #expect(twice.items() == batch)
    }

    @Test func whatIsTooLateIsCounted() {
        let day = DayScript.usual(seed: 3)
        var segmenter = TimelineSegmenter()
        for (time, fix) in day.fixes { _ = segmenter.append(fix, at: time) }
        _ = segmenter.append(day.fixes[0].1, at: day.fixes[0].0)
        #expect(segmenter.repairs.late == 1)
    }

    @Test func weeksOfDaysGiveTheSameInOnePiece() {
        // Days joined into one track: visits go on over midnight, and earlier days do not change.
        var day = DayScript(seed: 5)
        for _ in 0..<3 {
            day.stay(9 * 3600)
            day.go(east: 4000, speed: 12, flags: .automotive)
            day.stay(6 * 3600)
            day.go(east: -4000, speed: 12, flags: .automotive)
        }
        day.stay(7200)
        let items = day.items()
        #expect(items.map(kind) == Array(repeating: ["visit", "move"], count: 6).flatMap { $0 } + ["visit"])
        #expect(items.compactMap(\.visit).allSatisfy { $0.spread < 15 })
        #expect(stream(inputs(day)).items == items)
    }
}
