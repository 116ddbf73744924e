// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

/// A row of table `section`: a section of a move without its path.
struct SectionRecord: Sendable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "section"

    var id: Int64?
    var item: Int64
    var number: Int
    var section: MoveSection

    init(_ section: MoveSection, item: Int64, number: Int) {
        self.item = item
        self.number = number
        self.section = section
    }

    init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        item = try row.decode(forColumn: "item")
        number = try row.decode(forColumn: "number")
        var section = try MoveSection(
            span: row.span, activity: row.word("activity"), evidence: row.word("evidence"),
            distance: row.decode(forColumn: "distance"),
            unobservedDistance: row.decode(forColumn: "unobservedDistance"),
            maximumSpeed: row.decode(forColumn: "maximumSpeed"))
        section.steps = try row.steps
        section.probability = try row.decode(forColumn: "probability")
        if try row.decode(String?.self, forColumn: "vehicle") != nil { section.vehicle = try row.word("vehicle") }
        self.section = section
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["item"] = item
        container["number"] = number
        container.setSpan(section.span)
        container["activity"] = section.activity.rawValue
        container["probability"] = section.probability
        container["evidence"] = section.evidence.rawValue
        container["distance"] = section.distance
        container["unobservedDistance"] = section.unobservedDistance
        container["maximumSpeed"] = section.maximumSpeed
        container["vehicle"] = section.vehicle?.rawValue
        container["steps"] = section.steps
    }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}
