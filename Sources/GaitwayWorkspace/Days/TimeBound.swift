// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayTimeline

/// One end of a span as an option gives it: a whole day, week, month or year, or a moment.
package enum TimeBound: Sendable {
    case period(CalendarPeriod)
    case moment(LocalMoment)

    package init?(argument: String) {
        if let period = CalendarPeriod(argument) {
            self = .period(period)
        } else if let moment = LocalMoment(argument: argument) {
            self = .moment(moment)
        } else {
            return nil
        }
    }

    /// As it was given.
    package var text: String {
        switch self {
        case .period(let period): period.text
        case .moment(let moment): moment.text
        }
    }

    /// The moment, or the midnight at which the period begins; nil for one that the person skipped.
    ///
    /// - Throws: for a time that a change of clocks leaves out or repeats.
    package func start(in zones: TravelZones) throws -> Timestamp? {
        switch self {
        case .period(let period): zones.day(period.first)?.span.start
        case .moment(let moment): try moment.time(in: zones)
        }
    }

    /// The moment, or the midnight at which the period ends.
    package func end(in zones: TravelZones) throws -> Timestamp? {
        switch self {
        case .period(let period): zones.day(period.last)?.span.end
        case .moment(let moment): try moment.time(in: zones)
        }
    }

    /// The span between two ends.
    ///
    /// - Throws: ``UsageError`` unless both are given.
    package static func span(_ from: TimeBound?, _ to: TimeBound?, in zones: TravelZones) throws -> TimeSpan {
        guard let start = try from?.start(in: zones), let end = try to?.end(in: zones) else {
            throw UsageError("give the time with --from and --to")
        }
        return TimeSpan(start: start, end: end)
    }
}
