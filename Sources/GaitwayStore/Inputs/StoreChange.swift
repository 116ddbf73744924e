// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase
public import GaitwayTimeline

/// The change of a store by an input.
public struct StoreChange: Sendable, Hashable {
    /// The numbers of new, known and refused rows of a kind.
    public struct Count: Sendable, Hashable {
        /// Rows that were added.
        public var new = 0
        /// Rows that the store has already, or has better: a fix of the same moment and position with a worse accuracy.
        public var known = 0
        /// Rows with an impossible time or position: a time centuries away, a latitude beyond the poles.
        public var unusable = 0

        mutating func add(_ other: Count) {
            new += other.new
            known += other.known
            unusable += other.unusable
        }
    }

    /// The number of new fixes.
    public var fixes = Count()
    /// Reports, the phone's and those of streams.
    public var reports = Count()
    /// Items of an imported timeline.
    public var items = Count()
    /// The span that was derived again; nil if none was.
    public var derived: TimeSpan?
    /// What the segmenter left out of that span. The store keeps it all the same.
    public var repairs = TimelineRepairs()

    /// The fixes and reports of that time that do not count, since a source above theirs has some close to them.
    package var outranked = 0

    /// Whether the store is unchanged.
    package var isNothing: Bool { fixes.new == 0 && reports.new == 0 && items.new == 0 && derived == nil }

    /// The new rows as text for people.
    package var summary: String {
        guard !isNothing else { return "nothing in it is new to the store" }
        let counts = [("fixes", fixes), ("reports", reports), ("items", items)].compactMap {
            $1.new > 0 ? "\($1.new) \($0)" : nil
        }
        let unusable = fixes.unusable + reports.unusable + items.unusable
        return "new to the store: " + (counts.isEmpty ? "nothing" : counts.joined(separator: ", "))
            + (unusable > 0 ? "; not usable: \(unusable)" : "")
            + (outranked > 0 ? "; \(outranked) give way to a recording of the same time" : "")
    }
}
