internal import GRDB
import Timeline

/// A row of table `place`.
struct PlaceRecord: Sendable, Hashable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "place"

    var id: Int64?
    var place: VisitedPlace

    init(_ place: VisitedPlace) { self.place = place }

    init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        place = try VisitedPlace(
            identifier: row.decode(forColumn: "identifier"), latitude: row.decode(forColumn: "latitude"),
            longitude: row.decode(forColumn: "longitude"), radius: row.decode(forColumn: "radius"),
            name: row.decode(forColumn: "name"))
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["identifier"] = place.identifier
        container["latitude"] = place.latitude
        container["longitude"] = place.longitude
        container["radius"] = place.radius
        container["name"] = place.name
    }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}
