internal import GRDB
import MotionTypes
import Timeline

/// Puts new items of the derived timeline in the place of former ones, one after the other, so that no more than one is held.
struct ItemReplacement {
    private let db: Database
    private let items: ItemTable
    private let start: Timestamp
    /// Former items that begin earlier are gone.
    private var cleared: Timestamp
    private var span: TimeSpan?

    /// Replaces what begins at `start` or later.
    init(db: Database, from start: Timestamp) {
        self.db = db
        items = ItemTable(db: db)
        self.start = start
        cleared = start
    }

    /// Writes the next item, which begins where the last one ended.
    mutating func append(_ item: TimelineItem, settled: Timestamp?) throws {
        if span == nil { try PlaceAssignment.begin(db) }
        try clear(until: item.span.end)
        try items.insert(item, timeline: StoreSchema.derivedTimeline, settled: settled)
        span = TimeSpan(start: span?.start ?? item.span.start, end: item.span.end)
    }

    /// Takes away what is left of the former items until `end`, or all of them, and assigns the visits to places.
    ///
    /// - Returns: the stretch of time of the new items.
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
