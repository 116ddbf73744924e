internal import GRDB

/// A row of table `input`: what was added, for people to look up.
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

/// An input that a store took, and what was new in it.
public struct StoredInput: Sendable, Hashable {
    /// What it was read from, as the user named it.
    public var source: String
    /// Fixes that were new.
    public var fixes: Int
    /// Reports that were new.
    public var reports: Int
    /// Items of a timeline made elsewhere.
    public var items: Int
}
