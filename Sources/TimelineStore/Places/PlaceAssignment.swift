internal import GRDB
import MotionTypes
import Timeline

/// Says of all visits at which place they are.
///
/// Places that came with timelines made elsewhere are there first, in the order of their identifiers: one whose centre lies within an earlier one
/// is that place. Then the visits come in the order of time: each is at the nearest place whose radius holds it, else it founds one. So
/// places, and what they are called, follow from what is in the store and not from the order in which it came.
struct PlaceAssignment {
    let db: Database

    /// Where a visit stands that has not been assigned yet; the reference is checked when the transaction ends.
    static let open: Int64 = 0

    /// Lets visits be without a place until the transaction ends.
    static func begin(_ db: Database) throws { try db.execute(sql: "PRAGMA defer_foreign_keys = ON") }

    /// Founds all places again, those that were given first.
    func runAll() throws {
        try Self.begin(db)
        try db.execute(sql: "UPDATE givenPlace SET place = NULL")
        try db.execute(sql: "DELETE FROM placeArea")
        try db.execute(sql: "DELETE FROM place")
        try foundGiven()
        try assign(from: Timestamp(nanoseconds: .min), to: nil)
    }

    /// Assigns the visits that begin in a stretch of time, in which they have changed; what earlier ones founded stays. Later visits are
    /// assigned again where other places were founded than before.
    func run(from start: Timestamp, to end: Timestamp?) throws {
        try Self.begin(db)
        let table = PlaceTable(db: db)
        if let end {
            let former = try table.founded(from: start, to: end)
            try table.deleteFounded(from: start, to: end)
            try assign(from: start, to: end, former: former)
            if try table.founded(from: start, to: end) == former { return }
        }
        try table.deleteFounded(from: start, to: nil)
        try assign(from: start, to: nil)
    }

    private func foundGiven() throws {
        let table = PlaceTable(db: db)
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM givenPlace ORDER BY identifier, latitude, longitude, radius, name")
        for row in rows {
            let given = try PlaceRecord(row: row).place
            var known = try table.record(given.identifier) ?? table.nearest(given.latitude, given.longitude)
            if known != nil, known?.place.name == nil, given.name != nil {
                known?.place.name = given.name
                try known?.update(db)
            }
            let place = try known?.rowNumber ?? table.found(given, at: nil)
            try db.execute(
                sql: "UPDATE givenPlace SET place = ? WHERE id = ?",
                arguments: [place, try row.decode(Int64.self, forColumn: "id")])
        }
    }

    /// - Parameter former: places that the same visits may have founded before; those keep their rows.
    private func assign(from start: Timestamp, to end: Timestamp?, former: [PlaceRecord] = []) throws {
        let table = PlaceTable(db: db)
        let records = try ItemRecord.fetchAll(
            db,
            sql: """
                SELECT * FROM item WHERE timeline IN (SELECT id FROM timeline)
                    AND startTime >= ? AND startTime < ? AND kind = 'visit'
                ORDER BY startTime, timeline <> ?, latitude, longitude, endTime, givenPlace
                """,
            arguments: [start.nanoseconds, end?.nanoseconds ?? .max, StoreSchema.derivedTimeline])
        let update = try db.makeStatement(sql: "UPDATE item SET place = ? WHERE id = ?")
        for record in records {
            guard let visit = record.visit else { continue }
            let place = try place(of: visit, given: record.givenPlace, former, table)
            if record.place != place { try update.execute(arguments: [place, record.id]) }
        }
    }

    private func place(of visit: Visit, given: String?, _ former: [PlaceRecord], _ table: PlaceTable) throws -> Int64 {
        // What a place made elsewhere is called counts, however far the visit lies from its centre.
        if let given, let named = try table.given(given) { return named.rowNumber }
        let start = visit.span.start
        if let near = try table.nearest(visit.latitude, visit.longitude, foundedBy: start) { return near.rowNumber }
        var clusterer = PlaceClusterer()
        var place = clusterer.place(of: visit)
        if let given { place.identifier = given }
        let row = try former.first { $0.founded == start && $0.place == place }?.id ?? table.freeRow(besides: former)
        return try table.found(place, at: start, row: row)
    }
}
