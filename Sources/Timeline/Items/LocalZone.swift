package import MotionTypes
internal import TimeZones

/// A time zone: where days begin, and how times are shown.
package struct LocalZone: Sendable {
    private let rules: ZoneRules
    /// Its name, as it was given.
    package let name: String

    /// The zone of an IANA name.
    ///
    /// - Throws: `InputError` for a name that is not known, and on a machine without time zones.
    package init(name: String) throws(InputError) {
        let zones = ZoneDatabase.system
        guard let rules = try zones.rules(of: name) else {
            throw InputError(
                .unsupported, problem: "the time zone \(quoted: name) is not known", remedy: zones.remedy(for: name))
        }
        self.rules = rules
        self.name = name
    }

    private init(_ rules: ZoneRules, name: String) {
        self.rules = rules
        self.name = name
    }

    /// The machine's zone; UTC where it does not tell.
    package static var current: LocalZone {
        guard let name = ZoneDatabase.system.localName, let zone = try? LocalZone(name: name) else {
            return LocalZone(.utc, name: "UTC")
        }
        return zone
    }

    /// Seconds to add to UTC at a moment.
    package func offset(at time: Timestamp) -> Int { Int(rules.offset(at: time.wholeSeconds)) }

    /// The moments at which the zone's clock shows a time, which is given as if the zone were UTC: none or two when clocks are changed.
    package func moments(of local: Timestamp) -> [Timestamp] {
        // No zone is farther from UTC than a day, and none changes its clocks twice in two.
        let offsets = Set([offset(at: local - .seconds(86_400)), offset(at: local + .seconds(86_400))])
        return offsets.map { local - .seconds($0) }.filter { $0 + .seconds(offset(at: $0)) == local }.sorted()
    }

    /// Seconds to add to UTC from each moment on, until `end`; the first hold before it, too. Clocks change on a whole second, and a change
    /// that lasts less than six hours, or than a part of a very long time, is none.
    package func offsets(from start: Timestamp, to end: Timestamp) -> [(start: Timestamp, seconds: Int)] {
        var offsets = [(start: start, seconds: offset(at: start))]
        let step = max(.seconds(21600), (end - start) / 20_000)
        var time = start
        while time < end {
            let next = min(time + step, end)
            let seconds = offset(at: next)
            if seconds != offset(at: time) {
                var (low, high) = (time.wholeSeconds, next.wholeSeconds)
                while high - low > 1 {
                    let middle = low + (high - low) / 2
                    let isChanged = offset(at: Timestamp(wholeSeconds: middle)) == seconds
                    (low, high) = isChanged ? (low, middle) : (middle, high)
                }
                offsets.append((Timestamp(wholeSeconds: high), seconds))
            }
            time = next
        }
        return offsets
    }

    /// `2026-05-01`, `10:00:12` and `+02:00`, by the zone's clock.
    package func parts(of time: Timestamp) -> (date: String, clock: String, offset: String) {
        let seconds = offset(at: time)
        let text = (time + .seconds(seconds)).iso8601
        return (String(text.prefix(10)), String(text.dropFirst(11).prefix(8)), Self.text(ofOffset: seconds))
    }

    /// `+02:00`, of seconds to add to UTC.
    static func text(ofOffset seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = abs(seconds) / 60
        return (seconds < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
    }

    /// `2026-05-01 10:00:12`, by the zone's clock.
    package func text(of time: Timestamp) -> String {
        let parts = parts(of: time)
        return "\(parts.date) \(parts.clock)"
    }

    /// The days that a stretch of time touches.
    package func days(of span: TimeSpan) -> [TimelineDay] { TimelineDay.days(of: span, offset: offset(at:)) }

    /// The day of a date, which is given in days since 1970-01-01.
    package func day(_ date: Int64) -> TimelineDay? {
        let noon = date * 86400 + 43200
        let guess = Timestamp(wholeSeconds: noon)
        let start = guess - .seconds(offset(at: guess))
        return days(of: TimeSpan(start: start, end: start.advanced(byNanoseconds: 1))).first
    }
}
