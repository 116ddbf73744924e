// SPDX-License-Identifier: Apache-2.0

/// A time zone: where days begin, and how times are shown.
package struct LocalZone: Sendable {
    private let rules: ZoneRules
    package let name: String

    /// The zone of an IANA name.
    ///
    /// - Parameters:
    ///   - name: as `Europe/Berlin`.
    ///   - owner: what names the zone, for the error: "quiet hours". Nil if the user gave it directly.
    /// - Throws: `InputError` for an unknown name, and on a machine without time zones.
    package init(name: String, of owner: String? = nil) throws(InputError) {
        let zones = ZoneDatabase.system
        guard let rules = try zones.rules(of: name) else {
            throw .unsupported(
                "the time zone \(quoted: name)" + (owner.map { " of the " + $0 } ?? "") + " is not known",
                remedy: zones.remedy(for: name))
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

    /// The local day at a moment, in days since 1970-01-01.
    package func day(at time: Timestamp) -> Int64 { LocalClock.day(at: time.wholeSeconds, rules.offset(at:)) }

    /// The moments at which the zone's clock shows a time, which is given as if the zone were UTC: none or two when
    /// clocks change.
    package func moments(of local: Timestamp) -> [Timestamp] {
        let seconds = local.wholeSeconds
        return LocalClock.readings(of: seconds, rules.offset(at:)).map { local - .seconds(seconds - $0) }
    }

    /// A span that begins and ends when the clock shows times, given in seconds since a day's midnight: from when it
    /// first shows the beginning until it last shows the end. The moment of the change stands for a time that is
    /// skipped.
    package func span(onDay day: Int64, from: Int64, to: Int64) -> (from: Timestamp, to: Timestamp) {
        let first = LocalClock.instants(of: day * 86400 + from, rules.offset(at:)).first
        let last = LocalClock.instants(of: day * 86400 + to, rules.offset(at:)).last
        return (Timestamp(wholeSeconds: first), Timestamp(wholeSeconds: last))
    }

    /// Seconds to add to UTC from each moment on, until `end`; the first hold before it, too. Clocks change on a whole
    /// second. Changes that last less than six hours, or less than a 20,000th of the time, are missed.
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
    package static func text(ofOffset seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = Int(clamping: seconds.magnitude / 60)
        return (seconds < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
    }

    /// `2026-05-01 10:00:12`, by the zone's clock.
    package func text(of time: Timestamp) -> String {
        let parts = parts(of: time)
        return "\(parts.date) \(parts.clock)"
    }
}
