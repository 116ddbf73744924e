// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A time away from home with at least one night.
package struct Journey: Sendable, Hashable {
    /// The span from the end of the last visit at home to the start of the next. A journey without a return ends with
    /// the timeline.
    package let span: TimeSpan
    /// The number of nights: days of the local calendar that begin within the span.
    package let nights: Int
    /// Metres from home to the farthest visit.
    package let farthest: Double
    /// The visits of the journey, in time order.
    package let visits: [Visit]

    /// The journeys of a timeline, in time order. A time away without a visit is not a journey.
    ///
    /// - Parameters:
    ///   - items: the items in time order.
    ///   - home: the identifier of the place to be away from.
    ///   - offset: seconds to add to UTC at a moment.
    package static func journeys(
        of items: [TimelineItem], from home: VisitedPlace, offset: (Timestamp) -> Int
    ) -> [Journey] {
        var journeys: [Journey] = []
        var left: Timestamp?
        var visits: [Visit] = []
        func close(at end: Timestamp) {
            guard let start = left, start < end, !visits.isEmpty else { return }
            let span = TimeSpan(start: start, end: end)
            let nights = TimelineDay.days(of: span, offset: offset).count { $0.span.start > start }
            guard nights > 0 else { return }
            let farthest = visits.map {
                Ellipsoid.distance(home.latitude, home.longitude, $0.latitude, $0.longitude)
            }.max()
            journeys.append(Journey(span: span, nights: nights, farthest: farthest ?? 0, visits: visits))
        }
        for case .visit(let visit) in items {
            if visit.placeIdentifier == home.identifier {
                close(at: visit.span.start)
                (left, visits) = (visit.span.end, [])
            } else if left != nil {
                visits.append(visit)
            }
        }
        if let end = items.last?.span.end { close(at: end) }
        return journeys
    }
}
