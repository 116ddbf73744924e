// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import Testing

@Suite struct LikelyPlacesTests {
    /// A visit from an hour to another of 4 May 2026, a Monday, UTC.
    private func visit(_ from: Double, _ to: Double, _ place: String) -> TimelineItem {
        let monday = Timestamp(nanoseconds: 1_777_852_800_000_000_000)
        var visit = Visit(
            span: TimeSpan(start: monday + .seconds(from * 3600), end: monday + .seconds(to * 3600)), latitude: 47,
            longitude: 8)
        visit.placeIdentifier = place
        return .visit(visit)
    }

    private func likely(_ items: [TimelineItem]) -> LikelyPlaces {
        LikelyPlaces(TimelineDocument(items: items)) { _ in 0 }
    }

    private func day(_ number: Int) -> [TimelineItem] {
        let start = Double(number) * 24
        return [visit(start, start + 8, "a"), visit(start + 9, start + 17, "b"), visit(start + 18, start + 24, "a")]
    }

    @Test func nightsAreAtHomeAndWeekdaysAtWork() {
        let week = likely((0..<5).flatMap(day))
        #expect(week.home == "a" && week.work == "b")
        // Two days are too few, and weekends do not count as work.
        #expect(likely((0..<2).flatMap(day)) == likely([]))
        let rest = likely([5, 6, 12, 13].flatMap(day))
        #expect(rest.home == "a" && rest.work == nil)
    }

    @Test func nightsAtManyPlacesAreAtNoHome() {
        let tour = (0..<9).map { visit(Double($0) * 24, Double($0) * 24 + 8, "h\($0 / 3)") }
        #expect(likely(tour).home == nil)
    }
}
