// SPDX-License-Identifier: Apache-2.0
internal import GRDB

/// A row of table `input`: the log of what was added. The rows that an input brought have its number.
struct InputRecord: Sendable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "input"

    var id: Int64?
    var input: StoredInput
    /// Whether the rows that it brought have its number; those of a store that was migrated do not.
    var isTracked = true

    init(source: String) { input = StoredInput(source: source, fixes: 0, reports: 0, items: 0) }

    init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        isTracked = try row.decode(forColumn: "isTracked")
        input = try StoredInput(
            source: row.decode(forColumn: "source"), fixes: row.decode(forColumn: "fixes"),
            reports: row.decode(forColumn: "reports"), items: row.decode(forColumn: "items"))
    }

    func encode(to container: inout PersistenceContainer) {
        container["source"] = input.source
        container["fixes"] = input.fixes
        container["reports"] = input.reports
        container["items"] = input.items
        container["id"] = id
        container["isTracked"] = isTracked
    }

    /// Counts the new rows of a change.
    mutating func add(_ change: StoreChange) {
        input.fixes += change.fixes.new
        input.reports += change.reports.new
        input.items += change.items.new
    }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// An input that was added to a store, with the numbers of its new parts.
package struct StoredInput: Sendable, Hashable {
    /// The source, as the user named it.
    package var source: String
    /// The number of new fixes.
    package var fixes: Int
    /// The number of new reports.
    package var reports: Int
    /// The number of items of an imported timeline.
    package var items: Int
}
