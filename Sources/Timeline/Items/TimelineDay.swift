public import MotionTypes

/// A calendar day of some time zone.
public struct TimelineDay: Sendable, Hashable {
    /// Of the Gregorian calendar.
    public var year: Int
    /// 1 to 12.
    public var month: Int
    /// Of the month, from 1.
    public var day: Int
    /// From midnight to midnight: 23 or 25 hours on days when clocks change.
    public var span: TimeSpan

    /// A day whose midnights are known.
    public init(year: Int, month: Int, day: Int, span: TimeSpan) {
        self.year = year
        self.month = month
        self.day = day
        self.span = span
    }

    /// `2026-05-01`.
    public var date: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
    }

    /// The days that `span` touches, in a zone whose distance from UTC in seconds at a moment is `offset`.
    ///
    /// A midnight is sought with the offset that holds there, so days on which clocks change have their true length.
    public static func days(of span: TimeSpan, offset: (Timestamp) -> Int) -> [TimelineDay] {
        func localDay(_ time: Timestamp) -> Int64 {
            let seconds = time.nanoseconds / Nanoseconds.perSecond + Int64(offset(time))
            return seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400
        }
        func midnight(_ day: Int64) -> Timestamp {
            // Two steps settle it: the offset of a guess, then the offset there.
            var seconds = day * 86400
            for _ in 0..<2 { seconds = day * 86400 - Int64(offset(Timestamp(wholeSeconds: seconds))) }
            return Timestamp(wholeSeconds: seconds)
        }
        guard span.start < span.end else { return [] }
        var days: [TimelineDay] = []
        var day = localDay(span.start)
        while days.count < 100_000 {
            let start = midnight(day)
            guard start < span.end else { break }
            let (year, month, date) = CivilDate.fromDays(day)
            days.append(
                TimelineDay(
                    year: Int(year), month: Int(month), day: Int(date),
                    span: TimeSpan(start: start, end: midnight(day + 1))))
            day += 1
        }
        return days
    }

    /// The items of this day; one that lasts over midnight belongs to both days.
    public func items(among items: [TimelineItem]) -> [TimelineItem] {
        items.filter { $0.span.overlaps(span) }
    }

    /// Time and distance of each activity within the day.
    public func summary(of items: [TimelineItem]) -> [ActivitySummary] { Self.summary(of: items, in: span) }

    /// Time and distance of each activity within a stretch of time.
    package static func summary(of items: [TimelineItem], in span: TimeSpan) -> [ActivitySummary] {
        var totals: [Activity: ActivitySummary] = [:]
        for item in items {
            guard case .move(let move) = item else { continue }
            for section in move.sections where section.span.overlaps(span) {
                let part = TimeSpan(
                    start: max(section.span.start, span.start), end: min(section.span.end, span.end))
                let share = section.span.seconds > 0 ? part.seconds / section.span.seconds : 0
                var total = totals[section.activity] ?? ActivitySummary(activity: section.activity)
                total.duration += part.duration
                if let distance = section.distance {
                    total.distance = (total.distance ?? 0) + distance * share
                } else {
                    total.unmeasured += part.duration
                }
                total.unobservedDistance += section.unobservedDistance * share
                totals[section.activity] = total
            }
        }
        return Activity.allCases.compactMap { totals[$0] }
    }
}
