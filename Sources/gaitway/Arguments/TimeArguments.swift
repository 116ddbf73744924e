import ArgumentParser
import MotionTypes
import Timeline

/// A calendar day as an option gives it, `2026-05-01`.
struct LocalDate: ExpressibleByArgument {
    /// Since 1970-01-01.
    let days: Int64
    /// As it was given.
    let text: String

    init?(argument: String) {
        guard let period = CalendarPeriod(argument), period.first == period.last else { return nil }
        (days, text) = (period.first, argument)
    }
}

/// A moment as an option gives it: ISO 8601 with an offset, or a local time of the zone, `2026-05-01T08:10`.
struct LocalMoment: ExpressibleByArgument {
    private enum Kind {
        case moment(Timestamp)
        /// As if the zone were UTC.
        case local(Timestamp)
    }

    private let kind: Kind
    /// As it was given.
    let text: String

    init?(argument: String) {
        self.text = argument
        let text = argument.utf8.count == 16 ? argument + ":00" : argument
        guard let time = Timestamp(iso8601: text) else { return nil }
        let hasOffset = text.hasSuffix("Z") || text.dropFirst(11).contains { $0 == "+" || $0 == "-" }
        kind = hasOffset ? .moment(time) : .local(time)
    }

    /// The moment, in a zone; of a time that a change of clocks leaves out or repeats, one of the two readings.
    func time(in zone: LocalZone) -> Timestamp {
        switch kind {
        case .moment(let time): return time
        case .local(let time):
            let guess = time - .seconds(zone.offset(at: time))
            return time - .seconds(zone.offset(at: guess))
        }
    }
}
