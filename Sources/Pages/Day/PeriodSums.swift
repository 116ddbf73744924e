import MotionTypes
import Timeline

/// What the days of a week or of a month add up to.
struct PeriodSums: Sendable {
    /// Its first day that the page has.
    let first: TimelineDay
    /// Its last one.
    let last: TimelineDay
    /// How many days of it the page has.
    let days: Int
    /// Time and distance of each activity.
    let totals: [ActivitySummary]

    /// Consecutive days that have one key, with the activities from midnight to midnight.
    ///
    /// - Parameter items: those of the timeline, in the order of time.
    static func sums<Key: Equatable>(
        of days: [TimelineDay], items: [TimelineItem], by key: (TimelineDay) -> Key
    ) -> [PeriodSums] {
        var sums: [PeriodSums] = []
        var rest = days[...]
        while let first = rest.first {
            let group = rest.prefix { key($0) == key(first) }
            let span = TimeSpan(start: first.span.start, end: (group.last ?? first).span.end)
            sums.append(
                PeriodSums(
                    first: first, last: group.last ?? first, days: group.count,
                    totals: TimelineDay.summary(of: Array(items[items.range(of: span)]), in: span)))
            rest = rest.dropFirst(group.count)
        }
        return sums
    }

    /// The number of the week, which begins on a Monday, since that of 1970-01-01.
    static func week(of day: TimelineDay) -> Int64 {
        // That day was a Thursday.
        let monday = day.number + 3
        return monday >= 0 ? monday / 7 : (monday - 6) / 7
    }
}

extension [TimelineItem] {
    /// The indices of the items that a stretch of time touches; the items are in the order of time.
    func range(of span: TimeSpan) -> Range<Int> {
        let first = partitioningIndex { $0.span.end > span.start }
        return first..<Swift.max(first, partitioningIndex { $0.span.start >= span.end })
    }
}

extension TimelineDay {
    /// Days since 1970-01-01.
    var number: Int64 { CivilDate.days(year: Int64(year), month: Int64(month), day: Int64(day)) }

    private static let weekdays = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// `Friday`.
    var weekday: String { Self.weekdays[Int(((number % 7) + 7) % 7)] }

    /// `May 2026`.
    var monthName: String { Self.months[month - 1] + " \(year)" }

    /// `1 May 2026`.
    var words: String { "\(day) \(monthName)" }
}
