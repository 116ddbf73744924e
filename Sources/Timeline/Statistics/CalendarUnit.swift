package import MotionTypes

/// By what stretches of the calendar days are put together.
package enum CalendarUnit: String, Sendable, CaseIterable {
    case day
    /// From Monday to Sunday, as ISO 8601 has it.
    case week
    case month
    case year

    /// Days of one period that follow each other.
    package struct Group: Sendable {
        /// The earliest.
        package let first: TimelineDay
        /// The latest.
        package let last: TimelineDay
        /// How many.
        package let count: Int
        /// From the first midnight to the last: a day on which clocks change has 23 or 25 hours.
        package var span: TimeSpan { TimeSpan(start: first.span.start, end: last.span.end) }
    }

    /// Days, in the order of time, by periods.
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

    /// What the days of one period share.
    private func key(of day: TimelineDay) -> Int64 {
        switch self {
        case .day: day.number
        case .week: Self.week(of: day.number)
        case .month: Int64(day.year) * 12 + Int64(day.month)
        case .year: Int64(day.year)
        }
    }

    /// The period that a day lies in: `2026-05-01`, `2026-W18`, `2026-05` or `2026`.
    package func name(of day: TimelineDay) -> String {
        switch self {
        case .day: day.date
        case .week: Self.weekName(of: day.number)
        case .month: String(day.date.prefix(7))
        case .year: String(day.date.prefix(4))
        }
    }

    // MARK: Weeks

    /// The number of the week, which begins on a Monday, since that of 1970-01-01, a Thursday. Days count from there, too.
    private static func week(of day: Int64) -> Int64 {
        let monday = day + 3
        return monday >= 0 ? monday / 7 : (monday - 6) / 7
    }

    /// The first day of a week, which is a Monday.
    static func monday(ofWeekWith day: Int64) -> Int64 { week(of: day) * 7 - 3 }

    /// A week is of the year in which its Thursday lies, and counts from that year's first Thursday (ISO 8601-1:2019, 4.2.2).
    static func weekName(of day: Int64) -> String {
        let thursday = monday(ofWeekWith: day) + 3
        let year = CivilDate.fromDays(thursday).year
        let week = (thursday - CivilDate.days(year: year, month: 1, day: 1)) / 7 + 1
        return "\(year)-W" + (week < 10 ? "0" : "") + "\(week)"
    }
}
