internal import GRDB
import Timeline

/// A row of table `place`.
struct PlaceRecord: Sendable, Hashable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "place"

    var id: Int64?
    var place: Place

    init(_ place: Place) { self.place = place }

    init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        place = try Place(
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
