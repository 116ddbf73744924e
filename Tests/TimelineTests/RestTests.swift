// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayTimeline

/// Where the rests of moves belong, and what sparse logs show.
@Suite struct RestTests {
    private func day(_ interval: Double = 10) -> DayScript {
        var day = DayScript(seed: 11)
        (day.reportsAreOn, day.interval) = (false, interval)
        return day
    }

    /// No move is a rest alone, and no rest of a move lasts as long as the pause that ends a trip.
    private func checkRests(_ items: [TimelineItem], sourceLocation: SourceLocation = #_sourceLocation) {
        for move in items.compactMap(\.move) {
            let rests = move.sections.filter { $0.activity == .stationary }
            #expect(rests.count < move.sections.count, sourceLocation: sourceLocation)
            #expect(rests.allSatisfy { $0.span.seconds < 300 }, sourceLocation: sourceLocation)
        }
    }

    @Test func aLongRestOnTheWayIsAVisit() {
        var day = day()
        day.stay(2400)
        day.go(east: 3000, speed: 10, flags: [])
        day.stay(330)
        day.go(east: 3000, speed: 10, flags: [])
        day.stay(2400)
        let items = day.items()
        #expect(items.compactMap(\.visit).count == 3)
        checkRests(items)
    }

    /// A phone that finds now a network of its place and now a cell stays, and leaves when it leaves.
    @Test func aPhoneThatFindsAnotherCellHasNotMoved() throws {
        var day = day(30)
        for dwell in 0..<12 {
            let isCell = dwell % 2 == 1
            for _ in 0..<20 {
                day.fix(accuracy: isCell ? 160 : 30, offset: isCell ? 160 : 0)
                day.time += 30
            }
        }
        let left = day.time
        day.go(east: 5000, speed: 12, flags: [])
        day.stay(3600)
        let items = day.items()
        #expect(items.map { $0.visit != nil } == [true, false, true])
        #expect(abs(DayScript.seconds(try #require(items.first).span.end) - left) < 120)
        #expect(TimelineCheck().faults(of: TimelineDocument(items: items), fixes: day.fixes).isEmpty)
    }

    /// Half an hour of fixes elsewhere outweighs a few minutes before and after it, however fast they are reached.
    @Test func anEchoLastsNoLongerThanTheStaysAroundIt() throws {
        var day = day(30)
        day.stay(3600)
        day.go(east: 5000, speed: 12, flags: [])
        day.stay(240)
        day.east += 3700
        let (arrival, place) = (day.time, day.east)
        day.stay(1740)
        day.east -= 3700
        day.stay(200)
        day.time += 3600
        day.east += 5000
        day.stay(3600)
        let visit = try #require(day.items().compactMap(\.visit).dropFirst().first { $0.span.seconds > 1500 })
        #expect(abs((visit.longitude - 8) * 76_057 - place) < 100)
        #expect(DayScript.seconds(visit.span.start) >= arrival - 60)
    }

    /// One wrong fix in a sparse log of a place does not move the place.
    @Test func aWrongFixDoesNotMoveAPlace() throws {
        var day = day()
        for (offset, pause) in [(0.0, 2750.0), (0, 900), (-1390, 900), (0, 900)] {
            day.fix(accuracy: 5, offset: offset)
            day.time += pause
        }
        let visit = try #require(day.items().first?.visit)
        #expect(visit.spread < 75 && visit.fixCount == 3)
        #expect(abs(visit.longitude - 8) * 76_057 < 75)
    }

    /// Rest is reported throughout, and a fix shows the phone 1.5 km away.
    @Test func noTwoVisitsTouchFarApart() {
        var day = DayScript(seed: 4)
        (day.interval, day.noise) = (900, 5)
        day.report(.stationary)
        day.fix(accuracy: 65)
        day.time += 2750
        day.fix(accuracy: 10, offset: 1520)
        day.time += 900
        day.fix(accuracy: 5)
        day.report(.walking)
        day.time += 900
        day.north -= 5700
        day.fix(accuracy: 5)
        day.report(.stationary)
        day.time += 900
        day.north += 5700
        day.fix(accuracy: 165)
        let items = day.items()
        expectTouching(items)
        #expect(zip(items, items.dropFirst()).allSatisfy { $0.visit == nil || $1.visit == nil })
        #expect(TimelineCheck().faults(of: TimelineDocument(items: items), fixes: day.fixes).isEmpty)
    }

    /// A visit at the antimeridian has a longitude of the map, whichever side its fixes are on.
    @Test func aPlaceAtTheAntimeridianIsOnTheMap() {
        for east in [179.9999, -179.9999] {
            let fixes = (0..<40).map { number -> (Timestamp, Location) in
                let offset = number % 4 == 0 ? 0.0 : 0.0006
                let longitude = Longitude.wrapped(east + (east > 0 ? offset : -offset))
                return (
                    DayScript.moment(Double(number) * 30),
                    Location(elapsed: .zero, latitude: 10, longitude: longitude, horizontalAccuracy: 5)
                )
            }
            let visits = TimelineSegmenter.items(fixes: fixes, reports: []).compactMap(\.visit)
            #expect(visits.count == 1 && visits.allSatisfy { $0.longitude.magnitude <= 180 })
        }
    }

    @Test func aShortHoleInOnePlaceIsNoGap() {
        var day = day()
        day.stay(2400)
        day.go(east: 1500, speed: 1.4, flags: [])
        day.stay(200, fixing: false)
        day.go(east: 1500, speed: 1.4, flags: [])
        day.stay(2400)
        let items = day.items()
        #expect(items.compactMap(\.gap).isEmpty)
        #expect(items.count == 3)
        checkRests(items)
    }

    @Test func aLongHoleIsStillAGap() {
        var day = day()
        day.stay(2400)
        day.go(east: 3000, speed: 10, flags: [])
        day.time += 1500
        day.east += 400
        day.go(east: 3000, speed: 10, flags: [])
        day.stay(2400)
        #expect(day.items().contains { $0.gap != nil || $0.visit.map { $0.longestSilence > .seconds(600) } ?? false })
    }

    /// A log with few fixes has a coarse path, and a dense one with the same silence has none there.
    @Test(arguments: [120.5, 300, 600]) func aSparseLogHasAPath(interval: Double) throws {
        var day = day(interval)
        day.stay(7200)
        day.go(east: 40_000, speed: 12, flags: [])
        day.stay(7200)
        let items = day.items()
        let sections = items.compactMap(\.move).flatMap(\.sections)
        let seen = sections.reduce(0) { $0 + ($1.distance ?? 0) }
        let unseen = sections.reduce(0) { $0 + $1.unobservedDistance }
        #expect(seen > 0.7 * 40_000 && seen + unseen < 1.1 * 40_000)
        #expect(items.compactMap(\.gap).isEmpty)
        #expect(Set(sections.map(\.activity)) == [.automotive])
        #expect(TimelineCheck().faults(of: TimelineDocument(items: items), fixes: day.fixes).isEmpty)
    }

    @Test func aSilenceInADenseLogHasNone() {
        var day = day()
        day.stay(2400)
        day.go(east: 6000, speed: 12, flags: [])
        day.time += 300
        day.east += 3600
        day.go(east: 6000, speed: 12, flags: [])
        day.stay(2400)
        let unseen = day.items().compactMap(\.move).flatMap(\.sections).reduce(0) { $0 + $1.unobservedDistance }
        #expect(abs(unseen - 3600) < 300)
    }

    /// Between two rides a train goes underground for ten minutes.
    @Test func noOneCyclesThroughATunnel() throws {
        var day = day()
        day.stay(2400)
        day.go(east: 3000, speed: 5, flags: [])
        day.time += 600
        day.east += 5400
        day.go(east: 3000, speed: 5, flags: [])
        day.stay(2400)
        let items = day.items()
        let tunnel = DayScript.moment(2400 + 600 + 300)
        let section = try #require(
            items.compactMap(\.move).flatMap(\.sections).first { $0.span.start <= tunnel && $0.span.end >= tunnel })
        #expect(section.activity == .automotive)
        #expect(TimelineCheck().faults(of: TimelineDocument(items: items), fixes: day.fixes).isEmpty)
    }

    @Test func theCheckFindsARiderUnderground() throws {
        func section(_ activity: Activity, _ evidence: MoveSection.Evidence, metres: Double) -> MoveSection {
            func piece(_ start: Double, _ east: Double) -> [PathPoint] {
                [0.0, 60].map {
                    PathPoint(time: DayScript.moment(start + $0), latitude: 47, longitude: 8 + (east + 4 * $0) / 76_057)
                }
            }
            return MoveSection(
                span: TimeSpan(start: DayScript.moment(0), end: DayScript.moment(720)), activity: activity,
                evidence: evidence, distance: 480, unobservedDistance: metres,
                path: [piece(0, 0), piece(660, 240 + metres)])
        }
        func rules(_ section: MoveSection) -> [TimelineFault.Rule] {
            TimelineCheck().faults(of: TimelineDocument(items: [.move(Move(span: section.span, sections: [section]))]))
                .map(\.rule)
        }
        #expect(rules(section(.cycling, .speed, metres: 6000)) == [.unseen])
        #expect(rules(section(.cycling, .speed, metres: 3000)) == [])
        #expect(rules(section(.cycling, .reports, metres: 6000)) == [])
        #expect(rules(section(.automotive, .speed, metres: 6000)) == [])
    }
}
