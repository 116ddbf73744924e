// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing

/// Where items meet, the person is at one position, and each item has a duration in files.
@Suite struct JointTests {
    /// A fix without noise, and a report of rest if asked.
    private func day(
        _ fixes: [(time: Double, east: Double, north: Double, accuracy: Double)], resting: Bool = false
    ) -> DayScript {
        var day = DayScript()
        day.noise = 0
        for fix in fixes {
            (day.time, day.east, day.north) = (fix.time, fix.east, fix.north)
            day.fix(accuracy: fix.accuracy)
            if resting { day.report(.stationary) }
        }
        return day
    }

    private func faults(_ day: DayScript) -> [TimelineFault] {
        TimelineCheck().faults(of: TimelineDocument(items: day.items()), fixes: day.fixes)
    }

    /// Fixes as coarse as this do not show that the person left, nor when: only the places are 450 m apart.
    @Test func coarsePlacesFarApartHaveAWayBetweenThem() throws {
        let day = day(
            [(0, 0, 0, 190), (900, 0, 0, 190), (3009, 450, 0, 190), (3909, 450, 0, 190), (4809, 450, 0, 190)],
            resting: true)
        let items = day.items()
        #expect(items.map(kind) == ["visit", "move", "visit"])
        let way = try #require(items.dropFirst().first?.move)
        #expect(way.sections.map(\.activity) == [.walking] && abs((way.wholeDistance ?? 0) - 450) < 1)
        #expect(faults(day).isEmpty)
    }

    /// The last fix of the visit lies in it. Smoothing moves it, as the first of the move, 350 m towards the next one.
    @Test func aPathBeginsInTheVisitBeforeIt() throws {
        let day = day([(0, 29, 22, 65), (9, -14, -26, 65), (1827, 12, 0, 190), (1836, 325, -1075, 65)])
        let items = day.items()
        #expect(items.map(kind) == ["visit", "move"])
        #expect(faults(day).isEmpty)
        let section = try #require(items.last?.move?.sections.first)
        #expect(abs((section.distance ?? 0) - 928) < 10)
    }

    @Test func itemsShorterThanAMillisecondJoinTheOneBefore() {
        let opening = day([
            (0, 0, 0, 10), (0.0004, 3, 8, 10), (1860, 5000, 0, 5), (1865, 5000, 0, 5), (2400, 5000, 0, 5),
        ])
        let middle = day([
            (0, 0, 0, 10), (600, 0, 0, 10), (1500, 2500, 0, 5), (1500.0004, 2504, 0, 5), (42_500, 7800, 0, 5),
            (43_000, 7800, 0, 5),
        ])
        for day in [opening, middle] {
            let items = day.items()
            expectTouching(items)
            #expect(items.count > 1 && items.allSatisfy { $0.span.seconds >= 0.001 })
        }
        #expect(middle.items().map(kind) == ["visit", "gap", "gap", "visit"])
    }
}
