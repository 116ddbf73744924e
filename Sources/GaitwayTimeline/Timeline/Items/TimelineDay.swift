// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// A calendar day of some time zone.
public struct TimelineDay: Sendable, Hashable {
    /// The year of the Gregorian calendar.
    public var year: Int
    /// The month, 1 to 12.
    public var month: Int
    /// The day of the month, from 1.
    public var day: Int
    /// The span from midnight to midnight: 23 or 25 hours on days when clocks change.
    public var span: TimeSpan

    /// A day whose midnights are known.
    package init(year: Int, month: Int, day: Int, span: TimeSpan) {
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

    /// The days that `span` touches, in a zone whose `offset` gives the seconds to add to UTC at a moment.
    ///
    /// A day on which clocks change has its true length; one that the zone skipped is left out.
    public static func days(of span: TimeSpan, offset: (Timestamp) -> Int) -> [TimelineDay] {
        guard span.start < span.end else { return [] }
        var days: [TimelineDay] = []
        let first = LocalClock.day(at: span.start.wholeSeconds) { Int64(offset(Timestamp(wholeSeconds: $0))) }
        for number in first..<first + 100_000 {
            guard let day = TimelineDay(number: number, offset: offset) else { continue }
            guard day.span.start < span.end else { break }
            days.append(day)
        }
        return days
    }

    /// The day that is `number` days after 1970-01-01; nil if the zone skipped it.
    init?(number: Int64, offset: (Timestamp) -> Int) {
        func midnight(_ day: Int64) -> Timestamp {
            let instants = LocalClock.instants(of: day * 86400) { Int64(offset(Timestamp(wholeSeconds: $0))) }
            return Timestamp(wholeSeconds: instants.first)
        }
        let (start, end) = (midnight(number), midnight(number + 1))
        guard start < end else { return nil }
        let (year, month, day) = CivilDate.fromDays(number)
        self.init(year: Int(year), month: Int(month), day: Int(day), span: TimeSpan(start: start, end: end))
    }

    /// The items of this day. An item over midnight belongs to both days.
    public func items(among items: [TimelineItem]) -> [TimelineItem] {
        items.filter { $0.span.overlaps(span) }
    }

    /// Time and distance of each activity within the day.
    public func summary(of items: [TimelineItem]) -> [ActivitySummary] { Self.summary(of: items, in: span) }

    /// Time and distance of each activity within a span.
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
                if let steps = section.steps {
                    total.steps = (total.steps ?? 0) + StepCount.part(share, of: steps)
                }
                totals[section.activity] = total
            }
        }
        return Activity.allCases.compactMap { totals[$0] }
    }

    /// The steps of moves and visits within a span; nil without a count.
    package static func steps(of items: [TimelineItem], in span: TimeSpan) -> Int? {
        items.lazy.map { item -> Int? in
            switch item.clipped(to: span) {
            case .visit(let visit): visit.steps
            case .move(let move): move.steps
            case .gap, nil: nil
            }
        }.sumOfKnown()
    }
}
