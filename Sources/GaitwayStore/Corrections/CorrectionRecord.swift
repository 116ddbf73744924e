// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

/// A row of table `correction`.
struct CorrectionRecord: Sendable, Hashable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "correction"

    var id: Int64?
    var correction: Correction

    init(_ correction: Correction) { self.correction = correction }

    init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        switch try row.decode(String.self, forColumn: "kind") {
        case "name": correction = try .name(row.decode(forColumn: "name"), ofPlace: row.place("place"))
        case "radius": correction = try .radius(row.decode(forColumn: "radius"), ofPlace: row.place("place"))
        case "stay": correction = try .stay(at: row.place("place"), during: row.span)
        case "vehicle": correction = try .vehicle(row.word("vehicle"), during: row.span)
        case "trip":
            correction = try .trip(row.word("activity"), along: row.word("path"), during: row.span)
        case "gap": correction = try .gap(during: row.span)
        case "boundary": correction = try .boundary(at: row.time("atTime"), movedTo: row.time("toTime"))
        case "place": correction = try .samePlace(row.place("place"), as: row.place("into"))
        case "activity": correction = try .activity(row.word("activity"), during: row.span)
        case "split": correction = try .split(at: row.time("startTime"))
        case "visit": correction = try .visit(during: row.span)
        case "move": correction = try .move(during: row.span)
        case let kind: throw StoreFault.damage("a correction of the kind \(kind)")
        }
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container.setSpan(correction.span)
        switch correction {
        case .activity(let activity, _):
            container["kind"] = "activity"
            container["activity"] = activity.rawValue
        case .vehicle(let vehicle, _):
            container["kind"] = "vehicle"
            container["vehicle"] = vehicle.rawValue
        case .stay(let place, _):
            container["kind"] = "stay"
            container.setPlace(place, "place")
        case .trip(let activity, let path, _):
            container["kind"] = "trip"
            container["activity"] = activity.rawValue
            container["path"] = path.rawValue
        case .gap: container["kind"] = "gap"
        case .boundary(let time, let other):
            container["kind"] = "boundary"
            container["atTime"] = time.nanoseconds
            container["toTime"] = other.nanoseconds
        case .split: container["kind"] = "split"
        case .visit: container["kind"] = "visit"
        case .move: container["kind"] = "move"
        case .name(let name, let place):
            container["kind"] = "name"
            container.setPlace(place, "place")
            container["name"] = name
        case .radius(let radius, let place):
            container["kind"] = "radius"
            container.setPlace(place, "place")
            container["radius"] = radius
        case .samePlace(let place, let other):
            container["kind"] = "place"
            container.setPlace(place, "place")
            container.setPlace(other, "into")
        }
    }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

extension Row {
    /// A place that a person named: the columns that begin with `prefix`.
    fileprivate func place(_ prefix: String) throws -> PlaceReference {
        let identifier = try decode(String?.self, forColumn: prefix + "Identifier")
        guard let latitude = try decode(Double?.self, forColumn: prefix + "Latitude"),
            let longitude = try decode(Double?.self, forColumn: prefix + "Longitude")
        else { return PlaceReference(identifier: identifier ?? "") }
        let time = try decode(Int64?.self, forColumn: prefix + "Time").map(Timestamp.init(nanoseconds:))
        return PlaceReference(latitude: latitude, longitude: longitude, time: time, identifier: identifier)
    }
}

extension PersistenceContainer {
    fileprivate mutating func setPlace(_ place: PlaceReference, _ prefix: String) {
        self[prefix + "Latitude"] = place.position?.latitude
        self[prefix + "Longitude"] = place.position?.longitude
        self[prefix + "Time"] = place.time?.nanoseconds
        self[prefix + "Identifier"] = place.identifier
    }
}
