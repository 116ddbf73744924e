// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

/// Assigns all visits to places.
///
/// Imported places come first, in the order of their identifiers; one whose centre lies within an earlier place is that
/// place. Then the visits follow in time order. A visit belongs to the nearest place whose radius contains it, or else
/// founds a new place. So places and their names depend on the content of the store, not on the order of adding.
struct PlaceAssignment {
    let db: Database

    /// The place of a visit that is not yet assigned. References are checked at the end of the transaction.
    static let open: Int64 = 0

    /// Allows visits without a place until the end of the transaction.
    static func begin(_ db: Database) throws { try db.execute(sql: "PRAGMA defer_foreign_keys = ON") }

    /// Founds all places again, imported ones first. Each keeps its row, which is its number.
    func runAll() throws {
        try Self.begin(db)
        var former = FormerPlaces(try PlaceRecord.fetchAll(db))
        try db.execute(sql: "UPDATE givenPlace SET place = NULL")
        try db.execute(sql: "DELETE FROM placeArea")
        try db.execute(sql: "DELETE FROM place")
        try foundGiven(&former)
        try assign(from: Timestamp(nanoseconds: .min), to: nil, &former)
    }

    /// Assigns the changed visits that begin in a span. Places founded earlier stay. Later visits are assigned again if
    /// other places were founded than before.
    func run(from start: Timestamp, to end: Timestamp?) throws {
        try Self.begin(db)
        let table = PlaceTable(db: db)
        // What stood before decides about numbers, not what the first pass tries.
        let all = try table.founded(from: start, to: nil)
        if let end {
            let known = try table.founded(from: start, to: end)
            try table.deleteFounded(from: start, to: end)
            var former = FormerPlaces(known)
            try assign(from: start, to: end, &former)
            if try table.founded(from: start, to: end) == known { return }
        }
        var former = FormerPlaces(all)
        try table.deleteFounded(from: start, to: nil)
        try assign(from: start, to: nil, &former)
    }

    private func foundGiven(_ former: inout FormerPlaces) throws {
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
            let place = try known?.rowNumber ?? found(given, at: nil, &former, table)
            try db.execute(
                sql: "UPDATE givenPlace SET place = ? WHERE id = ?",
                arguments: [place, try row.decode(Int64.self, forColumn: "id")])
        }
    }

    /// - Parameter former: places that the same visits may have founded before. They keep their rows.
    private func assign(from start: Timestamp, to end: Timestamp?, _ former: inout FormerPlaces) throws {
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
            let place = try place(of: visit, given: record.givenPlace, &former, table)
            if record.place != place { try update.execute(arguments: [place, record.id]) }
        }
    }

    private func place(
        of visit: Visit, given: String?, _ former: inout FormerPlaces, _ table: PlaceTable
    ) throws -> Int64 {
        // The identifier of an imported place counts, however far the visit is from its centre.
        if let given, let named = try table.given(given) { return named.rowNumber }
        let start = visit.span.start
        if let near = try table.nearest(visit.latitude, visit.longitude, foundedBy: start) { return near.rowNumber }
        var clusterer = PlaceClusterer()
        var place = clusterer.place(of: visit)
        if let given { place.identifier = given }
        return try found(place, at: start, &former, table)
    }

    private func found(
        _ place: VisitedPlace, at time: Timestamp?, _ former: inout FormerPlaces, _ table: PlaceTable
    ) throws -> Int64 {
        let row = try former.takeRow(of: place, foundedAt: time) ?? table.freeRow(above: former.lastRow)
        return try table.found(place, at: time, row: row)
    }
}

/// Places that were deleted to be founded again. Each gives its row to one place.
private struct FormerPlaces {
    private let records: [PlaceRecord]
    private let exact: [Founding: Int]
    private var isTaken: [Bool]
    /// The highest of their rows; 0 without any.
    let lastRow: Int64

    private struct Founding: Hashable {
        var place: VisitedPlace
        var time: Timestamp?
    }

    init(_ records: [PlaceRecord]) {
        self.records = records.sorted { $0.id ?? 0 < $1.id ?? 0 }
        exact = Dictionary(
            self.records.enumerated().map { (Founding(place: $1.place, time: $1.founded), $0) }
        ) { first, _ in first }
        isTaken = records.map { _ in false }
        lastRow = records.compactMap(\.id).reduce(0, max)
    }

    /// The row of the same place before; else that of a place with its identifier, or of the nearest one that contains
    /// it, whose first visit is another now. Nil for a new place.
    mutating func takeRow(of place: VisitedPlace, foundedAt time: Timestamp?) -> Int64? {
        let left = records.indices.lazy.filter { [isTaken] in !isTaken[$0] }
        var index = exact[Founding(place: place, time: time)].flatMap { isTaken[$0] ? nil : $0 }
        index = index ?? left.first { [records] in records[$0].place.identifier == place.identifier }
        if index == nil {
            let near = Array(left)
            index = PlaceClusterer.nearest(of: near.map { records[$0].place }, to: place.latitude, place.longitude)
                .map { near[$0] }
        }
        guard let index else { return nil }
        isTaken[index] = true
        return records[index].id
    }
}
