// SPDX-License-Identifier: Apache-2.0
/// What a zone adds to UTC, from each of its changes on.
///
/// The rules come from a file of the IANA database as the system has it (TZif, RFC 8536), so that they are as new as
/// the machine's. Foundation carries a copy of its own, with which a program is larger by 40 MB.
package struct ZoneRules: Sendable {
    /// Moments of change in seconds since 1970, ascending.
    let changes: [Int64]
    /// Seconds to add to UTC from each change on.
    let offsets: [Int64]
    /// Seconds to add before the first change.
    let earliest: Int64
    /// What holds from the last change on; nil where the last offset stays.
    let recurrence: RecurringChange?

    /// UTC itself.
    package static let utc = ZoneRules(changes: [], offsets: [], earliest: 0, recurrence: nil)

    /// Seconds to add to UTC at a moment, in seconds since 1970.
    package func offset(at seconds: Int64) -> Int64 {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        if low == changes.count, let recurrence { return recurrence.offset(at: seconds) }
        return low == 0 ? earliest : offsets[low - 1]
    }
}
