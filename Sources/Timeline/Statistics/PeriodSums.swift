package import MotionTypes

/// What the days of a week or of a month add up to.
package struct PeriodSums: Sendable {
    /// Its first day that is asked for.
    package let first: TimelineDay
    /// Its last one.
    package let last: TimelineDay
    /// How many days of it are asked for.
    package let days: Int
    /// Time and distance of each activity.
    package let totals: [ActivitySummary]

    /// The days of each period, with the activities from midnight to midnight.
    ///
    /// - Parameters:
    ///   - days: in the order of time.
    ///   - items: those of the timeline, in the order of time.
    package static func sums(of days: [TimelineDay], items: [TimelineItem], by unit: CalendarUnit) -> [PeriodSums] {
        unit.groups(of: days).map { group in
            PeriodSums(
                first: group.first, last: group.last, days: group.count,
                totals: TimelineDay.summary(of: Array(items[items.range(of: group.span)]), in: group.span))
        }
    }
}

extension [TimelineItem] {
    /// The indices of the items that a stretch of time touches; the items are in the order of time.
    package func range(of span: TimeSpan) -> Range<Int> {
        let first = partitioningIndex { $0.span.end > span.start }
        return first..<Swift.max(first, partitioningIndex { $0.span.start >= span.end })
    }
}
