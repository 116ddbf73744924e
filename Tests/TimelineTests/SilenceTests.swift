// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing

/// Long silences, holes within a place, and reports alone.
@Suite struct SilenceTests {
    /// Two hours at home, a silence, two hours at home.
    private func home(silentFor hours: Double, told: Bool = false) -> [TimelineItem] {
        var day = DayScript()
        day.reportsAreOn = told
        day.interval = 60
        day.stay(7200)
        day.time += hours * 3600
        day.stay(7200)
        return day.items()
    }

    @Test(arguments: [false, true]) func aNightWithoutFixesIsAVisit(told: Bool) throws {
        let items = home(silentFor: 12, told: told)
        #expect(items.count == 1)
        let visit = try #require(items.first?.visit)
        #expect(visit.span.seconds > 15 * 3600)
    }

    @Test(arguments: [(40.0, false), (40, true), (8760, false), (8760, true)])
    func aLongSilenceIsAGap(hours: Double, told: Bool) throws {
        let items = home(silentFor: hours, told: told)
        #expect(items.map { $0.gap != nil } == [false, true, false])
        expectTouching(items)
        let gap = try #require(items.dropFirst().first?.gap)
        #expect(gap.span.seconds >= (hours - 36) * 3600 - 120)
        // What is told is told for 36 hours at most.
        #expect(gap.span.seconds >= (hours - (told ? 36.1 : 0.1)) * 3600)
        #expect(TimelineCheck().faults(of: TimelineDocument(items: items)).isEmpty)
    }

    /// A stream that ends with old reports does not carry a visit on.
    @Test func theEndOfATrackIsNoEndlessVisit() throws {
        var day = DayScript()
        day.stay(7200)
        day.time += 400 * 86_400
        day.report(.stationary)
        let items = day.items()
        #expect(try #require(items.first?.visit).span.seconds < 38 * 3600)
    }

    @Test(arguments: [150.0, 240, 290, 310, 400, 600]) func sparseFixesInOnePlaceAreAVisit(interval: Double) {
        for told in [false, true] {
            var day = DayScript(seed: 3)
            day.reportsAreOn = told
            day.interval = interval
            day.stay(5400)
            day.go(east: 9000, speed: 12, flags: .automotive)
            day.stay(1600)
            day.go(east: 9000, speed: 12, flags: .automotive)
            day.stay(5400)
            let items = day.items()
            let holes = items.compactMap(\.gap).filter { ($0.displacement ?? .infinity) < 75 }
            #expect(holes.isEmpty, "\(interval) \(told)")
            #expect(items.compactMap(\.visit).count == 3, "\(interval) \(told)")
        }
    }

    /// The phone is underground from the morning to the evening; its reports tell when it rode.
    @Test func reportsAloneMakeAMove() throws {
        var day = DayScript()
        day.stay(3600)
        day.go(east: 200, speed: 1.4, flags: .walking, fixing: false)
        let start = day.time
        day.go(east: 1500, speed: 5, flags: .automotive, fixing: false)
        let end = day.time
        day.stay(4 * 3600, fixing: false)
        day.stay(1800)
        let items = day.items()
        #expect(items.map { $0.move != nil } == [false, true, false])
        let move = try #require(items.compactMap(\.move).first)
        #expect(abs(DayScript.seconds(move.span.start) - (start - 143)) < 180)
        #expect(abs(DayScript.seconds(move.span.end) - end) < 180)
    }

    /// A file without a usable fix has the journeys of its reports.
    @Test func reportsWithoutFixesMakeMoves() throws {
        var day = DayScript()
        day.stay(3600, fixing: false)
        day.go(east: 3000, speed: 5, flags: .automotive, fixing: false)
        day.stay(3600, fixing: false)
        day.go(east: 900, speed: 1.4, flags: .walking, fixing: false)
        day.stay(3600, fixing: false)
        let moves = day.items().compactMap(\.move)
        #expect(moves.map { $0.sections.map(\.activity) } == [[.automotive], [.walking]])
        #expect(moves.allSatisfy { $0.distance == nil })
        let first = try #require(moves.first)
        #expect(abs(DayScript.seconds(first.span.start) - 3600) < 60)
        #expect(abs(first.span.seconds - 600) < 60)
    }

    /// Reports of rest between two drives, for four minutes on one spot, are an errand and not a red light.
    @Test(arguments: [(true, 3), (false, 2)]) func aToldRestPartsTwoDrives(rests: Bool, visits: Int) {
        var day = DayScript(seed: 5)
        day.noise = 3
        day.stay(3600)
        day.go(east: 6000, speed: 13, flags: .automotive)
        day.stay(270, flags: rests ? .stationary : [.stationary, .automotive])
        day.go(east: 6000, speed: 13, flags: .automotive)
        day.stay(3600)
        #expect(day.items().compactMap(\.visit).count == visits)
    }
}

/// A log that ends soon after a short walk from the car: the walk belongs to the move.
@Suite struct ToldWalkTests {
    @Test(arguments: [1.0, 5]) func theLastWalkIsASection(interval: Double) throws {
        var day = DayScript(seed: 4)
        day.interval = interval
        day.noise = 3
        day.go(east: 70, speed: 1.4, flags: .walking)
        day.go(east: 1400, speed: 8, flags: .automotive)
        day.go(east: 20, north: 40, speed: 0.8, flags: .walking)
        day.stay(48)
        let items = day.items()
        let walked = items.compactMap(\.move).flatMap(\.sections).filter { $0.activity == .walking }
        #expect(abs(walked.reduce(0) { $0 + $1.span.seconds } - 106) < 25)
        expectTouching(items)
    }
}

/// Where visits are placed, and how far moves are said to go.
@Suite struct PositionTests {
    /// A rest that a silence cuts short, and a ride after the silence: the ride is not part of the rest.
    @Test func aLaterRideDoesNotMoveAVisit() {
        var day = DayScript(seed: 2)
        day.stay(3600)
        day.go(east: 3000, speed: 8, flags: .automotive)
        day.stay(110, flags: .stationary)
        day.time += 4000
        day.east += 2600
        day.go(east: 12_000, speed: 12, flags: .automotive)
        day.stay(3600)
        let faults = TimelineCheck().faults(of: TimelineDocument(items: day.items()), fixes: day.fixes)
        #expect(faults.isEmpty, "\(faults.map(\.problem))")
        #expect(day.items().compactMap(\.visit).allSatisfy { $0.spread < 100 })
    }

    /// A tenth of a visit's fixes is kilometres off, for seconds at a time, and states a good accuracy.
    @Test func wrongFixesDoNotMoveAVisit() throws {
        var day = DayScript(seed: 6)
        for round in 0..<40 {
            day.stay(90)
            if round % 2 == 0 { day.fix(accuracy: 8, offset: 1200) }
            day.time += 10
        }
        let visit = try #require(day.items().first?.visit)
        #expect(abs(visit.longitude - 8) * 76_057 < 10)
        #expect(visit.spread < 30)
    }

    /// A phone on a train hears cells on wrong masts. They give no distance.
    @Test func wrongCellsAreNoDistance() throws {
        var day = DayScript(seed: 7)
        day.stay(3600)
        day.go(east: 3000, speed: 12, flags: .automotive)
        for number in 0..<10 {
            day.time += 60
            day.east += 700
            day.fix(accuracy: 1000, offset: number % 2 == 0 ? 40_000 : -40_000)
        }
        day.go(east: 3000, speed: 12, flags: .automotive)
        day.stay(3600)
        let move = try #require(day.items().compactMap(\.move).first)
        let whole = move.sections.reduce(0) { $0 + ($1.distance ?? 0) + $1.unobservedDistance }
        #expect(whole > 11_000 && whole < 25_000, "\(whole)")
    }

    /// A person walks to the train in a silence, and the silent kilometres are the train's.
    @Test func aWalkDoesNotTakeTheTrainsDistance() throws {
        var day = DayScript(seed: 8)
        day.stay(3600)
        day.go(east: 500, speed: 1.4, flags: .walking, fixing: false)
        day.go(east: 20_000, speed: 25, flags: .automotive, fixing: false)
        day.stay(3600)
        let move = try #require(day.items().compactMap(\.move).first)
        for section in move.sections where section.activity == .walking {
            #expect((section.distance ?? 0) + section.unobservedDistance <= 3 * section.span.seconds)
        }
    }

    /// Reports of rest last until 41 s before a fix 25 km away.
    @Test func aToldRestLeavesTimeForTheJourney() throws {
        var day = DayScript(seed: 9)
        day.stay(3600)
        day.stay(3600, fixing: false)
        day.report(.automotive)
        day.time += 41
        day.east += 25_000
        day.go(east: 3000, speed: 12, flags: .automotive)
        day.stay(3600)
        let items = day.items()
        expectTouching(items)
        #expect(TimelineCheck().faults(of: TimelineDocument(items: items), fixes: day.fixes).isEmpty)
        #expect(DayScript.seconds(try #require(items.first).span.end) <= 7241 - 590)
    }
}
