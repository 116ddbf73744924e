// SPDX-License-Identifier: Apache-2.0
internal import GRDB

/// What the migrations of the table of corrections share.
extension StoreSchema {
    /// The checks of corrections of a time, as versions 1 to 3 have them.
    static let checksOfTimes = """
        WHEN 'activity' THEN startTime < endTime AND activity IS NOT NULL
        WHEN 'split' THEN startTime = endTime
        WHEN 'visit' THEN startTime < endTime
        WHEN 'move' THEN startTime < endTime
        """

    /// Makes table `correction` anew with the columns and checks of `define`, and keeps its rows.
    static func remakeCorrections(_ db: Database, _ define: (TableDefinition) -> Void) throws {
        try keepingNumbers(db) {
            try db.rename(table: "correction", to: "formerCorrection")
            try createCorrections(db, define)
            let columns = try db.columns(in: "formerCorrection").map(\.name).joined(separator: ", ")
            try db.execute(sql: "INSERT INTO correction (\(columns)) SELECT \(columns) FROM formerCorrection")
            try db.drop(table: "formerCorrection")
        }
    }

    /// Creates table `correction`: number, kind and time, then the columns and checks of `define`.
    static func createCorrections(_ db: Database, _ define: (TableDefinition) -> Void) throws {
        try db.create(table: "correction", options: .strict) { t in
            // Never used twice, so that a printed number keeps its meaning.
            t.autoIncrementedPrimaryKey("id")
            t.column("kind", .text).notNull()
            t.column("startTime", .integer)
            t.column("endTime", .integer)
            define(t)
        }
    }

    /// Lets `body` replace the table of corrections; the next number is the one that it would have been.
    static func keepingNumbers(_ db: Database, _ body: () throws -> Void) throws {
        let last = try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'correction'")
        try body()
        guard let last else { return }
        try db.execute(sql: "DELETE FROM sqlite_sequence WHERE name = 'correction'")
        try db.execute(sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('correction', ?)", arguments: [last])
    }
}

extension TableDefinition {
    /// The columns of the two places that a correction may name.
    func placeColumns() {
        for prefix in ["place", "into"] {
            column(prefix + "Latitude", .real)
            column(prefix + "Longitude", .real)
            column(prefix + "Time", .integer)
            column(prefix + "Identifier", .text)
        }
    }
}
