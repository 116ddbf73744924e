// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

/// The places, found by position through an R*Tree of their areas, and the imported places.
struct PlaceTable {
    let db: Database

    // MARK: Looking

    func record(_ identifier: String) throws -> PlaceRecord? {
        try PlaceRecord.filter(Column("identifier") == identifier).fetchOne(db)
    }

    /// The place with an identifier of an imported timeline.
    func given(_ identifier: String) throws -> PlaceRecord? {
        try PlaceRecord.fetchOne(
            db,
            sql: """
                SELECT place.* FROM givenPlace JOIN place ON place.id = givenPlace.place
                WHERE givenPlace.identifier = ? ORDER BY givenPlace.latitude, givenPlace.longitude LIMIT 1
                """, arguments: [identifier])
    }

    /// The nearest place that existed at a moment and whose radius contains a position.
    func nearest(
        _ latitude: Double, _ longitude: Double, foundedBy time: Timestamp = Timestamp(nanoseconds: .max)
    ) throws -> PlaceRecord? {
        let near = try places(around: latitude, longitude).filter { $0.founded.map { $0 <= time } ?? true }
        return PlaceClusterer.nearest(of: near.map(\.place), to: latitude, longitude).map { near[$0] }
    }

    /// The places whose area's bounding box contains a position, in the order of their founding.
    private func places(around latitude: Double, _ longitude: Double) throws -> [PlaceRecord] {
        // A box across the antimeridian reaches beyond 180°, so positions are also searched there.
        let statement = try db.cachedStatement(
            sql: """
                SELECT place.* FROM place WHERE id IN (
                    SELECT id FROM placeArea WHERE south <= :latitude AND north >= :latitude
                        AND west <= :longitude AND east >= :longitude
                    UNION SELECT id FROM placeArea WHERE south <= :latitude AND north >= :latitude
                        AND west <= :longitude + 360 AND east >= :longitude + 360
                    UNION SELECT id FROM placeArea WHERE south <= :latitude AND north >= :latitude
                        AND west <= :longitude - 360 AND east >= :longitude - 360)
                ORDER BY foundedTime, identifier
                """)
        return try PlaceRecord.fetchAll(statement, arguments: ["latitude": latitude, "longitude": longitude])
    }

    // MARK: Changing

    /// Founds a place. An identifier that another place has gets a number appended.
    ///
    /// - Parameters:
    ///   - time: the begin of the founding visit; nil for an imported place.
    ///   - row: its former row; nil if it had none.
    func found(_ place: VisitedPlace, at time: Timestamp?, row: Int64? = nil) throws -> Int64 {
        var record = PlaceRecord(place)
        record.id = row
        record.founded = time
        var number = 1
        while try self.record(record.place.identifier) != nil {
            number += 1
            record.place.identifier = "\(place.identifier)-\(number)"
        }
        let id = try record.inserted(db).rowNumber
        let box = Ellipsoid.box(around: place.latitude, place.longitude, radius: place.radius)
        try db.execute(
            sql: "INSERT INTO placeArea (id, south, north, west, east) VALUES (?, ?, ?, ?, ?)",
            arguments: [id, box.south, box.north, box.west, box.east])
        return id
    }

    /// A row that no place has, and that is above `row`.
    func freeRow(above row: Int64) throws -> Int64 {
        let last = max(row, try Int64.fetchOne(db, sql: "SELECT max(id) FROM place") ?? 0)
        guard ClosedRange.countable.contains(last) else {
            throw StoreFault.damage("a place has the number \(last), which no store gives")
        }
        return last + 1
    }

    /// The places that visits founded in a span; a nil `end` means no end.
    func founded(from start: Timestamp, to end: Timestamp?) throws -> [PlaceRecord] {
        try PlaceRecord.filter(Self.isFounded(from: start, to: end)).order(Column("foundedTime"), Column("identifier"))
            .fetchAll(db)
    }

    /// Deletes those places.
    func deleteFounded(from start: Timestamp, to end: Timestamp?) throws {
        let founded = PlaceRecord.filter(Self.isFounded(from: start, to: end))
        for id in try founded.select(Column("id"), as: Int64.self).fetchAll(db) {
            try db.execute(sql: "DELETE FROM placeArea WHERE id = ?", arguments: [id])
        }
        try founded.deleteAll(db)
    }

    private static func isFounded(from start: Timestamp, to end: Timestamp?) -> SQLExpression {
        let time = Column("foundedTime")
        return time >= start.nanoseconds && time < (end?.nanoseconds ?? .max)
    }

    /// Stores the places of an imported timeline as they came.
    ///
    /// - Returns: whether any is new.
    func keep(_ places: [VisitedPlace], input: Int64?) throws -> Bool {
        var isAnyNew = false
        for place in places where place.latitude.magnitude <= 90 && place.longitude.magnitude <= 180 && place.radius > 0
        {
            try db.execute(
                sql: """
                    INSERT INTO givenPlace (identifier, latitude, longitude, radius, name, input)
                    SELECT :identifier, :latitude, :longitude, :radius, :name, :input
                    WHERE NOT EXISTS (SELECT 1 FROM givenPlace WHERE identifier = :identifier
                        AND latitude = :latitude AND longitude = :longitude AND radius = :radius AND name IS :name)
                    """,
                arguments: [
                    "identifier": place.identifier, "latitude": place.latitude, "longitude": place.longitude,
                    "radius": place.radius, "name": place.name, "input": input,
                ])
            isAnyNew = isAnyNew || db.changesCount > 0
        }
        return isAnyNew
    }
}
