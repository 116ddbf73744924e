// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

/// A row of table `item`: a visit, a move or a gap without its sections and inner activities.
struct ItemRecord: Sendable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "item"

    /// The kinds of items.
    enum Kind: String {
        case visit, move, gap
    }

    var id: Int64?
    var timeline: Int64
    var kind: Kind
    var span: TimeSpan
    var isOngoing: Bool
    /// The time of the input that made the item final; nil until then, and for imported timelines.
    var settled: Timestamp?
    var visit: Visit?
    var place: Int64?
    /// The place's identifier in a visit of an imported timeline.
    var givenPlace: String?
    var displacement: Double?

    /// The row of an item; a visit is assigned to a place afterwards.
    init(_ item: TimelineItem, timeline: Int64, settled: Timestamp?) {
        self.timeline = timeline
        self.settled = settled
        span = item.span
        isOngoing = item.isOngoing
        switch item {
        case .visit(let visit):
            kind = .visit
            self.visit = visit
            place = PlaceAssignment.open
            givenPlace = timeline == StoreSchema.derivedTimeline ? nil : visit.placeIdentifier
        case .move: kind = .move
        case .gap(let gap):
            kind = .gap
            displacement = gap.displacement
        }
    }

    init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        timeline = try row.decode(forColumn: "timeline")
        kind = try row.word("kind")
        span = try row.span
        isOngoing = try row.decode(forColumn: "isOngoing")
        settled = try row.decode(Int64?.self, forColumn: "settledTime").map(Timestamp.init(nanoseconds:))
        place = try row.decode(forColumn: "place")
        givenPlace = try row.decode(forColumn: "givenPlace")
        displacement = try row.decode(forColumn: "displacement")
        guard kind == .visit else { return }
        visit = try Visit(
            span: span, latitude: row.decode(forColumn: "latitude"), longitude: row.decode(forColumn: "longitude"),
            spread: row.decode(forColumn: "spread"), fixCount: row.decode(forColumn: "fixCount"),
            longestSilence: Duration(inSeconds: row.decode(forColumn: "longestSilence")), isOngoing: isOngoing)
        visit?.steps = try row.steps
        visit?.isConfirmed = try row.decode(forColumn: "isConfirmed")
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["timeline"] = timeline
        container["kind"] = kind.rawValue
        container.setSpan(span)
        container["isOngoing"] = isOngoing
        container["settledTime"] = settled?.nanoseconds
        container["latitude"] = visit?.latitude
        container["longitude"] = visit?.longitude
        container["spread"] = visit?.spread
        container["fixCount"] = visit?.fixCount
        container["longestSilence"] = visit?.longestSilence.inSeconds
        container["isConfirmed"] = visit?.isConfirmed ?? false
        container["steps"] = visit?.steps
        container["place"] = place
        container["givenPlace"] = givenPlace
        container["displacement"] = displacement
    }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}
