import ArgumentParser
import MotionTypes
import Timeline

/// One end of a stretch of time as an option gives it: a day, week, month or year as a whole, or a moment.
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

    /// The moment, or the midnight at which the period begins; nil for one that the zone does not have.
    ///
    /// - Throws: for a time that a change of clocks leaves out or repeats.
    func start(in zone: LocalZone) throws -> Timestamp? {
        switch self {
        case .period(let period): zone.day(period.first)?.span.start
        case .moment(let moment): try moment.time(in: zone)
        }
    }

    /// The moment, or the midnight at which the period ends.
    func end(in zone: LocalZone) throws -> Timestamp? {
        switch self {
        case .period(let period): zone.day(period.last)?.span.end
        case .moment(let moment): try moment.time(in: zone)
        }
    }
}

/// A stretch of time, by the zone's clock.
struct SpanArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The first day to take, as 2026-05-01, or the first of a week (2026-W18), month (2026-05) or year; to correct, also a time, as 2026-05-01T08:10 or with an offset.",
            valueName: "date"))
    var from: TimeBound?

    @Option(
        help: ArgumentHelp(
            "The last day to take, or the last of a week, month or year; to correct, also a time.", valueName: "date"))
    var to: TimeBound?

    /// Whether a stretch is asked for.
    var isGiven: Bool { from != nil || to != nil }

    /// The stretch between two moments, both of which have to be given.
    func span(_ zone: LocalZone) throws -> TimeSpan {
        guard let start = try from?.start(in: zone), let end = try to?.end(in: zone) else {
            throw ValidationError("give the time by --from and --to")
        }
        return TimeSpan(start: start, end: end)
    }
}
