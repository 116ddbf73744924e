internal import GRDB
import Geodesy
import MotionTypes
import Timeline

/// Finds the places that people refer to. Results are cached, for one state of the store.
final class PlaceLookup {
    private let db: Database
    private let layers: [Int64]
    private var known: [PlaceReference: String?] = [:]

    /// The greatest distance between a reference and a visit at its moment, in metres.
    private static let nearness = 2 * VisitedPlace.defaultRadius

    init(_ db: Database) throws {
        self.db = db
        layers = [StoreSchema.derivedTimeline] + (try TimelineTable(db: db).elsewhere())
    }

    /// The identifier of the place that a reference means; nil if the store has none there.
    ///
    /// The imported identifier counts first, then the visit at that position and time, then the nearest place that
    /// contains the position.
    func identifier(_ reference: PlaceReference) throws -> String? {
        if let found = known[reference] { return found }
        let found = try search(reference)
        known[reference] = .some(found)
        return found
    }

    /// The present identifier for an identifier of any state of this store or of another store.
    func identifier(_ identifier: String) throws -> String? {
        let table = PlaceTable(db: db)
        if let record = try table.record(identifier) { return record.place.identifier }
        return try self.identifier(PlaceReference(identifier: identifier))
    }

    /// A reference to a place by its position and the time of its longest visit.
    func reference(to identifier: String) throws -> PlaceReference? {
        guard let record = try PlaceTable(db: db).record(identifier) else { return nil }
        let visit = try Row.fetchOne(
            db,
            sql: """
                SELECT startTime, endTime FROM item WHERE place = ? ORDER BY endTime - startTime DESC, startTime LIMIT 1
                """, arguments: [record.id])
        let span = try visit?.span
        return PlaceReference(
            latitude: record.place.latitude, longitude: record.place.longitude,
            time: span.map { $0.start.advanced(byNanoseconds: ($0.end.nanoseconds - $0.start.nanoseconds) / 2) },
            identifier: record.place.identifier)
    }

    /// The places without an imported name whose centre lies within a distance of a place, itself excluded.
    func namelessPlaces(within radius: Double, of identifier: String) throws -> [String] {
        guard let centre = try PlaceTable(db: db).record(identifier)?.place else { return [] }
        let reach = radius / Ellipsoid.leastMetresPerDegree
        let band = (centre.latitude - reach)...(centre.latitude + reach)
        return try PlaceRecord.filter(Column("name") == nil && band.contains(Column("latitude")))
            .order(Column("identifier")).fetchAll(db).map(\.place)
            .filter { place in
                place.identifier != identifier
                    && Ellipsoid.shortDistance(
                        place.latitude, place.longitude, centre.latitude, centre.longitude) <= radius
            }.map(\.identifier)
    }

    private func search(_ reference: PlaceReference) throws -> String? {
        let table = PlaceTable(db: db)
        if let identifier = reference.identifier, let record = try table.given(identifier) {
            return record.place.identifier
        }
        guard let position = reference.position else { return nil }
        if let time = reference.time, let found = try place(at: time, near: position) { return found }
        return try table.nearest(position.latitude, position.longitude)?.place.identifier
    }

    private func place(at time: Timestamp, near position: PlaceReference.Position) throws -> String? {
        let moment = TimeSpan(start: time, end: time.advanced(byNanoseconds: 1))
        for layer in layers {
            for record in try ItemTable(db: db).records(timeline: layer, during: moment) {
                guard let visit = record.visit, let place = record.place else { continue }
                let distance = Ellipsoid.shortDistance(
                    position.latitude, position.longitude, visit.latitude, visit.longitude)
                guard distance <= Self.nearness else { continue }
                return try String.fetchOne(db, sql: "SELECT identifier FROM place WHERE id = ?", arguments: [place])
            }
        }
        return nil
    }
}
