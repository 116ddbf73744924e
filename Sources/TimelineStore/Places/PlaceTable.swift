internal import GRDB
import Geodesy
import MotionTypes
import Timeline

/// The places, found by position through an R*Tree of their areas, and those that came with timelines made elsewhere.
struct PlaceTable {
    let db: Database

    // MARK: Looking

    /// The place with an identifier.
    func record(_ identifier: String) throws -> PlaceRecord? {
        try PlaceRecord.filter(Column("identifier") == identifier).fetchOne(db)
    }

    /// The place that a timeline made elsewhere calls by an identifier.
    func given(_ identifier: String) throws -> PlaceRecord? {
        try PlaceRecord.fetchOne(
            db,
            sql: """
                SELECT place.* FROM givenPlace JOIN place ON place.id = givenPlace.place
                WHERE givenPlace.identifier = ? ORDER BY givenPlace.latitude, givenPlace.longitude LIMIT 1
                """, arguments: [identifier])
    }

    /// The nearest place whose radius holds a position, of those that were there at a moment.
    func nearest(
        _ latitude: Double, _ longitude: Double, foundedBy time: Timestamp = Timestamp(nanoseconds: .max)
    ) throws -> PlaceRecord? {
        let near = try places(around: latitude, longitude).filter { $0.founded.map { $0 <= time } ?? true }
        guard !near.isEmpty else { return nil }
        let moment = TimeSpan(start: Timestamp(nanoseconds: 0), end: Timestamp(nanoseconds: 0))
        var clusterer = PlaceClusterer(places: near.map(\.place))
        let found = clusterer.place(of: Visit(span: moment, latitude: latitude, longitude: longitude))
        return near.first { $0.place.identifier == found.identifier }
    }

    /// The places whose area's bounding box holds a position, in the order in which they were founded.
    private func places(around latitude: Double, _ longitude: Double) throws -> [PlaceRecord] {
        // A box across the antimeridian reaches beyond 180°, so each position is sought there, too.
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

    /// Founds a place. An identifier that another place has gets a number behind it.
    ///
    /// - Parameters:
    ///   - time: when the visit began that founds it; nil for a place that was given.
    ///   - row: its row, if it had one before.
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

    /// A row that no place has, nor any of `former`, which may get theirs back.
    func freeRow(besides former: [PlaceRecord]) throws -> Int64 {
        let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM place") ?? 0
        return (former.compactMap(\.id) + [last]).reduce(0, max) + 1
    }

    /// The places that visits founded in a stretch of time; a nil `end` is the end of time.
    func founded(from start: Timestamp, to end: Timestamp?) throws -> [PlaceRecord] {
        try PlaceRecord.filter(Self.isFounded(from: start, to: end)).order(Column("foundedTime"), Column("identifier"))
            .fetchAll(db)
    }

    /// Takes them away.
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

    /// Keeps places that came with a timeline made elsewhere, as they came.
    ///
    /// - Returns: whether any is new.
    func keep(_ places: [VisitedPlace]) throws -> Bool {
        var isAnyNew = false
        for place in places where abs(place.latitude) <= 90 && abs(place.longitude) <= 180 && place.radius > 0 {
            try db.execute(
                sql: """
                    INSERT INTO givenPlace (identifier, latitude, longitude, radius, name)
                    SELECT :identifier, :latitude, :longitude, :radius, :name
                    WHERE NOT EXISTS (SELECT 1 FROM givenPlace WHERE identifier = :identifier
                        AND latitude = :latitude AND longitude = :longitude AND radius = :radius AND name IS :name)
                    """,
                arguments: [
                    "identifier": place.identifier, "latitude": place.latitude, "longitude": place.longitude,
                    "radius": place.radius, "name": place.name,
                ])
            isAnyNew = isAnyNew || db.changesCount > 0
        }
        return isAnyNew
    }
}
