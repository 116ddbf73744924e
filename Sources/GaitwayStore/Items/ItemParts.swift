// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

/// What belongs to neighbouring items of a timeline: sections, inner activities and places, read at once. Three queries
/// for each item would take most of the time of a year.
struct ItemParts {
    private var sections: [Int64: [SectionRecord]] = [:]
    private var activities: [Int64: [ReportedSpan]] = [:]
    private var stops: [Int64: [ShortStop]] = [:]
    private var places: [Int64: String] = [:]

    /// The parts of items that follow each other in one timeline.
    init(of items: [ItemRecord], _ db: Database) throws {
        guard let first = items.first, let last = items.last else { return }
        let arguments: StatementArguments = [
            first.timeline, first.span.start.nanoseconds, last.span.start.nanoseconds,
        ]
        func rows(_ columns: String, _ table: String, _ condition: String, _ order: String) throws -> RowCursor {
            // A cross join keeps this order: the items' index comes first.
            try Row.fetchCursor(
                db,
                sql: """
                    SELECT \(columns) FROM item CROSS JOIN \(table) ON \(condition)
                    WHERE item.timeline = ? AND item.startTime BETWEEN ? AND ? ORDER BY \(order)
                    """, arguments: arguments)
        }
        let sectionRows = try rows("section.*", "section", "section.item = item.id", "item.startTime, section.number")
        while let row = try sectionRows.next() {
            let record = try SectionRecord(row: row)
            sections[record.item, default: []].append(record)
        }
        let activityRows = try rows(
            "visitActivity.*", "visitActivity", "visitActivity.item = item.id", "item.startTime, visitActivity.number")
        while let row = try activityRows.next() {
            activities[try row.decode(forColumn: "item"), default: []].append(
                try ReportedSpan(activity: row.word("activity"), span: row.span))
        }
        let stopRows = try rows(
            "shortStop.*", "shortStop", "shortStop.item = item.id", "item.startTime, shortStop.number")
        while let row = try stopRows.next() {
            stops[try row.decode(forColumn: "item"), default: []].append(try ShortStop(row: row))
        }
        let placeRows = try rows("DISTINCT place.id, identifier", "place", "place.id = item.place", "place.id")
        while let row = try placeRows.next() { places[try row.decode(atIndex: 0)] = try row.decode(atIndex: 1) }
    }

    func sections(of item: ItemRecord) -> [SectionRecord] { item.id.flatMap { sections[$0] } ?? [] }

    func activities(of item: ItemRecord) -> [ReportedSpan] { item.id.flatMap { activities[$0] } ?? [] }

    func stops(of item: ItemRecord) -> [ShortStop] { item.id.flatMap { stops[$0] } ?? [] }

    /// The identifier of a visit's place.
    func place(of item: ItemRecord) -> String? { item.place.flatMap { places[$0] } }
}

extension ShortStop {
    init(row: Row) throws {
        self.init(
            span: try row.span, latitude: try row.decode(forColumn: "latitude"),
            longitude: try row.decode(forColumn: "longitude"), spread: try row.decode(forColumn: "spread"),
            fixCount: try row.decode(forColumn: "fixCount"),
            longestSilence: Duration(inSeconds: try row.decode(forColumn: "longestSilence")),
            isTold: try row.decode(forColumn: "isTold"))
    }
}
