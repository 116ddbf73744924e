// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayTimeline
import GaitwayWorkspace

/// One end of a span as an option gives it: a whole day, week, month or year, or a moment.
enum TimeBound: ExpressibleByArgument {
    case period(CalendarPeriod)
    case moment(LocalMoment)

    init?(argument: String) {
        if let period = CalendarPeriod(argument) {
            self = .period(period)
        } else if let moment = LocalMoment(argument: argument) {
            self = .moment(moment)
        } else {
            return nil
        }
    }

    /// As it was given.
    var text: String {
        switch self {
        case .period(let period): period.text
        case .moment(let moment): moment.text
        }
    }

    /// The moment, or the midnight at which the period begins; nil for one that the person skipped.
    ///
    /// - Throws: for a time that a change of clocks leaves out or repeats.
    func start(in zones: TravelZones) throws -> Timestamp? {
        switch self {
        case .period(let period): zones.day(period.first)?.span.start
        case .moment(let moment): try moment.time(in: zones)
        }
    }

    /// The moment, or the midnight at which the period ends.
    func end(in zones: TravelZones) throws -> Timestamp? {
        switch self {
        case .period(let period): zones.day(period.last)?.span.end
        case .moment(let moment): try moment.time(in: zones)
        }
    }
}

/// A span of time by the clock of where the person was.
struct SpanArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The first day: 2026-05-01, or a week (2026-W18), month (2026-05) or year. A correction also takes a time, "
                + "2026-05-01T08:10, with or without an offset.",
            valueName: "date"))
    var from: TimeBound?

    @Option(
        help: ArgumentHelp(
            "The last day, week, month or year, written as for --from.", valueName: "date"))
    var to: TimeBound?

    /// Whether either end is given.
    var isGiven: Bool { from != nil || to != nil }

    /// The span between two moments. Both must be given.
    func span(_ zones: TravelZones) throws -> TimeSpan {
        guard let start = try from?.start(in: zones), let end = try to?.end(in: zones) else {
            throw ValidationError("give the time with --from and --to")
        }
        return TimeSpan(start: start, end: end)
    }
}
