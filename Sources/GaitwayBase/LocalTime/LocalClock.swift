// SPDX-License-Identifier: Apache-2.0
/// The one way between local time and UTC, right on days when clocks change.
///
/// Times are whole seconds since 1970; a local time is counted as if the zone were UTC. `offset` gives the seconds to
/// add to UTC at a moment.
package enum LocalClock {
    /// The local day at a moment, in days since 1970-01-01.
    package static func day(at seconds: Int64, _ offset: (Int64) -> Int64) -> Int64 {
        let local = seconds + offset(seconds)
        return local / 86400 - (local % 86400 < 0 ? 1 : 0)
    }

    /// The moments at which the clock shows a local time, ascending: one, or two when clocks go back, or none when they
    /// skip it.
    package static func readings(of local: Int64, _ offset: (Int64) -> Int64) -> [Int64] {
        let around = offsets(around: local, offset)
        let moments = [local - around.before, local - around.after].filter { offset($0) == local - $0 }
        return around.before == around.after ? Array(moments.prefix(1)) : moments.sorted()
    }

    /// The first and the last moment at which the clock shows a local time; for a time that is skipped, the moment of
    /// the change.
    package static func instants(of local: Int64, _ offset: (Int64) -> Int64) -> (first: Int64, last: Int64) {
        let shown = readings(of: local, offset)
        if let first = shown.first, let last = shown.last { return (first, last) }
        // The change lies between the two moments that the offsets before and after it give.
        let around = offsets(around: local, offset)
        var low = local - max(around.before, around.after) - 1
        var high = local - min(around.before, around.after) + 1
        let early = offset(low)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if offset(middle) == early { low = middle } else { high = middle }
        }
        return (high, high)
    }

    /// The offsets a day before and a day after a local time. All zones are less than a day from UTC, and none changes
    /// its clocks twice in two days, so that a change in between is the only one.
    private static func offsets(around local: Int64, _ offset: (Int64) -> Int64) -> (before: Int64, after: Int64) {
        (offset(local - 86400), offset(local + 86400))
    }
}
