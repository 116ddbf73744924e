package import MotionTypes

/// The sums of the days of a week or a month.
package struct PeriodSums: Sendable {
    /// The first requested day of the period.
    package let first: TimelineDay
    /// The last requested day.
    package let last: TimelineDay
    /// The number of requested days.
    package let days: Int
    /// Time and distance of each activity.
    package let totals: [ActivitySummary]

    /// The days of each period, with the activities from midnight to midnight.
    ///
    /// - Parameters:
    ///   - days: the days in time order.
    ///   - items: the items of the timeline, in time order.
    package static func sums(of days: [TimelineDay], items: [TimelineItem], by unit: CalendarUnit) -> [PeriodSums] {
        unit.groups(of: days).map { group in
            PeriodSums(
                first: group.first, last: group.last, days: group.count,
                totals: TimelineDay.summary(of: Array(items[items.range(of: group.span)]), in: group.span))
        }
    }
}

extension [TimelineItem] {
    /// The indices of the items that a span touches; the items are in time order.
    package func range(of span: TimeSpan) -> Range<Int> {
        let first = partitioningIndex { $0.span.end > span.start }
        return first..<Swift.max(first, partitioningIndex { $0.span.start >= span.end })
    }
}
