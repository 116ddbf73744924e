// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

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

    /// The days of each period, with the activities from midnight to midnight. A period that has gaps alone is left
    /// out: a stray day does not bring empty years.
    ///
    /// - Parameters:
    ///   - days: the days in time order.
    ///   - items: the items of the timeline, in time order.
    package static func sums(of days: [TimelineDay], items: [TimelineItem], by unit: CalendarUnit) -> [PeriodSums] {
        unit.groups(of: days).compactMap { group in
            let own = Array(items[items.range(of: group.span)])
            guard !own.allSatisfy(\.isGap) else { return nil }
            return PeriodSums(
                first: group.first, last: group.last, days: group.count,
                totals: TimelineDay.summary(of: own, in: group.span))
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
