// Foundation for TimeZone: it carries the rules of every IANA zone, past and to come.
import ArgumentParser
import Foundation
import MotionTypes
import Timeline

/// A time zone: where days begin, and how times are shown.
struct LocalZone: ExpressibleByArgument {
    private let zone: TimeZone
    /// Its name, as it was given.
    let name: String

    /// The zone of an IANA name; nil for one that is not known.
    init?(argument: String) {
        guard !argument.isEmpty, let zone = TimeZone(identifier: argument) else { return nil }
        self.zone = zone
        name = argument
    }

    private init(_ zone: TimeZone) {
        self.zone = zone
        name = zone.identifier
    }

    /// The machine's zone.
    static var current: LocalZone { LocalZone(.current) }

    /// Seconds to add to UTC at a moment.
    func offset(at time: Timestamp) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time.nanoseconds) / 1e9))
    }

    /// `2026-05-01`, `10:00:12` and `+02:00`, by the zone's clock.
    func parts(of time: Timestamp) -> (date: String, clock: String, offset: String) {
        let seconds = offset(at: time)
        let text = time.advanced(byNanoseconds: Int64(seconds) * 1_000_000_000).iso8601
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = abs(seconds) / 60
        return (
            String(text.prefix(10)), String(text.dropFirst(11).prefix(8)),
            (seconds < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
        )
    }

    /// The days that a stretch of time touches.
    func days(of span: TimeSpan) -> [TimelineDay] { TimelineDay.days(of: span, offset: offset(at:)) }

    /// The day of a date.
    func day(_ date: LocalDate) -> TimelineDay? {
        let noon = date.days * 86400 + 43200
        let guess = Timestamp(nanoseconds: noon * 1_000_000_000)
        let start = guess.advanced(byNanoseconds: Int64(-offset(at: guess)) * 1_000_000_000)
        return days(of: TimeSpan(start: start, end: start.advanced(byNanoseconds: 1))).first
    }
}

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

/// A moment as an option gives it, ISO 8601.
struct MomentArgument: ExpressibleByArgument {
    let time: Timestamp

    init?(argument: String) {
        guard let time = Timestamp(iso8601: argument) else { return nil }
        self.time = time
    }
}
