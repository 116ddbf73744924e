// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayTimeline
import GaitwayWorkspace

/// The days to show: one day, or those from, up to, or between given days.
struct DayRange {
    /// The first day, counted from 1970-01-01; nil for the timeline's first.
    private let first: Int64?
    /// The last day.
    private let last: Int64?
    /// For messages: `on 2026-05-01`, `from 2026-05 to 2026-06`.
    let text: String
    /// The option that gave them, for messages.
    let options: String

    /// Nil if the options name no days.
    init?(day: LocalDate?, span: SpanArguments) throws {
        guard day != nil || span.isGiven else { return nil }
        if let day {
            guard !span.isGiven else { throw ValidationError("give --day, or --from and --to, not both") }
            (first, last, text, options) = (day.days, day.days, "on " + day.text, "--day")
            return
        }
        let (from, to) = (try Self.period(span.from), try Self.period(span.to))
        if let from, let to, from.first > to.last {
            throw ValidationError("--from \(from.text) is after --to \(to.text)")
        }
        (first, last) = (from?.first, to?.last)
        text = [from.map { "from " + $0.text }, to.map { "to " + $0.text }].compactMap(\.self).joined(separator: " ")
        options = span.from != nil ? "--from" : "--to"
    }

    private static func period(_ bound: TimeBound?) throws -> CalendarPeriod? {
        switch bound {
        case nil: return nil
        case .period(let period): return period
        case .moment:
            throw ValidationError("--from and --to take days here, as 2026-05-01, 2026-W18, 2026-05 or 2026")
        }
    }

    /// A span that has these days in every time zone, and some days around them.
    var surroundings: TimeSpan {
        func midnight(_ day: Int64) -> Timestamp { Timestamp(wholeSeconds: day * 86_400) }
        return TimeSpan(
            start: first.map { midnight($0 - 5) } ?? Timestamp(nanoseconds: .min),
            end: last.map { midnight($0 + 6) } ?? Timestamp(nanoseconds: .max))
    }

    /// The part of a timeline's span on these days, from midnight to midnight, or nil.
    func window(in whole: TimeSpan, _ zones: TravelZones) -> TimeSpan? {
        let start = first.map { zones.day($0)?.span.start } ?? whole.start
        let end = last.map { zones.day($0)?.span.end } ?? whole.end
        guard let start, let end, start < whole.end, whole.start < end else { return nil }
        return TimeSpan(start: start, end: end)
    }

    /// These days, cut to the span of a timeline.
    func days(of whole: TimeSpan, _ zones: TravelZones) -> [TimelineDay] {
        guard let window = window(in: whole, zones) else { return [] }
        let span = TimeSpan(start: max(window.start, whole.start), end: min(window.end, whole.end))
        return zones.days(of: span)
    }
}
