// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
public import GaitwayTimeline

/// A place of a store with its number of visits.
public struct StoredPlace: Sendable, Hashable {
    /// Identifier, position and name.
    public var place: VisitedPlace
    /// The identifiers of places that a person merged into this one.
    package var merged: [String]
    /// The derived and imported visits to it, before corrections of times.
    public var visitCount: Int
}

/// A row of table `place`.
struct PlaceRecord: Sendable, Hashable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "place"

    var id: Int64?
    var place: VisitedPlace
    /// The begin of the first visit; nil for an imported place.
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

    /// The place with its number for people, which is its row: it stays when the place is founded again.
    var numbered: VisitedPlace {
        var place = place
        place.number = id.flatMap { Int(exactly: $0) }
        return place
    }

    /// The row of a stored place.
    var rowNumber: Int64 {
        guard let id else { preconditionFailure("a stored place has a row") }
        return id
    }
}
