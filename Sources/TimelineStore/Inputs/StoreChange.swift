public import MotionTypes
public import Timeline

/// What an input changed in a store.
public struct StoreChange: Sendable, Hashable {
    /// How many of a kind were taken, were there before, or could not be taken.
    public struct Count: Sendable, Hashable {
        /// They were not there before.
        public var new = 0
        /// They were there, or say less than what is there: a fix of the same moment and spot with a worse accuracy.
        public var known = 0
        /// They have no time or position that can be: a time centuries away, a latitude beyond the poles.
        public var unusable = 0
    }

    /// Fixes.
    public var fixes = Count()
    /// Reports, the phone's and those of streams.
    public var reports = Count()
    /// Items of a timeline that was made elsewhere.
    public var items = Count()
    /// The stretch of time whose items were derived again; nil when nothing had to be.
    public var derived: TimeSpan?
    /// What the segmenter left out of that stretch. It is kept in the store all the same.
    public var repairs = TimelineRepairs()

    /// Whether the store is as it was.
    public var isNothing: Bool { fixes.new == 0 && reports.new == 0 && items.new == 0 && derived == nil }

    /// What was new, for people.
    package var summary: String {
        guard !isNothing else { return "nothing in it is new to the store" }
        let counts = [("fixes", fixes), ("reports", reports), ("items", items)].compactMap {
            $1.new > 0 ? "\($1.new) \($0)" : nil
        }
        let unusable = fixes.unusable + reports.unusable + items.unusable
        return "new to the store: " + (counts.isEmpty ? "nothing" : counts.joined(separator: ", "))
            + (unusable > 0 ? "; not usable: \(unusable)" : "")
    }
}
