// SPDX-License-Identifier: Apache-2.0
internal import GRDB
package import GaitwayBase
import GaitwayTimeline

/// Checks a store's file; throws for damage.
enum StoreCheck {
    /// Compares every page with its seal: it is what a change wrote.
    static func seals(_ db: Database) throws {
        let size = try Int32.fetchOne(db, sql: "PRAGMA page_size") ?? 0
        let count = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        if let page = SealedFiles.firstBroken(of: count, size: size, db) {
            throw StoreFault.damage("page \(page) does not match its seal")
        }
    }

    /// Reads every page that is in use and checks its content, its seal, and that it is used once. Also checks that
    /// indexes, references and the R*Tree of places agree with the tables.
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

/// The number of rows of each kind in a store.
package struct StoreContents: Sendable, Hashable {
    /// The number of fixes in the store.
    package var fixes: Int
    /// Reports, the phone's and those of streams.
    package var reports: Int
    /// Visits, moves and gaps, of all timelines.
    package var items: Int
    /// Places, including those without visits.
    package var places: Int
    /// The number of corrections in the store.
    package var corrections: Int
}

extension TimelineDatabase {
    /// Checks the whole file: every page and its seal, every index, every reference.
    ///
    /// - Returns: the numbers of rows.
    package func check() throws(InputError) -> StoreContents {
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
