// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Finds repeated entries of one moment, among entries by time. Each entry costs the same, even if all have one
/// moment.
struct MomentRepeats<Entry: Hashable & Sendable>: Sendable {
    private var moment: Duration?
    private var first: Entry?
    /// The entries of the moment behind the first one, which nearly always is alone.
    private var others: Set<Entry> = []

    /// Takes the next entry; false if its moment had it already.
    mutating func insert(_ entry: Entry, at time: Duration) -> Bool {
        if time == moment { return entry != first && others.insert(entry).inserted }
        (moment, first) = (time, entry)
        // Emptying a large set in place would take its former size each time.
        if !others.isEmpty { others = [] }
        return true
    }
}

extension MomentRepeats<SIMD2<Double>> {
    /// Takes the next fix; false for the same position at the same moment.
    mutating func insert(_ fix: Location) -> Bool { insert(SIMD2(fix.latitude, fix.longitude), at: fix.elapsed) }
}
