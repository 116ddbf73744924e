// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Finds whether a moment is quiet and when that changes, also on days when clocks change.
struct QuietHoursClock: Sendable {
    private let hours: QuietHours
    private let zone: LocalZone

    /// Throws: `InputError` for a zone that is not known, a time that does not exist, or hours without length.
    init(_ hours: QuietHours) throws(InputError) {
        zone = try LocalZone(name: hours.timeZone, of: "quiet hours")
        guard hours.from.isValid, hours.to.isValid, hours.from != hours.to else {
            throw .malformed(
                "the quiet hours \(hours.from.text) to \(hours.to.text) are not two different times of a day",
                remedy: "give two different times between 00:00 and 23:59")
        }
        self.hours = hours
    }

    /// The end of the quiet hours that `now` lies in, or nil.
    func end(at now: Timestamp) -> Timestamp? {
        var end: Timestamp?
        let today = zone.day(at: now)
        // Two nights may touch where a change of clocks moves their ends, so the last one counts.
        for day in today - 1...today + 1 {
            let night = interval(beginningOn: day)
            if night.from <= now || night.from == end, now < night.to { end = night.to }
        }
        return end
    }

    /// The next beginning of quiet hours after `now`.
    func nextBeginning(after now: Timestamp) -> Timestamp? {
        let today = zone.day(at: now)
        return (today - 1...today + 2).lazy
            .map { interval(beginningOn: $0) }
            .first { $0.from > now && $0.from < $0.to }?.from
    }

    /// The quiet hours that begin on a local day, given as days since 1970-01-01.
    private func interval(beginningOn day: Int64) -> (from: Timestamp, to: Timestamp) {
        let isOvernight = hours.from.seconds >= hours.to.seconds
        return zone.span(onDay: day, from: hours.from.seconds, to: hours.to.seconds + (isOvernight ? 86400 : 0))
    }
}
