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
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
        guard argument.utf8.count == 10, parts.count == 3, parts[0].count == 4,
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let year = Int64(parts[0]), let month = Int64(parts[1]), let day = Int64(parts[2]),
            (1678...2261).contains(year), (1...12).contains(month)
        else { return nil }
        days = CivilDate.days(year: year, month: month, day: day)
        text = argument
        // A 30th of February reads as a day of March.
        guard CivilDate.fromDays(days) == (year, month, day) else { return nil }
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
    private let argument: String

    init?(argument: String) {
        let text = argument.utf8.count == 16 ? argument + ":00" : argument
        guard let time = Timestamp(iso8601: text) else { return nil }
        self.argument = argument
        kind = Timestamp.hasOffset(iso8601: text) ? .moment(time) : .local(time)
    }

    /// The moment, in a zone.
    ///
    /// - Throws: for a time that a change of clocks leaves out or repeats.
    func time(in zone: LocalZone) throws -> Timestamp {
        switch kind {
        case .moment(let time): return time
        case .local(let time):
            let readings = zone.moments(of: time)
            guard let first = readings.first else {
                throw ValidationError(
                    "there is no \(argument) in \(zone.name): the clocks are put forward then; give another time")
            }
            guard readings.count == 1 else {
                let offsets = readings.map { zone.parts(of: $0).offset }.joined(separator: " or ")
                throw ValidationError(
                    "\(argument) comes twice in \(zone.name): the clocks are put back then; add the offset, \(offsets)")
            }
            return first
        }
    }
}
