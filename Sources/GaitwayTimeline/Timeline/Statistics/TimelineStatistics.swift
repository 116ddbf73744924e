// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The sums of a timeline, by calendar periods and in total.
package struct TimelineStatistics: Sendable {
    /// The sums of one period.
    package struct Period: Sendable {
        /// `2026-05-01`, `2026-W18`, `2026-05` or `2026`.
        package let name: String
        /// The span from the first midnight to the last of its requested days.
        package let span: TimeSpan
        /// The number of days.
        package let days: Int
        /// Time and distance of each activity.
        package let activities: [ActivitySummary]
        /// The steps within places; nil without a count.
        let visitSteps: Int?
        /// Time spent on visits.
        package let visitDuration: Duration
        /// Time in gaps, without the time before and after the timeline.
        package let gapDuration: Duration
        /// The number of visits, including those that began before or ended after.
        package let visits: Int
        /// The number of visited places.
        package let places: Int
        /// The number of moves that began.
        package let moves: Int

        /// The steps of moves and visits; nil without a count.
        package var steps: Int? { ([visitSteps] + activities.map(\.steps)).sumOfKnown() }
    }

    /// The length of the periods.
    package let unit: CalendarUnit
    /// The periods of the days, in time order.
    package let periods: [Period]
    /// All days together; nil without days.
    package let whole: Period?
    /// Trips from place to place, the most frequent first.
    package let trips: [FrequentTrip]
    /// Moves that begin or end at an unknown place.
    package let otherTrips: Int
    private let titles: [String: String]

    /// The figures of some days of a timeline.
    ///
    /// Weeks, months and years that have gaps alone are left out.
    ///
    /// - Parameter days: the days in time order.
    package init(_ timeline: TimelineDocument, days: [TimelineDay], by unit: CalendarUnit) {
        self.unit = unit
        titles = timeline.titlesOfPlaces
        periods = unit.groups(of: days).compactMap { group in
            guard unit == .day || timeline.holdsSomething(during: group.span) else { return nil }
            return Period(name: unit.name(of: group.first), span: group.span, days: group.count, items: timeline.items)
        }
        guard let first = days.first, let last = days.last else {
            (whole, trips, otherTrips) = (nil, [], 0)
            return
        }
        let span = TimeSpan(start: first.span.start, end: last.span.end)
        whole = Period(name: "all", span: span, days: days.count, items: timeline.items)
        (trips, otherTrips) = FrequentTrip.trips(of: timeline.items[...], in: span)
    }

    /// What a place is called; nil for an unknown one.
    func title(ofPlace identifier: String) -> String? { titles[identifier] }
}

extension TimelineStatistics.Period {
    fileprivate init(name: String, span: TimeSpan, days: Int, items: [TimelineItem]) {
        let touched = Array(items[items.range(of: span)])
        self.name = name
        self.span = span
        self.days = days
        activities = TimelineDay.summary(of: touched, in: span)
        visitSteps = TimelineDay.steps(of: touched.filter { if case .visit = $0 { true } else { false } }, in: span)
        var (visitDuration, gapDuration) = (Duration.zero, Duration.zero)
        var (visits, moves) = (0, 0)
        var places: Set<String> = []
        for item in touched {
            let time = item.span.clipped(to: span)?.duration ?? .zero
            switch item {
            case .visit(let visit):
                visits += 1
                visitDuration += time
                if let place = visit.placeIdentifier { places.insert(place) }
            case .move(let move): moves += move.span.start >= span.start ? 1 : 0
            case .gap: gapDuration += time
            }
        }
        (self.visitDuration, self.gapDuration) = (visitDuration, gapDuration)
        (self.visits, self.moves, self.places) = (visits, moves, places.count)
    }
}
