// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayTimeline

/// Figures of places and journeys against counts in another way.
@Suite struct PlaceFiguresTests {
    private static let home = VisitedPlace(identifier: "home", latitude: 47, longitude: 8)
    private static let names = ["home", "away", "far"]

    /// Visits of random lengths with holes between them, across changes of clocks.
    private func items(_ seed: UInt64) -> [TimelineItem] {
        var random = SeededGenerator(seed: seed)
        var time = Timestamp(wholeSeconds: 1_774_000_000 + Int64.random(in: 0..<86400, using: &random))
        return (0..<40).map { _ in
            let end = time + .seconds(Int64.random(in: 60...150_000, using: &random))
            let place = Int.random(in: 0..<3, using: &random)
            let visit = Visit(
                span: TimeSpan(start: time, end: end), latitude: 47 + Double(place), longitude: 8,
                placeIdentifier: Self.names[place])
            time = end + .seconds(Int64.random(in: 1...5000, using: &random))
            return .visit(visit)
        }
    }

    @Test(arguments: 1...UInt64(Rounds.count(40))) func hoursOfTheWeekAddUp(seed: UInt64) throws {
        let zone = try LocalZone(name: "Europe/Berlin")
        let items = items(seed)
        let figures = PlaceFigures.figures(of: items, offset: zone.offset(at:))
        #expect(figures.values.reduce(0) { $0 + $1.visits } == items.count)
        let whole = items.reduce(Duration.zero) { $0 + $1.span.duration }
        #expect(figures.values.reduce(.zero) { $0 + $1.duration } == whole)
        let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        for (place, own) in figures {
            #expect(own.rhythm.reduce(.zero, +) == own.duration)
            // Days of the calendar give the same time for each weekday.
            var sums = [Duration](repeating: .zero, count: 7)
            for case .visit(let visit) in items where visit.placeIdentifier == place {
                for day in zone.days(of: visit.span) {
                    let weekday = try #require(weekdays.firstIndex(of: day.weekday))
                    sums[weekday] += visit.span.clipped(to: day.span)?.duration ?? .zero
                }
            }
            #expect((0..<7).map { own.rhythm[(24 * $0)..<(24 * $0 + 24)].reduce(.zero, +) } == sums)
        }
    }

    @Test func anHourOfTheWeekIsThatOfTheClock() throws {
        let zone = try LocalZone(name: "Asia/Kolkata")
        // Friday 1 May 2026, 08:00 to 08:40 in a zone with an offset of 5:30.
        let start = Timestamp(wholeSeconds: 1_777_602_600)
        let visit = Visit(
            span: TimeSpan(start: start, end: start + .seconds(2400)), latitude: 20, longitude: 77,
            placeIdentifier: "a")
        let own = try #require(PlaceFigures.figures(of: [.visit(visit)], offset: zone.offset(at:))["a"])
        #expect(own.rhythm[4 * 24 + 8] == .seconds(2400))
    }

    @Test(arguments: 1...UInt64(Rounds.count(40))) func nightsAwayAreThoseOfABruteCount(seed: UInt64) throws {
        let zone = try LocalZone(name: "Europe/Berlin")
        let items = items(seed)
        let visits = items.compactMap { if case .visit(let visit) = $0 { visit } else { nil } }
        let journeys = Journey.journeys(of: items, from: Self.home, offset: zone.offset(at:))
        let first = try #require(visits.first { $0.placeIdentifier == "home" })
        let span = TimeSpan(start: first.span.end, end: try #require(visits.last).span.end)
        // A midnight is away if the visits around it at home are not neighbours.
        let nights = zone.days(of: span).count { day in
            let midnight = day.span.start
            guard midnight > span.start, midnight < span.end else { return false }
            let before = visits.lastIndex { $0.placeIdentifier == "home" && $0.span.start <= midnight }
            guard let before, visits[before].span.end < midnight else { return false }
            let after = visits.firstIndex { $0.placeIdentifier == "home" && $0.span.start > midnight }
            return (after ?? visits.count) > before + 1
        }
        #expect(journeys.reduce(0) { $0 + $1.nights } == nights)
        for journey in journeys {
            #expect(journey.visits.allSatisfy { $0.placeIdentifier != "home" })
            let isFar = journey.visits.contains { $0.placeIdentifier == "far" }
            #expect(isFar == (journey.farthest > 150_000))
        }
    }

    @Test func aDayOutIsNotAJourney() {
        let start = Timestamp(wholeSeconds: 1_777_593_600)
        func visit(_ from: Double, _ to: Double, _ place: String) -> TimelineItem {
            .visit(
                Visit(
                    span: TimeSpan(start: start + .seconds(from * 3600), end: start + .seconds(to * 3600)),
                    latitude: 47, longitude: 8, placeIdentifier: place))
        }
        let items = [visit(0, 8, "home"), visit(9, 17, "away"), visit(18, 24, "home")]
        #expect(Journey.journeys(of: items, from: Self.home) { _ in 0 }.isEmpty)
    }
}
