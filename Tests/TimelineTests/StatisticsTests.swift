// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayTimeline

/// Periods of the calendar, and what they add up to.
@Suite struct StatisticsTests {
    // MARK: The calendar

    @Test func weeksAreThoseOfTheStandard() throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        for number in stride(from: Int64(-30_000), to: 60_000, by: 7) {
            for day in number..<number + 3 {
                let date = Date(timeIntervalSince1970: Double(day) * 86400 + 3600)
                let parts = calendar.dateComponents([.yearForWeekOfYear, .weekOfYear], from: date)
                let (year, week) = (try #require(parts.yearForWeekOfYear), try #require(parts.weekOfYear))
                #expect(CalendarUnit.weekName(of: day) == "\(year)-W" + (week < 10 ? "0" : "") + "\(week)")
            }
        }
    }

    @Test func aPeriodHasItsDays() throws {
        let zone = try LocalZone(name: "UTC")
        for unit in CalendarUnit.allCases {
            for number in stride(from: Int64(10_000), to: 24_000, by: 113) {
                let day = try #require(zone.day(number))
                let period = try #require(CalendarPeriod(unit.name(of: day)))
                #expect((period.first...period.last).contains(number))
                for end in [period.first, period.last] {
                    #expect(unit.name(of: try #require(zone.day(end))) == period.text)
                }
                for beyond in [period.first - 1, period.last + 1] {
                    #expect(unit.name(of: try #require(zone.day(beyond))) != period.text)
                }
            }
        }
    }

    @Test(arguments: [
        "", "2026-W54", "2025-W53", "2026-W00", "2026-W1", "2026-W", "2026-13", "2026-00", "2026-02-30", "26",
        "2026-05-01T08:00", "2026-05-01-01", "may", "2026-", "-2026", "1492", "2026-w18", "٢٠٢٦",
    ])
    func whatIsNoPeriodIsRefused(_ text: String) { #expect(CalendarPeriod(text) == nil) }

    /// A stray visit of years ago brings no row for each month between.
    @Test func monthsOfGapsAreLeftOut() throws {
        let zone = try LocalZone(name: "UTC")
        func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(iso8601: text)) }
        let (old, new) = (try moment("2011-01-05T08:00:00Z"), try moment("2026-05-01T08:00:00Z"))
        func visit(_ start: Timestamp) -> TimelineItem {
            .visit(Visit(span: TimeSpan(start: start, end: start + .seconds(3600)), latitude: 52, longitude: 13))
        }
        let gap = TimelineItem.gap(Gap(span: TimeSpan(start: old + .seconds(3600), end: new)))
        let timeline = TimelineDocument(items: [visit(old), gap, visit(new)])
        let days = zone.days(of: try #require(timeline.span))
        for (unit, names) in [
            (CalendarUnit.month, ["2011-01", "2026-05"]), (.year, ["2011", "2026"]), (.week, ["2011-W01", "2026-W18"]),
        ] {
            #expect(TimelineStatistics(timeline, days: days, by: unit).periods.map(\.name) == names)
        }
    }

    @Test func daysOfChangingClocksHaveTheirHours() throws {
        let zone = try LocalZone(name: "Europe/Berlin")
        let hours = try ["2026-03-29", "2026-10-25", "2026-05-01"].map { text in
            let period = try #require(CalendarPeriod(text))
            let day = try #require(zone.day(period.first))
            let visit = Visit(span: day.span, latitude: 52, longitude: 13, placeIdentifier: "home")
            let statistics = TimelineStatistics(TimelineDocument(items: [.visit(visit)]), days: [day], by: .day)
            #expect(
                statistics.periods.map(\.name) == [text] && statistics.periods[0].visitDuration == day.span.duration)
            return statistics.periods[0].span.seconds / 3600
        }
        #expect(hours == [23, 25, 24])
    }

    // MARK: Sums

    private func timeline(_ seed: UInt64) -> TimelineDocument {
        var clusterer = PlaceClusterer()
        let items = clusterer.assign(RandomDayTests.day(seed: seed).items())
        return TimelineDocument(items: items, places: clusterer.places)
    }

    @Test(arguments: 1...UInt64(Rounds.count(60)), CalendarUnit.allCases)
    func periodsAddUpToAll(seed: UInt64, unit: CalendarUnit) throws {
        let timeline = timeline(seed)
        let zone = try LocalZone(name: "America/New_York")
        let span = try #require(timeline.span)
        let statistics = TimelineStatistics(timeline, days: zone.days(of: span), by: unit)
        let whole = try #require(statistics.whole)
        #expect(statistics.periods.reduce(0) { $0 + $1.days } == whole.days)
        #expect(statistics.periods.reduce(0) { $0 + $1.moves } == whole.moves)
        #expect(statistics.periods.reduce(Duration.zero) { $0 + $1.visitDuration } == whole.visitDuration)
        #expect(statistics.periods.reduce(Duration.zero) { $0 + $1.gapDuration } == whole.gapDuration)
        for total in whole.activities {
            let parts = statistics.periods.flatMap(\.activities).filter { $0.activity == total.activity }
            #expect(parts.reduce(Duration.zero) { $0 + $1.duration } == total.duration)
            #expect(parts.reduce(Duration.zero) { $0 + $1.unmeasured } == total.unmeasured)
            let distance = parts.reduce(0) { $0 + ($1.distance ?? 0) }
            #expect(abs(distance - (total.distance ?? 0)) < 1e-6 * max(1, distance))
        }
        // All time of the timeline is a visit, a gap or an activity.
        let moving = whole.activities.reduce(Duration.zero) { $0 + $1.duration }
        #expect(whole.visitDuration + whole.gapDuration + moving == span.duration)
        let moves = timeline.items.compactMap(\.move)
        #expect(whole.moves == moves.count)
        #expect(statistics.trips.reduce(0) { $0 + $1.count } + statistics.otherTrips == moves.count)
        #expect(whole.places == Set(timeline.items.compactMap { $0.visit?.placeIdentifier }).count)
    }

    @Test func aDistanceThatIsNotKnownIsNotZero() throws {
        let start = Timestamp(wholeSeconds: 1_780_012_800)
        func section(_ from: Int64, _ to: Int64, _ activity: Activity, _ distance: Double?) -> MoveSection {
            MoveSection(
                span: TimeSpan(start: start + .seconds(from), end: start + .seconds(to)), activity: activity,
                evidence: .reports, distance: distance)
        }
        let sections = [
            section(0, 600, .automotive, nil), section(600, 900, .walking, 250), section(900, 1000, .walking, nil),
        ]
        let span = TimeSpan(start: start, end: start + .seconds(1000))
        let timeline = TimelineDocument(items: [.move(Move(span: span, sections: sections))])
        let days = TimelineDay.days(of: span) { _ in 0 }
        let statistics = TimelineStatistics(timeline, days: days, by: .day)
        let totals = try #require(statistics.whole?.activities)
        #expect(totals.map(\.activity) == [.walking, .automotive] && totals.map(\.distance) == [250, nil])
        #expect(totals.map(\.unmeasured) == [.seconds(100), .seconds(600)])
        let rows = statistics.activitiesCSV.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let column = try #require(rows[0].firstIndex(of: "distance_m"))
        #expect(rows.filter { $0[4] == "move" }.map { $0[column] } == ["250.0", ""])
    }

    @Test func theMostFrequentTripsComeFirst() throws {
        var items: [TimelineItem] = []
        var time = Timestamp(wholeSeconds: 1_780_000_000)
        func next(_ seconds: Int64) -> TimeSpan {
            let span = TimeSpan(start: time, end: time + .seconds(seconds))
            time = span.end
            return span
        }
        func visit(_ place: String?) {
            items.append(.visit(Visit(span: next(3600), latitude: 0, longitude: 0, placeIdentifier: place)))
        }
        func move(_ seconds: Int64, metres: Double) {
            let span = next(seconds)
            items.append(
                .move(
                    Move(
                        span: span,
                        sections: [MoveSection(span: span, activity: .cycling, evidence: .speed, distance: metres)])))
        }
        visit("home")
        for (seconds, metres) in [(600, 1000.0), (900, 1500), (700, 1200)] {
            move(Int64(seconds), metres: metres)
            visit("work")
            move(800, metres: 900)
            visit(seconds == 700 ? nil : "home")
        }
        move(100, metres: 10)
        items.append(.gap(Gap(span: next(50))))
        let days = TimelineDay.days(of: TimeSpan(start: items[0].span.start, end: time)) { _ in 0 }
        let timeline = TimelineDocument(
            items: items, places: [VisitedPlace(identifier: "home", latitude: 0, longitude: 0, name: "Home")])
        let statistics = TimelineStatistics(timeline, days: days, by: .day)
        // The last way home led to an unknown place, where the next one began.
        #expect(statistics.trips.map(\.count) == [3, 2] && statistics.otherTrips == 2)
        #expect(statistics.trips.map(\.from) == ["home", "work"])
        #expect(statistics.trips[0].medianDuration == .seconds(700) && statistics.trips[0].medianDistance == 1200)
        let csv = statistics.tripsCSV.split(separator: "\n")
        #expect(csv.count == 3 && csv[1] == "home,Home,work,,3,700.000,1200.0")
        let data = Data(statistics.json(timeZone: "UTC").utf8)
        let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let rows = try #require(root["trips"] as? [[String: Any]])
        #expect(rows.map { $0["from_name"] as? String ?? "" } == ["Home", ""])
        #expect(
            statistics.periodsCSV.split(separator: "\n").allSatisfy {
                $0.split(separator: ",", omittingEmptySubsequences: false).count == 13
            })
    }
}
