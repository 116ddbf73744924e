internal import GRDB
import Geodesy
import MotionTypes
import Timeline

/// The places, found by position through an R*Tree of their areas.
///
/// A place never moves and is never taken away, so that an identifier once told stays true. A visit that is derived again keeps its
/// place while that place's radius holds it, even if a nearer one was founded since.
struct PlaceTable {
    let db: Database

    /// The place of a visit: `former` if its radius holds the visit, else the nearest place that does, else a new one.
    func place(of visit: Visit, former: Int64?) throws -> Int64 {
        let near = try places(around: visit.latitude, visit.longitude)
        if let former = near.first(where: { $0.id == former }), Self.holds(former.place, visit) {
            return try id(of: former)
        }
        // What a place made elsewhere is called counts, however far the visit lies from its centre.
        if let identifier = visit.placeIdentifier, let named = try record(identifier) { return try id(of: named) }
        var clusterer = PlaceClusterer(places: near.map(\.place))
        var place = clusterer.place(of: visit)
        if let known = near.first(where: { $0.place.identifier == place.identifier }) { return try id(of: known) }
        if let identifier = visit.placeIdentifier { place.identifier = identifier }
        return try found(place)
    }

    /// Takes over places that were made elsewhere.
    ///
    /// One whose centre lies within a known place is that place; else it is founded and keeps its identifier. A name fills what
    /// has none.
    func add(_ places: [VisitedPlace]) throws {
        for place in places where abs(place.latitude) <= 90 && abs(place.longitude) <= 180 && place.radius > 0 {
            guard var known = try record(place.identifier) ?? nearest(to: place) else {
                _ = try found(place)
                continue
            }
            guard known.place.name == nil, place.name != nil else { continue }
            known.place.name = place.name
            try known.update(db)
        }
    }

    private func nearest(to place: VisitedPlace) throws -> PlaceRecord? {
        let near = try places(around: place.latitude, place.longitude)
        var clusterer = PlaceClusterer(places: near.map(\.place))
        let moment = TimeSpan(start: Timestamp(nanoseconds: 0), end: Timestamp(nanoseconds: 0))
        let found = clusterer.place(of: Visit(span: moment, latitude: place.latitude, longitude: place.longitude))
        return near.first { $0.place.identifier == found.identifier }
    }

    /// The place with an identifier.
    func record(_ identifier: String) throws -> PlaceRecord? {
        try PlaceRecord.filter(Column("identifier") == identifier).fetchOne(db)
    }

    private func id(of record: PlaceRecord) throws -> Int64 {
        guard let id = record.id else { preconditionFailure("a fetched place has a row") }
        return id
    }

    private static func holds(_ place: VisitedPlace, _ visit: Visit) -> Bool {
        var clusterer = PlaceClusterer(places: [place])
        return clusterer.place(of: visit).identifier == place.identifier
    }

    /// The places whose area's bounding box holds a position.
    private func places(around latitude: Double, _ longitude: Double) throws -> [PlaceRecord] {
        // A box across the antimeridian reaches beyond 180°, so each position is sought there, too.
        try PlaceRecord.fetchAll(
            db,
            sql: """
                SELECT place.* FROM place WHERE id IN (
                    SELECT id FROM placeArea WHERE south <= :latitude AND north >= :latitude
                        AND west <= :longitude AND east >= :longitude
                    UNION SELECT id FROM placeArea WHERE south <= :latitude AND north >= :latitude
                        AND west <= :longitude + 360 AND east >= :longitude + 360
                    UNION SELECT id FROM placeArea WHERE south <= :latitude AND north >= :latitude
                        AND west <= :longitude - 360 AND east >= :longitude - 360)
                ORDER BY id
                """,
            arguments: ["latitude": latitude, "longitude": longitude])
    }

    private func found(_ place: VisitedPlace) throws -> Int64 {
        let id = try id(of: PlaceRecord(place).inserted(db))
        let box = Ellipsoid.box(around: place.latitude, place.longitude, radius: place.radius)
        try db.execute(
            sql: "INSERT INTO placeArea (id, south, north, west, east) VALUES (?, ?, ?, ?, ?)",
            arguments: [id, box.south, box.north, box.west, box.east])
        return id
    }
}
