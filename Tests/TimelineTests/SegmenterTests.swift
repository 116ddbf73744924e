// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing

@Suite struct SegmenterTests {
    @Test func aUsualDayIsPlacesAndMoves() throws {
        let items = DayScript.usual().items()
        #expect(
            items.map(kind) == ["visit", "move", "visit", "move", "visit", "move", "visit", "move", "visit"])
        let drive = try #require(items[1].move)
        #expect(drive.sections.map(\.activity) == [.walking, .automotive, .walking])
        #expect(abs(DayScript.seconds(drive.span.start) - 3600) < 90)
        let slanted: Double = 3162.3
        let length: Double = 4550 + slanted
        #expect(try abs(#require(drive.distance) - length) < 0.05 * length)
        let ride = try #require(items[7].move)
        #expect(ride.sections.map(\.activity) == [.cycling])
        #expect(try abs(#require(ride.sections[0].meanSpeed) - 5) < 0.7)
        #expect(items.last?.isOngoing == true)
        #expect(items.dropLast().allSatisfy { !$0.isOngoing })
        var clusterer = PlaceClusterer()
        let places = clusterer.assign(items).compactMap(\.visit?.placeIdentifier)
        #expect(places[0] == places[4])
        #expect(places[1] == places[3])
        #expect(Set(places).count == 3)
    }

    @Test(arguments: [true, false]) func itemsTouch(withReports: Bool) {
        var day = DayScript.usual(seed: 4)
        if !withReports { day.reports = [] }
        expectTouching(day.items())
    }

    @Test func withoutReportsSpeedDecidesAndItSaysSo() throws {
        var day = DayScript.usual(seed: 2)
        day.reports = []
        let items = day.items()
        #expect(
            items.map(kind) == ["visit", "move", "visit", "move", "visit", "move", "visit", "move", "visit"])
        let sections = items.compactMap(\.move).flatMap(\.sections)
        #expect(sections.allSatisfy { $0.evidence == .speed })
        #expect(try #require(items[1].move).sections.contains { $0.activity == .automotive })
        #expect(try #require(items[7].move).sections.map(\.activity) == [.cycling])
        let withReports = DayScript.usual(seed: 2).items().compactMap(\.move).flatMap(\.sections)
        #expect(withReports.allSatisfy { $0.evidence == .reports })
    }

    /// A drive through a suburb and a ride have the same mean speed; how fast the fast moments are tells them apart.
    @Test func aCityCarIsNoBicycle() throws {
        func day(_ speeds: [Double]) -> DayScript {
            var day = DayScript(seed: 12)
            day.reportsAreOn = false
            day.interval = 2
            day.stay(2400)
            for speed in speeds + speeds + speeds {
                day.go(east: speed * 60, speed: speed, flags: [])
                day.stay(20)
            }
            day.stay(2400)
            return day
        }
        let car = day([4, 11, 5, 3, 10, 6]).items().compactMap(\.move).flatMap(\.sections)
        #expect(car.map(\.activity) == [.automotive])
        let bicycle = day([4, 6, 5, 4, 6, 5]).items().compactMap(\.move).flatMap(\.sections)
        #expect(bicycle.map(\.activity) == [.cycling])
    }

    /// A tram in a street is as slow as a bicycle; what is felt in a pocket tells them apart.
    @Test func aSlowTramIsNoBicycle() {
        func day(_ reports: [ActivityFlags]) -> [Activity] {
            var day = DayScript(seed: 8)
            day.interval = 5
            day.stay(2400)
            for (index, speed) in [4.0, 5, 3, 4.5, 5, 3.5, 4, 5].enumerated() {
                day.go(east: speed * 90, speed: speed, flags: reports[index % reports.count])
                day.stay(15, flags: reports[(index + 1) % reports.count])
            }
            day.stay(2400)
            return day.items().compactMap(\.move).flatMap(\.sections).map(\.activity)
        }
        #expect(day([[], [], [], .stationary]) == [.automotive])
        #expect(day([[], .cycling, [], .stationary]) == [.cycling])
        // Reports of mere motion are not a sign of a vehicle.
        #expect(day([[]]) == [.cycling])
    }

    /// A phone that lost its satellites repeats one place kilometres away for half a minute, and comes back.
    @Test func aWrongPlaceRepeatedIsNoLeap() throws {
        var day = DayScript(seed: 5)
        day.interval = 5
        day.stay(2400)
        day.go(east: 700, speed: 1.3, flags: .walking)
        for _ in 0..<7 {
            day.fix(accuracy: 20, offset: 13_000)
            day.time += 5
        }
        day.go(east: 700, speed: 1.3, flags: .walking)
        day.stay(2400)
        let (items, repairs) = TimelineSegmenter.timeline(fixes: day.fixes, reports: day.reports)
        #expect(repairs.jumps == 7 && repairs.leaps == 0)
        #expect(items.map(kind) == ["visit", "move", "visit"])
        #expect(try #require(items[1].move?.distance) < 1600)
    }

    /// A phone in a building finds a place 400 m away for three minutes, and comes back.
    @Test(arguments: [true, false]) func aWrongPlaceForMinutesIsNoTrip(withReports: Bool) throws {
        var day = DayScript(seed: 6)
        day.interval = 5
        day.reportsAreOn = withReports
        day.stay(3000)
        for _ in 0..<3 {
            for _ in 0..<36 {
                day.fix(accuracy: 65, offset: 400)
                day.time += 5
            }
            day.stay(600)
        }
        day.stay(3000)
        let items = TimelineSegmenter.items(fixes: day.fixes, reports: day.reports)
        #expect(items.map(kind) == ["visit"])
        guard case .visit(let visit) = try #require(items.first) else { return }
        #expect(abs(visit.longitude - 8) * 76_057 < 20)
        // Who drives there and back was there.
        var errand = DayScript(seed: 6)
        errand.reportsAreOn = withReports
        errand.stay(3000)
        errand.go(east: 1500, speed: 12, flags: .automotive)
        errand.stay(400)
        errand.go(east: -1500, speed: 12, flags: .automotive)
        errand.stay(3000)
        let trips = TimelineSegmenter.items(fixes: errand.fixes, reports: errand.reports)
        #expect(trips.map(kind) == ["visit", "move", "visit", "move", "visit"])
    }

    @Test func aRedLightIsNoVisitHoweverLong() {
        var day = DayScript()
        day.stay(2400)
        day.go(east: 3000, speed: 12, flags: .automotive)
        day.stay(600, flags: [.stationary, .automotive])
        day.go(east: 3000, speed: 12, flags: .automotive)
        day.stay(2400)
        let items = day.items()
        #expect(items.map(kind) == ["visit", "move", "visit"])
        #expect(items[1].move?.sections.map(\.activity) == [.automotive])
    }

    @Test func aPauseBetweenTwoCarsIsNoStop() {
        var day = DayScript()
        day.interval = 1
        day.stay(2400)
        day.go(east: 3000, speed: 12, flags: .automotive)
        day.stay(5)
        day.go(east: 3000, speed: 12, flags: .automotive)
        day.stay(2400)
        #expect(day.items().map(kind) == ["visit", "move", "visit"])
    }

    @Test func pauseAndVisitAreTwoSettings() {
        func day(pause: Double, flags: ActivityFlags = .unknown) -> DayScript {
            var day = DayScript()
            day.stay(2400)
            day.go(east: 1500, speed: 1.4, flags: .walking)
            day.stay(pause, flags: flags)
            day.go(east: 1500, speed: 1.4, flags: .walking)
            day.stay(2400)
            return day
        }
        // There are no reports in the pause, so its length decides.
        #expect(day(pause: 240).items().map(kind) == ["visit", "move", "visit"])
        var strict = TimelinePolicy()
        strict.tripEndingPause = .seconds(180)
        #expect(day(pause: 260).items(strict).map(kind) == ["visit", "move", "visit", "move", "visit"])
        #expect(day(pause: 700).items().map(kind) == ["visit", "move", "visit", "move", "visit"])
        // Who is told to walk all the time walks, unless it lasts so long that it is a visit whatever is told.
        #expect(day(pause: 700, flags: .walking).items().map(kind) == ["visit", "move", "visit"])
        var lenient = TimelinePolicy()
        lenient.restlessShare = 1
        #expect(
            day(pause: 700, flags: .walking).items(lenient).map(kind) == ["visit", "move", "visit", "move", "visit"])
        #expect(day(pause: 2400, flags: .walking).items().map(kind) == ["visit", "move", "visit", "move", "visit"])
    }

    @Test func badFixesEndNoVisit() throws {
        var day = DayScript()
        for step in 0..<360 {
            day.fix(accuracy: 10, speed: -1)
            // Kilometres off: once admitted, once claimed to be exact.
            if step % 40 == 10 { day.fix(accuracy: 3000, offset: 2500) }
            day.time += 5
            if step % 40 == 20 { day.fix(accuracy: 5, offset: 40_000) }
            day.time += 5
        }
        let items = day.items()
        #expect(items.map(kind) == ["visit"])
        #expect(try #require(items.first?.visit).spread < 20)
    }

    @Test func aTunnelIsNeitherAVisitNorALine() throws {
        var day = DayScript()
        day.stay(2400)
        day.go(east: 6000, speed: 25, flags: .automotive)
        day.go(east: 15_000, speed: 25, flags: .automotive, fixing: false)
        day.go(east: 6000, speed: 25, flags: .automotive)
        day.stay(2400)
        let items = day.items()
        #expect(items.map(kind) == ["visit", "move", "visit"])
        let section = try #require(items[1].move?.sections.first)
        #expect(section.path.count == 2)
        #expect(abs(section.unobservedDistance - 15_000) < 600)
        #expect(try abs(#require(section.distance) - 12_000) < 600)
    }

    @Test func hoursWithoutAFixAtOnePlaceGoOnAndSaySo() throws {
        var day = DayScript()
        day.stay(600)
        day.stay(8 * 3600, fixing: false)
        day.stay(600)
        let items = day.items()
        #expect(items.map(kind) == ["visit"])
        #expect(try #require(items[0].visit).longestSilence > .seconds(28_000))
    }

    @Test func hoursWithoutAFixBetweenTwoTownsAreAGap() throws {
        var day = DayScript()
        day.reportsAreOn = false
        day.stay(3600)
        day.go(east: 2000, speed: 12, flags: .automotive)
        day.go(east: 30_000, speed: 2, flags: .automotive, fixing: false)
        day.go(east: 2000, speed: 12, flags: .automotive)
        day.stay(3600)
        let items = day.items()
        #expect(items.map(kind) == ["visit", "move", "gap", "move", "visit"])
        #expect(try abs(#require(items[2].gap?.displacement) - 30_000) < 300)
    }

    @Test func aRunInsideAWalkIsKept() throws {
        var day = DayScript()
        day.stay(2400)
        day.go(east: 800, speed: 1.4, flags: .walking)
        day.go(east: 900, speed: 2.9, flags: .running)
        day.go(east: 800, speed: 1.4, flags: .walking)
        day.stay(2400)
        let move = try #require(day.items().compactMap(\.move).first)
        #expect(move.sections.map(\.activity) == [.walking, .running, .walking])
    }

    @Test func flipsAreMerged() throws {
        var day = DayScript()
        day.stay(2400)
        for _ in 0..<8 {
            day.go(east: 1000, speed: 14, flags: .automotive)
            day.go(east: 200, speed: 14, flags: .cycling)
        }
        day.stay(2400)
        let move = try #require(day.items().compactMap(\.move).first)
        #expect(move.sections.map(\.activity) == [.automotive])
    }

    @Test func walkingInsideAPlaceIsKept() throws {
        var day = DayScript()
        day.stay(3000)
        day.stay(300, flags: .walking)
        day.stay(3000)
        let visit = try #require(day.items().first?.visit)
        #expect(visit.activities.map(\.activity) == [.walking])
    }

    @Test func nothingGivesNothing() {
        #expect(TimelineSegmenter.items(fixes: [], reports: []).isEmpty)
        var day = DayScript()
        day.fix()
        #expect(day.items().isEmpty)
    }

    @Test func anyInputIsSurvived() {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<40 {
            var segmenter = TimelineSegmenter()
            var items: [TimelineItem] = []
            for _ in 0..<200 {
                let nanoseconds: Int64 =
                    [.min, .max, 0, Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random)]
                    .randomElement(using: &random) ?? 0
                let wild = [Double.nan, .infinity, -1, 0, 90, -180, 1e300].randomElement(using: &random) ?? 0
                let fix = Location(
                    elapsed: .zero, latitude: Double.random(in: -90...90, using: &random), longitude: wild,
                    speed: wild, horizontalAccuracy: wild)
                items += segmenter.append(fix, at: Timestamp(nanoseconds: nanoseconds))
                items += segmenter.append(
                    MotionActivity(
                        flags: ActivityFlags(rawValue: UInt8.random(in: 0...255, using: &random)),
                        confidence: .low,
                        elapsed: .zero, start: nil), at: Timestamp(nanoseconds: nanoseconds))
            }
            expectTouching(items + segmenter.finish())
        }
    }
}

func kind(_ item: TimelineItem) -> String {
    switch item {
    case .visit: "visit"
    case .move: "move"
    case .gap: "gap"
    }
}

func expectTouching(_ items: [TimelineItem], sourceLocation: SourceLocation = #_sourceLocation) {
    for (before, after) in zip(items, items.dropFirst()) {
        #expect(before.span.end == after.span.start, sourceLocation: sourceLocation)
    }
    for item in items {
        #expect(item.span.start < item.span.end, sourceLocation: sourceLocation)
        guard let move = item.move else { continue }
        #expect(move.sections.first?.span.start == move.span.start, sourceLocation: sourceLocation)
        #expect(move.sections.last?.span.end == move.span.end, sourceLocation: sourceLocation)
        for (before, after) in zip(move.sections, move.sections.dropFirst()) {
            #expect(before.span.end == after.span.start, sourceLocation: sourceLocation)
        }
    }
}
