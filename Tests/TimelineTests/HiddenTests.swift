// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing

/// What fixes too coarse to be a position, and reports without any fix, show of a day.
@Suite struct HiddenTests {
    private func kinds(_ items: [TimelineItem]) -> [String] { items.map(kind) }

    /// Seconds since the day began at which an item begins and ends.
    private func times(_ item: TimelineItem?) -> (start: Double, end: Double)? {
        item.map { (DayScript.seconds($0.span.start), DayScript.seconds($0.span.end)) }
    }

    // MARK: Coarse fixes

    /// Half an hour of driving, hours of fixes with kilometres of accuracy far away, and back.
    @Test(arguments: [true, false]) func coarseFixesFarAwayAreNoVisitWhereTheGoodOnesStopped(withReports: Bool) throws {
        var day = DayScript(seed: 21)
        day.reportsAreOn = withReports
        day.stay(2400)
        day.go(east: 21_600, speed: 12, flags: .automotive)
        let lost = day.time
        day.east += 30_000
        day.report([])
        day.interval = 120
        for _ in 0..<240 {
            day.fix(accuracy: 3000)
            day.time += 120
        }
        day.east -= 30_000
        day.interval = 10
        let found = day.time
        day.go(east: -21_600, speed: 12, flags: .automotive)
        day.stay(2400)
        let items = day.items()
        expectTouching(items)
        // Nothing but a gap may cover the hours; what reports claim for their lifetime may be a move.
        let visits = items.compactMap(\.visit)
        #expect(visits.count == 2)
        #expect(visits.allSatisfy { DayScript.seconds($0.span.end) < lost || DayScript.seconds($0.span.start) > found })
        let hidden = items.compactMap(\.gap).reduce(0) { $0 + $1.span.seconds }
        #expect(hidden > 0.8 * (found - lost))
    }

    /// The same silence without a single fix: between two drives there is no unseen rest.
    @Test func silenceBetweenTwoDrivesIsNoVisit() throws {
        func day(_ flags: ActivityFlags) -> [TimelineItem] {
            var day = DayScript(seed: 22)
            day.stay(2400)
            day.go(east: 12_000, speed: 12, flags: .automotive)
            day.stay(8 * 3600, flags: flags, fixing: false)
            day.go(east: 12_000, speed: 12, flags: .automotive)
            day.stay(2400)
            return day.items()
        }
        #expect(kinds(day(.unknown)) == ["visit", "move", "gap", "move", "visit"])
        // Reports of rest are the evidence that is wanted.
        #expect(kinds(day(.stationary)) == ["visit", "move", "visit", "move", "visit"])
    }

    /// Fixes that are coarse and agree with a place end no visit there.
    @Test func coarseFixesAboutAPlaceLeaveItsVisitAlone() {
        var day = DayScript(seed: 23)
        day.stay(1200)
        for step in 0..<180 {
            day.fix(accuracy: 2500, offset: step % 2 == 0 ? 1500 : -2000)
            day.time += 60
        }
        day.stay(1200)
        #expect(kinds(day.items()) == ["visit"])
    }

    /// A single fix that is wrong by more than it says is not believed.
    @Test func oneCoarseFixDeniesNothing() {
        var day = DayScript(seed: 24)
        day.stay(1200)
        day.time += 3600
        day.fix(accuracy: 1000, offset: 40_000)
        day.time += 3600
        day.stay(1200)
        #expect(kinds(day.items()) == ["visit"])
    }

    /// A train with coarse fixes only: a move with an unknown path and a length of at least the way between the fixes.
    @Test func aTrainOfCoarseFixesIsAMoveOfUnknownPath() throws {
        var day = DayScript(seed: 25)
        day.stay(2400)
        let begun = day.time
        for step in 0..<40 {
            if step % 20 == 0 { day.report(.automotive) }
            day.time += 30
            day.east += 500
            day.fix(accuracy: 1500)
        }
        day.time += 30
        let ended = day.time
        day.stay(2400)
        let items = day.items()
        #expect(kinds(items) == ["visit", "move", "visit"])
        let move = try #require(items[1].move)
        #expect(move.sections.map(\.activity) == [.automotive])
        #expect(move.sections[0].evidence == .reports)
        #expect(move.distance == nil && move.sections[0].distance == nil)
        #expect(abs(move.sections[0].unobservedDistance - 20_000) < 500)
        #expect(try abs(#require(move.meanSpeed) - 20_000 / (ended - begun)) < 2)
        let (start, end) = try #require(times(items[1]))
        #expect(abs(start - begun) < 60 && abs(end - ended) < 120)
        let json = TimelineExport.json(TimelineDocument(items: items))
        #expect(json.contains("\"distance\":null") && !json.contains("\"distance\":0"))
        #expect(
            try TimelineDocument(json: Array(json.utf8), source: "day.json").items.compactMap(\.move)[0].distance == nil
        )
    }

    /// There and back on one train line: the straight way is 0, but the coarse fixes show the distance.
    @Test func coarseFixesTellHowFarAHiddenWayWent() throws {
        var day = DayScript(seed: 26)
        day.stay(2400)
        for step in 0..<40 {
            if step % 20 == 0 { day.report(.automotive) }
            day.time += 30
            day.east += step < 20 ? 800 : -800
            day.fix(accuracy: 1000)
        }
        day.time += 30
        day.stay(2400)
        let items = day.items()
        #expect(kinds(items) == ["visit", "move", "visit"])
        let section = try #require(items[1].move?.sections.first)
        #expect(section.activity == .automotive && section.distance == nil)
        #expect(section.unobservedDistance > 26_000 && section.unobservedDistance < 32_000)
    }

    /// A phone that never had a good fix: what the reports call a drive is one, the rest is not known.
    @Test func aDayOfCoarseFixesHasTheDrivesOfItsReports() throws {
        var day = DayScript(seed: 27)
        day.interval = 60
        func rest(_ seconds: Double) {
            day.report(.stationary)
            let end = day.time + seconds
            while day.time < end {
                day.fix(accuracy: 1500)
                day.time += 60
            }
        }
        rest(4 * 3600)
        for step in 0..<30 {
            if step % 10 == 0 { day.report(.automotive) }
            day.fix(accuracy: 1500)
            day.time += 60
            day.east += 700
        }
        rest(4 * 3600)
        let items = day.items()
        expectTouching(items)
        #expect(kinds(items) == ["gap", "move", "gap"])
        let move = try #require(items[1].move)
        #expect(move.sections.map(\.activity) == [.automotive])
        #expect(abs(move.span.seconds - 1800) < 60)
        #expect(move.distance == nil && move.sections[0].unobservedDistance > 15_000)
    }

    // MARK: Reports in silences

    /// The phone sleeps in the place and wakes 250 m away; its reports were kept.
    @Test(arguments: [ActivityFlags.walking, .automotive, .cycling])
    func aReportBeforeTheFirstFixBeginsTheTrip(_ flags: ActivityFlags) throws {
        var day = DayScript(seed: 28)
        day.stay(600)
        day.stay(3 * 3600, fixing: false)
        let set = day.time
        day.report([])
        day.time += 5
        day.go(east: 100, speed: 1.2, flags: flags, fixing: false)
        // He waits for a moment, for a door or a lock.
        day.stay(45, fixing: false)
        day.go(east: 150, speed: 2, flags: flags, fixing: false)
        day.go(east: 3000, speed: 6, flags: .cycling)
        day.stay(2400)
        let items = day.items()
        #expect(kinds(items) == ["visit", "move", "visit"])
        #expect(try abs(#require(times(items[1])).start - set) < 15)
    }

    /// One wrong report in the long sleep before starts nothing.
    @Test func oneWrongReportBeginsNoTripHoursEarly() throws {
        var day = DayScript(seed: 29)
        day.stay(600)
        day.stay(3600, fixing: false)
        day.report(.automotive)
        day.time += 20
        day.stay(3600, fixing: false)
        day.report(.walking)
        day.time += 15
        day.stay(280, fixing: false)
        let left = day.time
        day.go(east: 200, speed: 1.3, flags: .walking, fixing: false)
        day.go(east: 2000, speed: 1.4, flags: .walking)
        day.stay(2400)
        let items = day.items()
        #expect(kinds(items) == ["visit", "move", "visit"])
        #expect(try abs(#require(times(items[1])).start - left) < 30)
    }

    /// The departure of a person who is 9 km away hours later is unknown: a walk would have begun two hours before, a
    /// drive minutes before.
    @Test func aVisitBeforeAWayThatNobodyWalksEndsWithItsEvidence() throws {
        var day = DayScript(seed: 31)
        day.reportsAreOn = false
        day.stay(2400)
        let seen = day.time
        day.time += 5 * 3600
        day.east += 9000
        day.stay(2400)
        let items = day.items()
        #expect(kinds(items) == ["visit", "gap", "visit"])
        #expect(try abs(#require(times(items[0])).end - seen) < 60)
        #expect(try abs(#require(items[1].gap?.displacement) - 9000) < 100)
    }

    /// A phone that logs neither fixes nor reports in its sleep: the way to the first fix was walked, and is not a gap.
    @Test func theWayToTheFirstFixBelongsToTheTrip() throws {
        var day = DayScript(seed: 30)
        day.stay(600)
        day.reportsAreOn = false
        day.stay(3 * 3600, fixing: false)
        let left = day.time
        day.go(east: 220, speed: 1.3, flags: .walking, fixing: false)
        day.reportsAreOn = true
        day.go(east: 1500, speed: 1.4, flags: .walking)
        day.stay(2400)
        let items = day.items()
        #expect(kinds(items) == ["visit", "move", "visit"])
        #expect(try abs(#require(times(items[1])).start - left) < 60)
        #expect(try abs(#require(items[1].move).sections.reduce(0) { $0 + $1.unobservedDistance } - 220) < 60)
    }

    /// Phones that save power stop logging fixes on arrival: the reports alone carry the visit, wherever the next fix
    /// lies.
    @Test(arguments: [400.0, 6000.0]) func aVisitGoesOnWhileReportsSayStill(nextFix: Double) throws {
        var day = DayScript(seed: 31)
        day.stay(2400)
        day.go(east: 3000, speed: 12, flags: .automotive)
        let arrived = day.time
        for _ in 0..<8 {
            day.stay(900, fixing: false)
            day.go(east: 0, north: 5, speed: 1, flags: .walking, fixing: false)
        }
        let left = day.time
        day.go(east: nextFix, speed: 12, flags: .automotive, fixing: false)
        day.go(east: 3000, speed: 12, flags: .automotive)
        day.stay(2400)
        let items = day.items()
        #expect(kinds(items) == ["visit", "move", "visit", "move", "visit"])
        let (start, end) = try #require(times(items[2]))
        #expect(abs(start - arrived) < 60 && abs(end - left) < 60)
    }

    /// The arrival was not seen, the departure was: the reports say since when somebody was there.
    @Test func aVisitBeganWhenTheReportsSayStill() throws {
        var day = DayScript(seed: 32)
        day.stay(2400)
        day.go(east: 3000, speed: 12, flags: .automotive)
        day.go(east: 9000, speed: 12, flags: .automotive, fixing: false)
        let arrived = day.time
        day.stay(5400, fixing: false)
        day.stay(900)
        day.go(east: 3000, speed: 12, flags: .automotive)
        day.stay(2400)
        let items = day.items()
        #expect(kinds(items) == ["visit", "move", "visit", "move", "visit"])
        #expect(try abs(#require(times(items[2])).start - arrived) < 60)
    }

    /// Two minutes and more of walking up and down are not a visit.
    @Test func somebodyWhoNeverStandsStillIsOnTheWay() {
        func day(_ flags: ActivityFlags) -> [String] {
            var day = DayScript(seed: 33)
            day.stay(2400)
            day.go(east: 600, speed: 1.4, flags: .walking)
            for _ in 0..<6 {
                day.go(east: 50, speed: 1.0, flags: flags)
                day.go(east: -50, speed: 1.0, flags: flags)
            }
            day.go(east: 600, speed: 1.4, flags: .walking)
            day.stay(2400)
            return kinds(day.items())
        }
        #expect(day(.walking) == ["visit", "move", "visit"])
        #expect(day(.stationary) == ["visit", "move", "visit", "move", "visit"])
    }
}
