// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

/// Finds the places that people refer to. Results are cached, for one state of the store.
final class PlaceLookup {
    private let db: Database
    private let layers: [Int64]
    private var known: [PlaceReference: String?] = [:]
    /// The places that no visit founded, but a correction: a person said to have been there. In their order.
    private(set) var founded: [VisitedPlace] = []

    /// The places that were asked about: whether each has a name or enough visits. Merged places are one.
    var familiar: [String: Bool] = [:]

    /// The greatest distance between a reference and a visit at its moment, in metres.
    private static let nearness = 2 * VisitedPlace.defaultRadius

    /// - Parameter corrections: in the order in which they were made.
    init(_ db: Database, _ corrections: [CorrectionRecord]) throws {
        self.db = db
        layers = [StoreSchema.derivedTimeline] + (try TimelineTable(db: db).elsewhere())
        for record in corrections {
            guard case .stay(let place, _) = record.correction, let position = place.position,
                try placeOfStay(place) == nil
            else { continue }
            founded.append(
                VisitedPlace(
                    identifier: place.identifier
                        ?? PlaceIdentifier.text(latitude: position.latitude, longitude: position.longitude),
                    latitude: position.latitude, longitude: position.longitude, name: place.identifier))
            known = [:]
        }
    }

    /// The place of a stay: one with the identifier that the person gave, or without one the place at the position; nil
    /// if the stay founds its place.
    func placeOfStay(_ place: PlaceReference) throws -> String? {
        guard let identifier = place.identifier else { return try self.identifier(place) }
        if let record = try PlaceTable(db: db).given(identifier) { return record.place.identifier }
        return foundedPlace(identifier)?.identifier
    }

    private func foundedPlace(_ identifier: String) -> VisitedPlace? { founded.first { $0.identifier == identifier } }

    /// How many corrections state a stay at each place that a correction founded.
    func staysAtFounded(_ corrections: [CorrectionRecord]) throws -> [String: Int] {
        guard !founded.isEmpty else { return [:] }
        var counts = Dictionary(uniqueKeysWithValues: founded.map { ($0.identifier, 0) })
        for record in corrections {
            guard case .stay(let place, _) = record.correction, let identifier = try identifier(place) else { continue }
            counts[identifier]? += 1
        }
        return counts
    }

    /// The place that a correction means; nil if the store has none there.
    func place(_ reference: PlaceReference) throws -> VisitedPlace? {
        guard let identifier = try identifier(reference) else { return nil }
        return try foundedPlace(identifier) ?? PlaceTable(db: db).record(identifier)?.place
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
        if foundedPlace(identifier) != nil { return identifier }
        return try self.identifier(PlaceReference(identifier: identifier))
    }

    /// A reference to a place by its position and the time of its longest visit.
    func reference(to identifier: String) throws -> PlaceReference? {
        if let place = foundedPlace(identifier) {
            return PlaceReference(latitude: place.latitude, longitude: place.longitude, identifier: identifier)
        }
        guard let record = try PlaceTable(db: db).record(identifier) else { return nil }
        let visit = try Row.fetchOne(
            db,
            sql: """
                SELECT startTime, endTime FROM item WHERE place = ? ORDER BY endTime - startTime DESC, startTime LIMIT 1
                """, arguments: [record.id])
        let span = try visit?.span
        return PlaceReference(
            latitude: record.place.latitude, longitude: record.place.longitude,
            time: span.map { $0.start + ($0.end - $0.start) / 2 }, identifier: record.place.identifier)
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
        if let identifier = reference.identifier, foundedPlace(identifier) != nil { return identifier }
        guard let position = reference.position else { return nil }
        if let time = reference.time, let found = try place(at: time, near: position) { return found }
        if let place = try table.nearest(position.latitude, position.longitude)?.place { return place.identifier }
        return PlaceClusterer.nearest(of: founded, to: position.latitude, position.longitude)
            .map { founded[$0].identifier }
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
