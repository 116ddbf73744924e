// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline

/// The figures of a year of the local calendar, or of all years.
struct YearSummary {
    /// The most nights of a journey. A longer time away is a move to another home.
    private static let longestJourney = 183

    let history: DayHistory
    /// The days that hold something.
    let days: [TimelineDay]
    /// The items that those days touch.
    let items: [TimelineItem]
    let statistics: TimelineStatistics
    /// The journeys that begin within the time, from the likely home of their year.
    let journeys: [Journey]
    let towns: TownSums
    let countries: TownSums

    /// The figures of a year; of all if it is nil.
    init(_ history: DayHistory, year: Int?) {
        self.history = history
        let days = year.map { year in history.days.filter { $0.year == year } } ?? history.days
        let all = history.timeline.items
        if let first = days.first, let last = days.last {
            let span = TimeSpan(start: first.span.start, end: last.span.end)
            items = Array(all[all.range(of: span)])
        } else {
            items = []
        }
        self.days = days
        // The neighbours of the first and the last move are needed for their ends.
        statistics = TimelineStatistics(history.timeline, days: days, by: .month)
        let shown = TimelineDocument(items: items, places: history.timeline.places)
        towns = TownSums(shown, days: days)
        countries = towns.countries
        journeys = (year.map { [$0] } ?? history.years).flatMap { Self.journeys(of: $0, in: history) }
    }

    private static func journeys(of year: Int, in history: DayHistory) -> [Journey] {
        let days = history.days.filter { $0.year == year }
        guard let first = days.first, let last = days.last else { return [] }
        let items = history.timeline.items
        let span = TimeSpan(start: first.span.start, end: last.span.end)
        let own = TimelineDocument(items: Array(items[items.range(of: span)]))
        let offset = history.clocks.offset(at:)
        guard
            let identifier = LikelyPlaces(own, offset: offset).home
                ?? LikelyPlaces(history.timeline, offset: offset).home,
            let home = history.timeline.places.first(where: { $0.identifier == identifier })
        else { return [] }
        return Journey.journeys(of: items, from: home, offset: offset).filter {
            $0.span.start >= span.start && $0.span.start < span.end && $0.nights <= longestJourney
        }
    }
}
