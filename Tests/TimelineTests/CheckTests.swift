// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing

/// Each rule of a timeline is broken by hand, and only that rule is named.
@Suite struct CheckTests {
    private func span(_ start: Double, _ end: Double) -> TimeSpan {
        TimeSpan(start: DayScript.moment(start), end: DayScript.moment(end))
    }

    private func visit(_ start: Double, _ end: Double, east: Double = 0) -> Visit {
        Visit(span: span(start, end), latitude: 47, longitude: 8 + east / 76_057, spread: 8, fixCount: 10)
    }

    /// A walk east with a fix each 100 s, from `east` on.
    private func move(
        _ start: Double, _ end: Double, metres: Double, activity: Activity = .walking, vehicle: Vehicle? = nil
    ) -> Move {
        let path = stride(from: 0.0, through: 1, by: 0.1).map { share in
            PathPoint(
                time: DayScript.moment(start + share * (end - start)), latitude: 47,
                longitude: 8 + share * metres / 76_057)
        }
        let section = MoveSection(
            span: span(start, end), activity: activity, evidence: .speed, distance: metres,
            maximumSpeed: metres / (end - start), path: [path], vehicle: vehicle)
        return Move(span: span(start, end), sections: [section])
    }

    private func rules(_ items: [TimelineItem], fixes: [(Timestamp, Location)] = []) -> Set<TimelineFault.Rule> {
        Set(TimelineCheck().faults(of: TimelineDocument(items: items), fixes: fixes).map(\.rule))
    }

    @Test func aSoundTimelineBreaksNone() {
        #expect(
            rules([
                .visit(visit(0, 1000)), .move(move(1000, 2000, metres: 1300)),
                .visit(visit(2000, 4000, east: 1300)), .gap(Gap(span: span(4000, 4500))),
            ]).isEmpty)
    }

    @Test func itemsAndSectionsTouch() {
        #expect(rules([.visit(visit(0, 1000)), .visit(visit(1001, 2000))]) == [.touching])
        #expect(rules([.visit(visit(0, 1000)), .visit(visit(900, 2000))]) == [.touching])
        #expect(rules([.visit(visit(1000, 1000))]) == [.touching])
        var short = move(1000, 2000, metres: 1000)
        short.span.end = DayScript.moment(2100)
        #expect(rules([.move(short)]) == [.touching])
        var ongoing = visit(0, 1000)
        ongoing.isOngoing = true
        #expect(rules([.visit(ongoing), .visit(visit(1000, 2000))]) == [.touching])
    }

    @Test func theCentreLiesAmongTheFixes() {
        var day = DayScript()
        day.stay(1000)
        #expect(rules([.visit(visit(0, 1000))], fixes: day.fixes).isEmpty)
        #expect(rules([.visit(visit(0, 1000, east: 200))], fixes: day.fixes) == [.centre])
        var wide = visit(0, 1000)
        wide.spread = 6900
        #expect(rules([.visit(wide)]) == [.centre])
    }

    @Test func nobodyJumpsBetweenItems() {
        #expect(rules([.visit(visit(0, 1000)), .visit(visit(1000, 2000, east: 5000))]) == [.joint])
        let late = Gap(span: span(1000, 1041))
        #expect(rules([.visit(visit(0, 1000)), .gap(late), .visit(visit(1041, 2000, east: 25_000))]) == [.joint])
        let long = Gap(span: span(1000, 2000))
        #expect(rules([.visit(visit(0, 1000)), .gap(long), .visit(visit(2000, 3000, east: 25_000))]).isEmpty)
    }

    private static let speeds: [(Activity, Vehicle?, Double, Bool)] = [
        (.walking, nil, 4000, false), (.walking, nil, 2000, true), (.cycling, nil, 12_000, true),
        (.cycling, nil, 18_000, false), (.automotive, nil, 90_000, true), (.automotive, nil, 200_000, false),
        (.automotive, .airplane, 200_000, true), (.automotive, .airplane, 400_000, false),
    ]

    @Test(arguments: speeds)
    func noSectionIsFasterThanItsMode(_ activity: Activity, _ vehicle: Vehicle?, _ metres: Double, _ holds: Bool) {
        let found = rules([.move(move(0, 1000, metres: metres, activity: activity, vehicle: vehicle))])
        #expect(found == (holds ? [] : [.speed]))
    }

    @Test func aSpeedDoesNotContradictItsDistance() {
        var slow = move(0, 1000, metres: 2000)
        slow.sections[0].maximumSpeed = 1
        #expect(rules([.move(slow)]) == [.speed])
    }

    @Test func aDistanceIsAtLeastTheBeeline() {
        var short = move(0, 1000, metres: 2000)
        short.sections[0].distance = 1500
        short.sections[0].maximumSpeed = 2
        #expect(rules([.move(short)]) == [.distance])
        var unknown = move(0, 1000, metres: 2000)
        unknown.sections[0].distance = nil
        #expect(rules([.move(unknown)]).isEmpty)
    }

    @Test func aVisitEndsAtALongSilence() {
        var year = visit(0, 30_000_000)
        year.longestSilence = .seconds(29_000_000)
        #expect(rules([.visit(year)]) == [.silence])
    }
}
