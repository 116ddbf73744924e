internal import MotionTypes
internal import TimeZones

/// Tells whether it is quiet, and when that changes, right on days when clocks change.
struct QuietHoursClock: Sendable {
    private let hours: QuietHours
    private let zone: ZoneRules

    /// Throws: `InputError` for a zone that is not known, a machine without time zones, a time that does not exist, or hours without
    /// length.
    init(_ hours: QuietHours) throws(InputError) {
        let zones = ZoneDatabase.system
        guard let zone = try zones.rules(of: hours.timeZone) else {
            throw InputError(
                .unsupported, problem: "the time zone \"\(hours.timeZone)\" of the quiet hours is not known",
                remedy: zones.remedy(for: hours.timeZone))
        }
        guard hours.from.isValid, hours.to.isValid, hours.from != hours.to else {
            throw InputError(
                .malformed,
                problem: "the quiet hours \(hours.from.text) to \(hours.to.text) are not two different times of a day",
                remedy: "give two different times between 00:00 and 23:59")
        }
        self.hours = hours
        self.zone = zone
    }

    /// The end of the quiet hours that `now` lies in, or nil.
    func end(at now: Timestamp) -> Timestamp? {
        var end: Timestamp?
        // Two nights may touch where a change of clocks moves their ends, so the last one counts.
        for day in localDay(at: now) - 1...localDay(at: now) + 1 {
            let night = interval(beginningOn: day)
            if night.from <= now || night.from == end, now < night.to { end = night.to }
        }
        return end
    }

    /// The next beginning of quiet hours after `now`.
    func nextBeginning(after now: Timestamp) -> Timestamp? {
        (localDay(at: now) - 1...localDay(at: now) + 2).lazy
            .map { interval(beginningOn: $0) }
            .first { $0.from > now && $0.from < $0.to }?.from
    }

    /// The quiet hours that begin on a local day, given as days since 1970-01-01.
    private func interval(beginningOn day: Int64) -> (from: Timestamp, to: Timestamp) {
        let lastDay = hours.from.seconds < hours.to.seconds ? day : day + 1
        let from = instants(localSeconds: day * 86400 + hours.from.seconds)
        let to = instants(localSeconds: lastDay * 86400 + hours.to.seconds)
        return (Timestamp(wholeSeconds: from.first), Timestamp(wholeSeconds: to.last))
    }

    private func localDay(at now: Timestamp) -> Int64 {
        let local = now.wholeSeconds + offset(at: now.wholeSeconds)
        return local / 86400 - (local % 86400 < 0 ? 1 : 0)
    }

    /// The first and last second since 1970 at which a local clock shows a time, given as if the zone were UTC; for a time that
    /// is left out, the moment of the change.
    private func instants(localSeconds local: Int64) -> (first: Int64, last: Int64) {
        // Offsets lie within 14 h of UTC; 36 h to each side are before and after any change of that day.
        let before = offset(at: local - 129_600)
        let after = offset(at: local + 129_600)
        var shown: [Int64] = []
        for candidate in Set([before, after]) where offset(at: local - candidate) == candidate {
            shown.append(local - candidate)
        }
        if let first = shown.min(), let last = shown.max() { return (first, last) }
        // Left out: the change lies between the two readings of the time.
        var low = min(local - before, local - after) - 1
        var high = max(local - before, local - after) + 1
        let early = offset(at: low)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if offset(at: middle) == early { low = middle } else { high = middle }
        }
        return (high, high)
    }

    private func offset(at seconds: Int64) -> Int64 { zone.offset(at: seconds) }
}
