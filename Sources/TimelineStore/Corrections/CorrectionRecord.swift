internal import GRDB
import MotionTypes
import Timeline

/// A row of table `correction`.
struct CorrectionRecord: Sendable, Hashable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "correction"

    var id: Int64?
    var correction: Correction

    init(_ correction: Correction) { self.correction = correction }

    init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        switch try row.decode(String.self, forColumn: "kind") {
        case "activity": correction = try .activity(row.word("activity"), during: row.span)
        case "split": correction = try .split(at: row.time("startTime"))
        case "visit": correction = try .visit(during: row.span)
        case "move": correction = try .move(during: row.span)
        case "name": correction = try .name(row.decode(forColumn: "name"), ofPlace: row.decode(forColumn: "place"))
        case "place":
            correction = try .samePlace(row.decode(forColumn: "place"), as: row.decode(forColumn: "intoPlace"))
        case let kind: throw InputError(.malformed, problem: "the store is damaged: a correction of the kind \(kind)")
        }
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container.setSpan(correction.span)
        switch correction {
        case .activity(let activity, _):
            container["kind"] = "activity"
            container["activity"] = activity.rawValue
        case .split: container["kind"] = "split"
        case .visit: container["kind"] = "visit"
        case .move: container["kind"] = "move"
        case .name(let name, let place):
            container["kind"] = "name"
            container["place"] = place
            container["name"] = name
        case .samePlace(let place, let other):
            container["kind"] = "place"
            container["place"] = place
            container["intoPlace"] = other
        }
    }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    /// Whether another correction is about the same thing, so that the later of the two takes the place of the earlier.
    func isAboutTheSame(as other: CorrectionRecord) -> Bool {
        switch (correction, other.correction) {
        case (.activity(_, let span), .activity(_, let otherSpan)): span == otherSpan
        case (.name(_, let place), .name(_, let otherPlace)): place == otherPlace
        case (.samePlace(let place, _), .samePlace(let otherPlace, _)): place == otherPlace
        case (let own, let other): own == other
        }
    }
}
