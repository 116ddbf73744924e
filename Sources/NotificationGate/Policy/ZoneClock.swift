internal import MotionTypes
internal import TimeZones

/// The local clock of a time zone, right on days when clocks change.
struct ZoneClock: Sendable {
    private let zone: ZoneRules

    /// - Parameter owner: what names the zone, for the fault: "quiet hours".
    /// - Throws: `InputError` for a zone that is not known, and a machine without time zones.
    init(_ name: String, of owner: String) throws(InputError) {
        let zones = ZoneDatabase.system
        guard let zone = try zones.rules(of: name) else {
            throw InputError(
                .unsupported, problem: "the time zone \(quoted: name) of the \(owner) is not known",
                remedy: zones.remedy(for: name))
        }
        self.zone = zone
    }

    /// The local day of a moment, as days since 1970-01-01.
    func day(at now: Timestamp) -> Int64 {
        let local = now.wholeSeconds + offset(at: now.wholeSeconds)
        return local / 86400 - (local % 86400 < 0 ? 1 : 0)
    }

    /// A span that begins and ends when the local clock shows times, given in seconds since a day's midnight: from when it first shows
    /// the beginning until it last shows the end. A time that is left out is the moment of the change.
    func span(onDay day: Int64, from: Int64, to: Int64) -> (from: Timestamp, to: Timestamp) {
        let first = instants(localSeconds: day * 86400 + from).first
        let last = instants(localSeconds: day * 86400 + to).last
        return (Timestamp(wholeSeconds: first), Timestamp(wholeSeconds: last))
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
