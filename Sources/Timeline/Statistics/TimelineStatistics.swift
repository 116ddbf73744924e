package import MotionTypes

/// What a timeline adds up to, by periods of the calendar and over all.
package struct TimelineStatistics: Sendable {
    /// What one period adds up to.
    package struct Period: Sendable {
        /// `2026-05-01`, `2026-W18`, `2026-05` or `2026`.
        package let name: String
        /// From the midnight at which its first day begins to the one at which its last ends; days that are not asked for are no part.
        package let span: TimeSpan
        /// How many days.
        package let days: Int
        /// Time and distance of each activity.
        package let activities: [ActivitySummary]
        /// Time spent on visits.
        package let visitDuration: Duration
        /// Time of which nothing is known; before the timeline begins and after it ends there is none.
        package let gapDuration: Duration
        /// How many visits there were, also those that began before or ended after.
        package let visits: Int
        /// How many places were visited.
        package let places: Int
        /// How many moves began.
        package let moves: Int
    }

    /// What the periods are.
    package let unit: CalendarUnit
    /// The periods that the days lie in, in the order of time.
    package let periods: [Period]
    /// All days together; nil without days.
    package let whole: Period?
    /// Ways from place to place, the most frequent first.
    package let trips: [FrequentTrip]
    /// Moves that begin or end at no known place.
    package let otherTrips: Int
    private let names: [String: String]

    /// The figures of some days of a timeline.
    ///
    /// - Parameter days: in the order of time.
    package init(_ timeline: TimelineDocument, days: [TimelineDay], by unit: CalendarUnit) {
        self.unit = unit
        names = timeline.namesOfPlaces
        periods = unit.groups(of: days).map { group in
            Period(name: unit.name(of: group.first), span: group.span, days: group.count, items: timeline.items)
        }
        guard let first = days.first, let last = days.last else {
            (whole, trips, otherTrips) = (nil, [], 0)
            return
        }
        let span = TimeSpan(start: first.span.start, end: last.span.end)
        whole = Period(name: "all", span: span, days: days.count, items: timeline.items)
        (trips, otherTrips) = FrequentTrip.trips(of: timeline.items[...], in: span)
    }

    /// What people call a place, or its identifier.
    package func name(ofPlace identifier: String) -> String { names[identifier] ?? identifier }

    /// What people call a place; nil if nobody named it.
    func givenName(ofPlace identifier: String) -> String? { names[identifier] }
}

extension TimelineStatistics.Period {
    fileprivate init(name: String, span: TimeSpan, days: Int, items: [TimelineItem]) {
        let touched = items[items.range(of: span)]
        self.name = name
        self.span = span
        self.days = days
        activities = TimelineDay.summary(of: Array(touched), in: span)
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
