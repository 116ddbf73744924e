// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing
import TimelineTestSupport

/// Long valid days: thousands of fixes, with stays and silences at the segmenter's limits.
@Suite struct LongDayTests {
    @Test(arguments: 1...UInt64(Rounds.count(240))) func longDaysAreSound(seed: UInt64) {
        #expect(LongDay(seed: seed).faults().isEmpty)
    }

    /// Days whose visits had their fixes beside the centre (rings, places that wander, jitter that is most of a visit),
    /// or that no move could reach in time.
    @Test(arguments: [292, 425, 851, 948, 1118, 1172, 1298, 1478, 2126, 2446, 2869, 2975] as [UInt64])
    func visitsLieWhereTheirFixesAre(seed: UInt64) {
        #expect(LongDay(seed: seed).faults().isEmpty)
    }

    /// A segmenter drops fixes of a long stay. Then the newest fix may lie far behind the last one of the stay.
    @Test(arguments: [512, 1022, 1023, 1024, 1025, 1026, 2048, 2049, 4097], [0, 130, 1790, 1801, 2000, 90_000])
    func aStayOfAnyLengthHasItsLastFix(count: Int, silence: Double) {
        var day = DayScript(seed: UInt64(count))
        day.reportsAreOn = false
        day.stay(10 * Double(count))
        let left = day.time
        day.time += silence
        day.east += 1500
        for _ in 0..<12 {
            day.fix()
            day.time += 10
        }
        let items = day.items()
        expectTouching(items)
        #expect(TimelineCheck().faults(of: TimelineDocument(items: items), fixes: day.fixes).isEmpty)
        let visit = items.first?.visit
        #expect(visit?.fixCount == count)
        #expect(DayScript.seconds(visit?.span.end ?? DayScript.origin) >= left - 20)
    }

    /// The silence behind the fixes that were dropped counts, too.
    @Test func theLongestSilenceOutlivesWhatIsDropped() {
        var day = DayScript(seed: 4)
        day.reportsAreOn = false
        day.stay(10_230)
        day.time += 3000
        day.stay(30_000)
        let visit = day.items().first?.visit
        #expect(abs((visit?.longestSilence.inSeconds ?? 0) - 3010) < 15)
    }
}
