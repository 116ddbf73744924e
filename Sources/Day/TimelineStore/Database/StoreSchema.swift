// SPDX-License-Identifier: Apache-2.0
internal import GRDB

/// The tables of a store, one migration per version of the format. STORE.md describes them.
enum StoreSchema {
    /// "GAIT" in ASCII: marks a store among databases of other programs.
    static let applicationIdentifier: Int32 = 0x4741_4954

    /// The only virtual table, as SQLite keeps it.
    static let placeArea = "CREATE VIRTUAL TABLE placeArea USING rtree(id, south, north, west, east)"

    /// The row of table `timeline` for the items that are derived from fixes and reports.
    static let derivedTimeline: Int64 = 0

    /// All migrations. A published migration never changes; a new version adds one.
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: "PRAGMA application_id = \(applicationIdentifier)")
            try createInputs(db)
            try createPlaces(db)
            try createTimelines(db)
            try createCorrections(db)
        }
        migrator.registerMigration(sealedVersion, migrate: migrateToVersion2)
        migrator.registerMigration("3", migrate: migrateToVersion3)
        migrator.registerMigration("4", migrate: migrateToVersion4)
        migrator.registerMigration("5", migrate: migrateToVersion5)
        return migrator
    }()

    private static func createInputs(_ db: Database) throws {
        try db.create(table: "input", options: .strict) { t in
            t.primaryKey("id", .integer)
            t.column("source", .text).notNull()
            t.column("fixes", .integer).notNull()
            t.column("reports", .integer).notNull()
            t.column("items", .integer).notNull()
        }
        try db.create(table: "fix", options: [.strict, .withoutRowID]) { t in
            t.column("time", .integer).notNull()
            t.column("latitude", .real).notNull().check { $0 >= -90 && $0 <= 90 }
            t.column("longitude", .real).notNull().check { $0 >= -180 && $0 <= 180 }
            t.column("altitude", .real)
            t.column("speed", .real)
            t.column("course", .real)
            t.column("accuracy", .real)
            t.primaryKey(["time", "latitude", "longitude"])
        }
        try db.create(table: "phoneReport", options: [.strict, .withoutRowID]) { t in
            t.column("time", .integer).notNull()
            t.column("flags", .integer).notNull().check { (0...63).contains($0) }
            t.column("confidence", .integer).notNull().check { (0...2).contains($0) }
            t.primaryKey(["time", "flags", "confidence"])
        }
        try db.create(table: "stream", options: .strict) { t in
            t.primaryKey("id", .integer)
            t.column("model", .text).notNull()
            t.column("startTime", .integer).notNull()
            t.column("endTime", .integer).notNull()
            t.check(sql: "startTime <= endTime")
        }
        try db.create(table: "streamReport", options: [.strict, .withoutRowID]) { t in
            t.column("stream", .integer).notNull().indexed().references("stream", onDelete: .cascade)
            t.column("time", .integer).notNull()
            t.column("flags", .integer).notNull().check { (0...63).contains($0) }
            t.column("confidence", .integer).notNull().check { (0...2).contains($0) }
            t.primaryKey(["time", "stream", "flags", "confidence"])
        }
    }

    private static func createPlaces(_ db: Database) throws {
        try db.create(table: "place", options: .strict) { t in
            t.primaryKey("id", .integer)
            t.column("identifier", .text).notNull().unique()
            t.column("latitude", .real).notNull()
            t.column("longitude", .real).notNull()
            t.column("radius", .real).notNull()
            t.column("name", .text)
        }
        try db.execute(sql: placeArea)
    }

    private static func createTimelines(_ db: Database) throws {
        try db.create(table: "timeline", options: .strict) { t in
            t.primaryKey("id", .integer)
            t.column("policy", .text)
        }
        try db.execute(literal: "INSERT INTO timeline (id) VALUES (\(derivedTimeline))")
        try db.create(table: "item", options: .strict) { t in
            t.primaryKey("id", .integer)
            t.column("timeline", .integer).notNull().references("timeline", onDelete: .cascade)
            t.column("kind", .text).notNull().check { ["visit", "move", "gap"].contains($0) }
            t.column("startTime", .integer).notNull()
            t.column("endTime", .integer).notNull()
            t.column("isOngoing", .integer).notNull()
            t.column("settledTime", .integer)
            t.column("latitude", .real)
            t.column("longitude", .real)
            t.column("spread", .real)
            t.column("fixCount", .integer)
            t.column("longestSilence", .real)
            t.column("place", .integer).indexed().references("place")
            t.column("displacement", .real)
            t.uniqueKey(["timeline", "startTime"])
            t.check(sql: "startTime < endTime")
            t.check(
                sql: "(kind = 'visit') = (latitude IS NOT NULL AND longitude IS NOT NULL AND place IS NOT NULL)")
        }
        try db.create(table: "visitActivity", options: [.strict, .withoutRowID]) { t in
            t.column("item", .integer).notNull().references("item", onDelete: .cascade)
            t.column("number", .integer).notNull()
            t.column("activity", .text).notNull()
            t.column("startTime", .integer).notNull()
            t.column("endTime", .integer).notNull()
            t.primaryKey(["item", "number"])
        }
        try db.create(table: "section", options: .strict) { t in
            t.primaryKey("id", .integer)
            t.column("item", .integer).notNull().references("item", onDelete: .cascade)
            t.column("number", .integer).notNull()
            t.column("activity", .text).notNull().indexed()
            t.column("evidence", .text).notNull()
            t.column("startTime", .integer).notNull()
            t.column("endTime", .integer).notNull()
            t.column("distance", .real).notNull()
            t.column("unobservedDistance", .real).notNull()
            t.column("maximumSpeed", .real)
            t.uniqueKey(["item", "number"])
        }
        try db.create(table: "pathPoint", options: [.strict, .withoutRowID]) { t in
            t.column("section", .integer).notNull().references("section", onDelete: .cascade)
            t.column("piece", .integer).notNull()
            t.column("number", .integer).notNull()
            t.column("time", .integer).notNull()
            t.column("latitude", .real).notNull()
            t.column("longitude", .real).notNull()
            t.column("altitude", .real)
            t.primaryKey(["section", "piece", "number"])
        }
    }

    private static func createCorrections(_ db: Database) throws {
        try createCorrections(db) { t in
            t.column("activity", .text)
            t.column("place", .text).references("place", column: "identifier")
            t.column("intoPlace", .text).references("place", column: "identifier")
            t.column("name", .text)
            t.check(
                sql: """
                    CASE kind
                    \(checksOfTimes)
                    WHEN 'name' THEN place IS NOT NULL AND name IS NOT NULL
                    WHEN 'place' THEN place <> intoPlace
                    END IS TRUE
                    """)
        }
    }
}
