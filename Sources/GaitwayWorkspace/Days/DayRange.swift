// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayTimeline

/// The days to show: one day, or those from, up to, or between given days.
package struct DayRange {
    /// The first day, counted from 1970-01-01; nil for the timeline's first.
    private let first: Int64?
    /// The last day.
    private let last: Int64?
    /// For messages: `on 2026-05-01`, `from 2026-05 to 2026-06`.
    package let text: String
    /// The option that gave them, for messages.
    package let options: String

    /// Nil if the options name no days.
    ///
    /// - Throws: ``UsageError`` for options that exclude each other, and for moments.
    package init?(day: LocalDate?, from: TimeBound?, to: TimeBound?) throws {
        let isSpan = from != nil || to != nil
        guard day != nil || isSpan else { return nil }
        if let day {
            guard !isSpan else { throw UsageError("give --day, or --from and --to, not both") }
            (first, last, text, options) = (day.days, day.days, "on " + day.text, "--day")
            return
        }
        options = from != nil ? "--from" : "--to"
        let (from, to) = (try Self.period(from), try Self.period(to))
        if let from, let to, from.first > to.last {
            throw UsageError("--from \(from.text) is after --to \(to.text)")
        }
        (first, last) = (from?.first, to?.last)
        text = [from.map { "from " + $0.text }, to.map { "to " + $0.text }].compactMap(\.self).joined(separator: " ")
    }

    private static func period(_ bound: TimeBound?) throws -> CalendarPeriod? {
        switch bound {
        case nil: return nil
        case .period(let period): return period
        case .moment:
            throw UsageError("--from and --to take days here, as 2026-05-01, 2026-W18, 2026-05 or 2026")
        }
    }

    /// A span that has these days in every time zone, and some days around them.
    package var surroundings: TimeSpan {
        func midnight(_ day: Int64) -> Timestamp { Timestamp(wholeSeconds: day * 86_400) }
        return TimeSpan(
            start: first.map { midnight($0 - 5) } ?? Timestamp(nanoseconds: .min),
            end: last.map { midnight($0 + 6) } ?? Timestamp(nanoseconds: .max))
    }

    /// The part of a timeline's span on these days, from midnight to midnight, or nil.
    package func window(in whole: TimeSpan, _ zones: TravelZones) -> TimeSpan? {
        let start = first.map { zones.day($0)?.span.start } ?? whole.start
        let end = last.map { zones.day($0)?.span.end } ?? whole.end
        guard let start, let end, start < whole.end, whole.start < end else { return nil }
        return TimeSpan(start: start, end: end)
    }

    /// These days, cut to the span of a timeline.
    package func days(of whole: TimeSpan, _ zones: TravelZones) -> [TimelineDay] {
        guard let window = window(in: whole, zones) else { return [] }
        let span = TimeSpan(start: max(window.start, whole.start), end: min(window.end, whole.end))
        return zones.days(of: span)
    }
}
