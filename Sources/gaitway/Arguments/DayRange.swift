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
    private let zone: LocalZone
    /// For messages: `on 2026-05-01`, `from 2026-05 to 2026-06`.
    let text: String
    /// The option that gave them, for messages.
    let options: String

    /// Nil if the options name no days.
    init?(day: LocalDate?, span: SpanArguments, zone: LocalZone) throws {
        guard day != nil || span.isGiven else { return nil }
        self.zone = zone
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

    /// The part of a timeline's span on these days, from midnight to midnight, or nil.
    func window(in whole: TimeSpan) -> TimeSpan? {
        let start = first.map { zone.day($0)?.span.start } ?? whole.start
        let end = last.map { zone.day($0)?.span.end } ?? whole.end
        guard let start, let end, start < whole.end, whole.start < end else { return nil }
        return TimeSpan(start: start, end: end)
    }

    /// These days, cut to the span of a timeline.
    func days(of whole: TimeSpan) -> [TimelineDay] {
        guard let window = window(in: whole) else { return [] }
        let span = TimeSpan(start: max(window.start, whole.start), end: min(window.end, whole.end))
        return zone.days(of: span)
    }
}
