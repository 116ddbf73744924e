// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing

/// Made-up days of every kind, with all that real logs do: silences, coarse fixes, jumps, repeats, missing reports.
@Suite struct RandomDayTests {
    private enum Input {
        case fix(Location)
        case report(MotionActivity)
    }

    static func day(seed: UInt64) -> DayScript {
        var random = SeededGenerator(seed: seed &* 7919)
        var day = DayScript(seed: seed)
        day.interval = [1, 5, 10, 30, 60].randomElement(using: &random) ?? 10
        day.noise = Double.random(in: 1...30, using: &random)
        day.reportsAreOn = Int.random(in: 0..<4, using: &random) > 0
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let isSeen = Int.random(in: 0..<5, using: &random) > 0
            switch Int.random(in: 0..<7, using: &random) {
            case 0:
                day.stay(
                    Double.random(in: 10...400, using: &random), flags: [.stationary, .automotive], fixing: isSeen)
            case 1, 2: day.stay(Double.random(in: 10...9000, using: &random), fixing: isSeen)
            case 3: day.go(east: 300, north: -900, speed: 1.3, flags: .walking, fixing: isSeen)
            case 4: day.go(east: -4000, speed: 14, flags: .automotive, fixing: isSeen)
            case 5: day.go(east: 1500, north: 1500, speed: 4.5, flags: [], fixing: isSeen)
            default:
                day.fix(accuracy: 1500, offset: 3000)
                day.time += 3
                day.fix(accuracy: 5, offset: 60_000)
                day.time += 3
            }
        }
        return day
    }

    private func inputs(_ day: DayScript) -> [(Timestamp, Input)] {
        let all = day.fixes.map { ($0.0, Input.fix($0.1)) } + day.reports.map { ($0.0, Input.report($0.1)) }
        return all.sorted { $0.0 < $1.0 }
    }

    private func stream(_ inputs: some Sequence<(Timestamp, Input)>) -> [TimelineItem] {
        var segmenter = TimelineSegmenter()
        var items: [TimelineItem] = []
        for (time, input) in inputs {
            switch input {
            case .fix(let fix): items += segmenter.append(fix, at: time)
            case .report(let report): items += segmenter.append(report, at: time)
            }
        }
        return items + segmenter.finish()
    }

    @Test(arguments: 1...UInt64(Rounds.count(240))) func theWayOfGivingADayDoesNotMatter(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let day = Self.day(seed: seed)
        let batch = day.items()
        expectTouching(batch)
        #expect(batch.dropLast().allSatisfy { !$0.isOngoing })
        let times = day.fixes.map(\.0) + day.reports.map(\.0)
        if let first = batch.first?.span.start, let last = batch.last?.span.end, let earliest = times.min(),
            let latest = times.max()
        {
            // Within, seconds are doubles, which hold moments of today to a quarter of a microsecond.
            #expect(first.nanoseconds >= earliest.nanoseconds - 1000 && last.nanoseconds <= latest.nanoseconds + 1000)
        }

        let inOrder = inputs(day)
        #expect(stream(inOrder) == batch)
        let fed = TimelineSegmenter.timeline(
            fixes: day.fixes.sorted { $0.0 < $1.0 }, reports: day.reports.sorted { $0.0 < $1.0 })
        #expect(fed.items == batch)

        var shuffled = day
        shuffled.fixes.shuffle(using: &random)
        shuffled.reports.shuffle(using: &random)
        #expect(shuffled.items() == batch)
        let late = inOrder.map { ($0, Double($0.0.nanoseconds) / 1e9 + Double.random(in: 0...59, using: &random)) }
        #expect(stream(late.sorted { $0.1 < $1.1 }.map(\.0)) == batch)

        var twice = day
        twice.fixes += day.fixes
        twice.reports += day.reports
        #expect(twice.items() == batch)
    }

    /// Places follow from the days alone: a day given in one piece or two, or once more, has the same ones.
    @Test(arguments: 1...UInt64(Rounds.count(80))) func placesDoNotDependOnTheRun(seed: UInt64) {
        let items = Self.day(seed: seed).items()
        var once = PlaceClusterer()
        let whole = once.assign(items)
        var parts = PlaceClusterer()
        let half = items.count / 2
        #expect(parts.assign(Array(items[..<half])) + parts.assign(Array(items[half...])) == whole)
        #expect(once.assign(items) == whole)
        #expect(once.places == parts.places)
    }
}
