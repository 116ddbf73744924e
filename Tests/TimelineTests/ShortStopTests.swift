// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayTimeline

/// Stops that are too short for a visit, and long enough for one to a known place.
@Suite struct ShortStopTests {
    /// A day without reports: home, a quarter of an hour at a school 3 km east, once or more, work 3 km farther, and in
    /// the evening a stop at the school, or elsewhere, on the way home.
    private func day(
        stop seconds: Double, north: Double = 0, visits: Int = 1, flags: ActivityFlags? = nil
    ) -> DayScript {
        var day = DayScript(seed: 21)
        day.reportsAreOn = flags != nil
        for visit in 0..<visits {
            if visit > 0 { day.go(east: -3000, speed: 10, flags: .automotive) }
            day.stay(3600)
            day.go(east: 3000, speed: 10, flags: .automotive)
            day.stay(900)
        }
        day.go(east: 3000, speed: 10, flags: .automotive)
        day.stay(7200)
        day.go(east: -3000, north: north, speed: 10, flags: .automotive)
        day.stay(seconds, flags: flags ?? .stationary)
        day.go(east: -3000, north: -north, speed: 10, flags: .automotive)
        day.stay(3600)
        return day
    }

    private func timeline(_ day: DayScript, named circles: [NamedCircle] = []) -> TimelineDocument {
        var timeline = TimelineDocument(items: day.items())
        timeline.findPlaces(circles)
        return timeline
    }

    private func kinds(_ timeline: TimelineDocument) -> String {
        timeline.items.map { $0.visit != nil ? "v" : $0.move != nil ? "m" : "g" }.joined()
    }

    @Test(arguments: [180.0, 200, 240, 280]) func aShortStopAtAKnownPlaceIsAVisit(seconds: Double) throws {
        let day = day(stop: seconds, visits: 2)
        let timeline = timeline(day)
        #expect(kinds(timeline) == "vmvmvmvmvmvmv")
        let visits = timeline.items.compactMap(\.visit)
        #expect(visits[5].placeIdentifier == visits[1].placeIdentifier)
        #expect((visits[5].span.seconds - seconds).magnitude < 40)
        #expect(timeline.places.count == 3)
        #expect(TimelineCheck().faults(of: timeline, fixes: day.fixes).isEmpty)
    }

    /// Without reports a stop looks like a wait in traffic, and one visit to its place does not tell them apart.
    @Test func aPlaceOfOneVisitNeedsAReportOrAName() {
        #expect(kinds(timeline(day(stop: 200))) == "vmvmvmv")
        #expect(kinds(timeline(day(stop: 200, flags: .stationary))) == "vmvmvmvmv")
        let circle = NamedCircle(name: "School", latitude: 47, longitude: 8 + 3000 / 76_057, radius: 80)
        #expect(kinds(timeline(day(stop: 200), named: [circle])) == "vmvmvmvmv")
        var named = TimelineDocument(items: day(stop: 200).items())
        named.places = [
            VisitedPlace(identifier: "school", latitude: 47, longitude: 8 + 3000 / 76_057, name: "School")
        ]
        named.findPlaces()
        #expect(kinds(named) == "vmvmvmvmv")
    }

    /// A parent's day: the school is named, and each of four stops there is a visit.
    @Test func fourStopsAtANamedSchoolAreVisits() {
        var day = DayScript(seed: 24)
        day.reportsAreOn = false
        day.stay(3600)
        for seconds in [900.0, 200, 180, 240] {
            day.go(east: 3000, speed: 10, flags: .automotive)
            day.stay(seconds)
            day.go(east: -3000, speed: 10, flags: .automotive)
            day.stay(3600)
        }
        let circle = NamedCircle(name: "School", latitude: 47, longitude: 8 + 3000 / 76_057, radius: 80)
        #expect(kinds(timeline(day)) == "vmvmvmvmvmv")
        #expect(kinds(timeline(day, named: [circle])) == "vmvmvmvmvmvmvmvmv")
    }

    @Test(arguments: [0.0, 30, 60, 100]) func aMomentIsNoVisit(seconds: Double) {
        #expect(kinds(timeline(day(stop: seconds, visits: 2))) == "vmvmvmvmvmv")
    }

    @Test func aShortStopElsewhereIsNoVisit() {
        #expect(kinds(timeline(day(stop: 200, north: 600, visits: 2))) == "vmvmvmvmvmv")
    }

    /// A place of the user's list is known before the first visit.
    @Test func aNamedPlaceIsKnown() throws {
        let circle = NamedCircle(name: "Kiosk", latitude: 47 + 600 / 111_177, longitude: 8 + 3000 / 76_057, radius: 80)
        var timeline = timeline(day(stop: 200, north: 600), named: [circle])
        timeline.namePlaces(by: [circle])
        #expect(kinds(timeline) == "vmvmvmvmv")
        let kiosk = try #require(timeline.items.compactMap(\.visit)[3].placeIdentifier)
        #expect(timeline.places.first { $0.identifier == kiosk }?.name == "Kiosk")
        #expect(timeline.places.first { $0.identifier == kiosk }?.number == 4)
    }

    /// Reports know a red light.
    @Test func aWaitInTrafficIsNoVisit() {
        #expect(kinds(timeline(day(stop: 200, flags: [.stationary, .automotive]))) == "vmvmvmv")
        #expect(kinds(timeline(day(stop: 200, flags: .stationary))) == "vmvmvmvmv")
    }

    /// What begins and ends a move in the place of the visit beside it is part of neither visit nor trip.
    @Test func aStopThatNeverLeftIsNoVisit() {
        var day = DayScript(seed: 22)
        day.reportsAreOn = false
        day.stay(3600)
        day.go(east: 90, speed: 1.4, flags: [])
        day.stay(150)
        day.go(east: 3000, speed: 10, flags: [])
        day.stay(3600)
        #expect(kinds(timeline(day)) == "vmv")
    }

    @Test func aWalkThroughAPlaceIsNoStop() {
        var day = DayScript(seed: 23)
        day.reportsAreOn = false
        day.stay(3600)
        day.go(east: 500, speed: 1.3, flags: [])
        day.stay(1200)
        day.go(east: 500, speed: 1.3, flags: [])
        day.stay(1200)
        day.go(east: -1000, speed: 0.9, flags: [])
        day.stay(3600)
        #expect(kinds(timeline(day)) == "vmvmvmv")
    }

    /// Both parts of a section keep the way that its path has not seen where it was not seen.
    @Test func aClippedSectionKeepsTheWayOfItsHole() throws {
        func point(_ seconds: Double, _ east: Double) -> PathPoint {
            PathPoint(time: DayScript.moment(seconds), latitude: 47, longitude: 8 + east / 76_057)
        }
        var section = MoveSection(
            span: TimeSpan(start: DayScript.moment(0), end: DayScript.moment(1000)), activity: .automotive,
            evidence: .speed, distance: 2000, unobservedDistance: 9100,
            path: [[point(0, 0), point(100, 1000)], [point(400, 10_000), point(1000, 11_000)]])
        func unseen(_ from: Double, _ to: Double) -> Double? {
            section.clipped(to: TimeSpan(start: DayScript.moment(from), end: DayScript.moment(to)))?.unobservedDistance
        }
        // 9000 m in the hole of 300 s, and 100 m anywhere.
        #expect(try (#require(unseen(0, 500)) - 9050).magnitude < 20)
        #expect(try (#require(unseen(500, 1000)) - 50).magnitude < 20)
        #expect(try (#require(unseen(0, 250)) - 4525).magnitude < 20)
        let whole = try #require(unseen(0, 370)) + #require(unseen(370, 1000))
        #expect((whole - 9100).magnitude < 1e-6)
        // What a walk cannot cover in the time is not known, and no mean is above the maximum.
        var walk = section
        (walk.activity, walk.maximumSpeed) = (.walking, 3)
        let part = try #require(
            walk.clipped(to: TimeSpan(start: DayScript.moment(200), end: DayScript.moment(300))))
        #expect(part.wholeDistance == nil && part.maximumSpeed == nil)
        section.maximumSpeed = 12
        let ride = try #require(
            section.clipped(to: TimeSpan(start: DayScript.moment(200), end: DayScript.moment(300))))
        #expect(try #require(ride.maximumSpeed) == #require(ride.meanSpeed) && #require(ride.meanSpeed) > 25)
        section.path = []
        #expect(unseen(0, 250) == 2275)
    }

    /// A part of a move has the stops that lie within it.
    @Test func aClippedMoveKeepsItsStops() throws {
        let move = try #require(day(stop: 200).items().compactMap(\.move).last)
        let stop = try #require(move.stops.first)
        #expect(move.stops.count == 1)
        func stops(from: Timestamp, to: Timestamp) -> [ShortStop] {
            TimelineItem.move(move).clipped(to: TimeSpan(start: from, end: to))?.move?.stops ?? []
        }
        #expect(stops(from: move.span.start, to: stop.span.end) == [stop])
        #expect(stops(from: stop.span.start + .seconds(1), to: move.span.end).isEmpty)
    }

    /// The path of a move to whose stop wrong fixes alternate does not lead there.
    @Test(arguments: [(0.0, "mvm"), (2000, "m")]) func theWayLeadsToAStop(beside metres: Double, kinds: String) {
        func point(_ time: Double, _ east: Double) -> PathPoint {
            PathPoint(time: DayScript.moment(time), latitude: 47, longitude: 8 + east / 76_057)
        }
        func span(_ start: Double, _ end: Double) -> TimeSpan {
            TimeSpan(start: DayScript.moment(start), end: DayScript.moment(end))
        }
        let path = [point(0, -4000), point(400, metres), point(600, 0), point(1000, 4000)]
        var move = Move(
            span: span(0, 1000),
            sections: [
                MoveSection(
                    span: span(0, 1000), activity: .automotive, evidence: .speed, distance: 8000 + 2 * metres,
                    maximumSpeed: 20, path: [path])
            ])
        move.stops = [
            ShortStop(
                span: span(400, 600), latitude: 47, longitude: 8, spread: 5, fixCount: 5,
                longestSilence: .seconds(60), isTold: true)
        ]
        let items = [TimelineItem.move(move)].visiting { _ in "school" }
        #expect(self.kinds(TimelineDocument(items: items)) == kinds)
    }
}
