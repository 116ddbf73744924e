internal import GRDB
import MotionTypes
import Timeline

/// A row of table `place`.
struct PlaceRecord: Sendable, Hashable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "place"

    var id: Int64?
    var place: VisitedPlace
    /// When the first visit to it began; nil for a place that came with a timeline made elsewhere.
    var founded: Timestamp?

    init(_ place: VisitedPlace) { self.place = place }

    init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        place = try VisitedPlace(
            identifier: row.decode(forColumn: "identifier"), latitude: row.decode(forColumn: "latitude"),
            longitude: row.decode(forColumn: "longitude"), radius: row.decode(forColumn: "radius"),
            name: row.decode(forColumn: "name"))
        guard row.hasColumn("foundedTime") else { return }
        founded = try row.decode(Int64?.self, forColumn: "foundedTime").map(Timestamp.init(nanoseconds:))
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["identifier"] = place.identifier
        container["latitude"] = place.latitude
        container["longitude"] = place.longitude
        container["radius"] = place.radius
        container["name"] = place.name
        container["foundedTime"] = founded?.nanoseconds
    }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    /// Its row, once it has been stored.
    var rowNumber: Int64 {
        guard let id else { preconditionFailure("a stored place has a row") }
        return id
    }
}
