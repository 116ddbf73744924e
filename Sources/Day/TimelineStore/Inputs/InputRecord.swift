internal import GRDB

/// A row of table `input`: the log of what was added, for people.
struct InputRecord: Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "input"

    var input: StoredInput

    init(source: String, change: StoreChange) {
        input = StoredInput(
            source: source, fixes: change.fixes.new, reports: change.reports.new, items: change.items.new)
    }

    init(row: Row) throws {
        input = try StoredInput(
            source: row.decode(forColumn: "source"), fixes: row.decode(forColumn: "fixes"),
            reports: row.decode(forColumn: "reports"), items: row.decode(forColumn: "items"))
    }

    func encode(to container: inout PersistenceContainer) {
        container["source"] = input.source
        container["fixes"] = input.fixes
        container["reports"] = input.reports
        container["items"] = input.items
    }
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
