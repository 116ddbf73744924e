// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

/// Replaces former items of the derived timeline by new ones, one at a time, so that at most one is in memory.
struct ItemReplacement {
    private let db: Database
    private let items: ItemTable
    private let start: Timestamp
    /// Former items that begin before this moment are deleted.
    private var cleared: Timestamp
    private var span: TimeSpan?

    /// Replaces the items that begin at `start` or later.
    ///
    /// It must be made before the cursors that are read while it writes: the pragma with which ``PlaceAssignment``
    /// begins expires statements under way. SQLite aborts these where a subquery opens their table again.
    init(db: Database, from start: Timestamp) throws {
        try PlaceAssignment.begin(db)
        self.db = db
        items = ItemTable(db: db)
        self.start = start
        cleared = start
    }

    /// Writes the next item, which begins at the end of the previous one.
    mutating func append(_ item: TimelineItem, settled: Timestamp?) throws {
        try clear(until: item.span.end)
        try items.insert(item, timeline: StoreSchema.derivedTimeline, settled: settled)
        span = TimeSpan(start: span?.start ?? item.span.start, end: item.span.end)
    }

    /// Deletes the remaining former items until `end`, or all of them, and assigns the visits to places.
    ///
    /// - Returns: the span of the new items.
    mutating func finish(until end: Timestamp?) throws -> TimeSpan? {
        try clear(until: end ?? Timestamp(nanoseconds: .max))
        try PlaceAssignment(db: db).run(from: start, to: end)
        return span
    }

    private mutating func clear(until end: Timestamp) throws {
        guard end > cleared else { return }
        try items.delete(timeline: StoreSchema.derivedTimeline, from: cleared, to: end)
        cleared = end
    }
}
