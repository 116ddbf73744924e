// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayTimeline

/// A calendar day as an option gives it, `2026-05-01`.
package struct LocalDate: Sendable {
    /// Since 1970-01-01.
    package let days: Int64
    /// As it was given.
    package let text: String

    package init?(argument: String) {
        guard let period = CalendarPeriod(argument), period.first == period.last else { return nil }
        (days, text) = (period.first, argument)
    }
}

/// A moment as an option gives it: ISO 8601 with an offset, or the zone's local time, `2026-05-01T08:10`.
package struct LocalMoment: Sendable {
    private enum Kind {
        case moment(Timestamp)
        /// As if the zone were UTC.
        case local(Timestamp)
    }

    private let kind: Kind
    /// As it was given.
    package let text: String

    package init?(argument: String) {
        self.text = argument
        // Seconds may be left out, with or without an offset behind the minutes.
        let (minutes, rest) = (argument.prefix(16), argument.dropFirst(16))
        let lacksSeconds = minutes.count == 16 && (rest.first.map { "Z+-".contains($0) } ?? true)
        let text = lacksSeconds ? minutes + ":00" + rest : argument
        guard let time = Timestamp(iso8601: text) else { return nil }
        kind = Timestamp.hasOffset(iso8601: text) ? .moment(time) : .local(time)
    }

    /// The moment, by the clock of where the person was.
    ///
    /// - Throws: ``UsageError`` for a time that a change of clocks leaves out or repeats.
    package func time(in zones: TravelZones) throws -> Timestamp {
        switch kind {
        case .moment(let time): return time
        case .local(let time):
            let readings = zones.moments(of: time)
            let name = zones.zone(at: time).name
            guard let first = readings.first else {
                throw UsageError(
                    "\(text) does not exist in \(name), where clocks go forward then; give another time")
            }
            guard readings.count == 1 else {
                let offsets = readings.map { zones.parts(of: $0).offset }.joined(separator: " or ")
                throw UsageError(
                    "\(text) comes twice in \(name), where clocks go back then; add the offset, \(offsets)")
            }
            return first
        }
    }
}
