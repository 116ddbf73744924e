// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

/// The derived timeline and the imported ones.
struct TimelineTable {
    let db: Database

    /// Adds an imported timeline unless the store has it.
    func insert(_ document: TimelineDocument, input: Int64?) throws -> StoreChange.Count {
        var count = StoreChange.Count()
        var items: [TimelineItem] = []
        for item in document.items {
            let isInOrder = item.span.start >= items.last?.span.end ?? item.span.start
            if isInOrder, item.isUsable { items.append(item) } else { count.unusable += 1 }
        }
        let places = PlaceTable(db: db)
        guard let first = items.first, let last = items.last else { return count }
        let table = ItemTable(db: db)
        for timeline in try elsewhere() {
            let span = TimeSpan(start: first.span.start, end: last.span.end)
            if try table.items(timeline: timeline, during: span).map(\.withoutPlace) == items.map(\.withoutPlace) {
                count.known = items.count
                if try places.keep(document.places, input: nil) { try PlaceAssignment(db: db).runAll() }
                return count
            }
        }
        _ = try places.keep(document.places, input: input)
        try PlaceAssignment.begin(db)
        try db.execute(sql: "INSERT INTO timeline (input) VALUES (?)", arguments: [input])
        let timeline = db.lastInsertedRowID
        for item in items { try table.insert(item, timeline: timeline, settled: nil) }
        try PlaceAssignment(db: db).runAll()
        count.new = items.count
        return count
    }

    /// The imported timelines, the one added last first.
    func elsewhere() throws -> [Int64] {
        try Int64.fetchAll(
            db, sql: "SELECT id FROM timeline WHERE id <> ? ORDER BY id DESC", arguments: [StoreSchema.derivedTimeline])
    }

    /// The span from the first item of all timelines to the last.
    func span() throws -> TimeSpan? {
        let row = try Row.fetchOne(
            db, sql: "SELECT min(startTime) AS startTime, max(endTime) AS endTime FROM item HAVING count(*) > 0")
        return try row?.span
    }

    /// The thresholds of the derived timeline.
    func derivingPolicy() throws -> String? {
        try String.fetchOne(
            db, sql: "SELECT policy FROM timeline WHERE id = ?", arguments: [StoreSchema.derivedTimeline])
    }

    /// Stores the thresholds of the derived timeline.
    func setDerivingPolicy(_ policy: String) throws {
        try db.execute(
            sql: "UPDATE timeline SET policy = ? WHERE id = ?", arguments: [policy, StoreSchema.derivedTimeline])
    }
}

extension TimelineItem {
    /// Whether it has a length and possible positions.
    fileprivate var isUsable: Bool {
        guard span.start.isUsable, span.end.isUsable, span.start < span.end else { return false }
        guard case .visit(let visit) = self else { return true }
        return visit.latitude.magnitude <= 90 && visit.longitude.magnitude <= 180
    }

    /// The item without the store's own additions.
    fileprivate var withoutPlace: TimelineItem {
        guard case .visit(var visit) = self else { return self }
        visit.placeIdentifier = nil
        return .visit(visit)
    }
}
