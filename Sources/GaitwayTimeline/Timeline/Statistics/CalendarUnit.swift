// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The periods of the calendar for sums.
package enum CalendarUnit: String, Sendable, CaseIterable {
    case day
    /// A week from Monday to Sunday (ISO 8601).
    case week
    case month
    case year

    /// Consecutive days of one period.
    package struct Group: Sendable {
        package let first: TimelineDay
        package let last: TimelineDay
        /// The number of days.
        package let count: Int
        /// The span from the first midnight to the last. A day on which clocks change has 23 or 25 hours.
        package var span: TimeSpan { TimeSpan(start: first.span.start, end: last.span.end) }
    }

    /// Groups days in time order by periods.
    package func groups(of days: [TimelineDay]) -> [Group] {
        var groups: [Group] = []
        var rest = days[...]
        while let first = rest.first {
            let key = key(of: first)
            let group = rest.prefix { self.key(of: $0) == key }
            groups.append(Group(first: first, last: group.last ?? first, count: group.count))
            rest = rest.dropFirst(group.count)
        }
        return groups
    }

    /// A number that the days of one period share.
    private func key(of day: TimelineDay) -> Int64 {
        switch self {
        case .day: day.number
        case .week: Self.week(of: day.number)
        case .month: Int64(day.year) * 12 + Int64(day.month)
        case .year: Int64(day.year)
        }
    }

    /// The period of a day: `2026-05-01`, `2026-W18`, `2026-05` or `2026`.
    package func name(of day: TimelineDay) -> String {
        switch self {
        case .day: day.date
        case .week: Self.weekName(of: day.number)
        case .month: String(day.date.prefix(7))
        case .year: String(day.date.prefix(4))
        }
    }

    // MARK: Weeks

    /// The number of weeks since that of 1970-01-01, a Thursday. Weeks begin on Monday.
    private static func week(of day: Int64) -> Int64 {
        let monday = day + 3
        return monday >= 0 ? monday / 7 : (monday - 6) / 7
    }

    /// The Monday of a week.
    static func monday(ofWeekWith day: Int64) -> Int64 { week(of: day) * 7 - 3 }

    /// A week belongs to the year of its Thursday, and counts from that year's first Thursday (ISO 8601-1:2019, 4.2.2).
    static func weekName(of day: Int64) -> String {
        let thursday = monday(ofWeekWith: day) + 3
        let year = CivilDate.fromDays(thursday).year
        let week = (thursday - CivilDate.days(year: year, month: 1, day: 1)) / 7 + 1
        return "\(year)-W" + (week < 10 ? "0" : "") + "\(week)"
    }
}
