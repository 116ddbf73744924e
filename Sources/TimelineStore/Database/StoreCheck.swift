internal import GRDB
public import MotionTypes
import Timeline

/// Whether a store's file holds together. What is found is thrown.
enum StoreCheck {
    /// Reads every page: what is on it, whether it is as it was written, and whether each is used once.
    static func quick(_ db: Database) throws {
        try expectSound(String.fetchAll(db, sql: "PRAGMA quick_check(1)"))
    }

    /// The same, and whether indexes, references and the R*Tree of places say what the tables say.
    static func full(_ db: Database) throws {
        try expectSound(String.fetchAll(db, sql: "PRAGMA integrity_check(1)"))
        if let row = try Row.fetchOne(db, sql: "PRAGMA foreign_key_check") {
            throw StoreFault.damage("a row of table \(try row.decode(String.self, atIndex: 0)) refers to nothing")
        }
        try expectSound(String.fetchAll(db, sql: "SELECT rtreecheck('placeArea')"))
    }

    private static func expectSound(_ findings: [String]) throws {
        guard let first = findings.first, first != "ok" else { return }
        throw StoreFault.damage(first)
    }
}

/// How much is in a store.
public struct StoreContents: Sendable, Hashable {
    /// Fixes.
    public var fixes: Int
    /// Reports, the phone's and those of streams.
    public var reports: Int
    /// Visits, moves and gaps, of all timelines.
    public var items: Int
    /// Places, those included that no visit is at.
    public var places: Int
    /// Corrections.
    public var corrections: Int
}

extension TimelineDatabase {
    /// Looks through the whole file: every page and its seal, every index, every reference.
    ///
    /// - Returns: how much is in it.
    /// - Throws: `InputError` for what is found, `malformed` for damage.
    public func check() throws(InputError) -> StoreContents {
        try read { db in
            try StoreCheck.full(db)
            func count(_ tables: String...) throws -> Int {
                try tables.reduce(0) { try $0 + (Int.fetchOne(db, sql: "SELECT count(*) FROM \($1)") ?? 0) }
            }
            return try StoreContents(
                fixes: count("fix"), reports: count("phoneReport", "streamReport"), items: count("item"),
                places: count("place"), corrections: count("correction"))
        }
    }
}
