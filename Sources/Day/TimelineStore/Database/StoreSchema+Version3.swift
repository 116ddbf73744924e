// SPDX-License-Identifier: Apache-2.0
internal import GRDB

extension StoreSchema {
    /// Version 3: each row of the inputs knows its input and its precedence, sections their kind of vehicle, visits
    /// whether they were confirmed, and corrections may give a radius.
    static func migrateToVersion3(_ db: Database) throws {
        // NULL for rows of earlier versions.
        for table in ["fix", "phoneReport", "stream", "timeline", "givenPlace"] {
            try db.execute(sql: "ALTER TABLE \(table) ADD COLUMN input INTEGER")
        }
        try db.execute(sql: "ALTER TABLE input ADD COLUMN isTracked INTEGER NOT NULL DEFAULT 0")
        for table in ["fix", "phoneReport"] {
            // 0 recorded, 1 of a location history, 2 derived by an app.
            try db.execute(
                sql: "ALTER TABLE \(table) ADD COLUMN rank INTEGER NOT NULL DEFAULT 0 CHECK (rank BETWEEN 0 AND 2)")
            try db.execute(sql: "CREATE INDEX \(table)_on_rank ON \(table) (rank, time) WHERE rank > 0")
        }
        // A report of a rank above 0 counts if none of a lower rank lies between these times.
        try db.execute(sql: "ALTER TABLE phoneReport ADD COLUMN windowStart INTEGER")
        try db.execute(sql: "ALTER TABLE phoneReport ADD COLUMN windowEnd INTEGER")
        try db.execute(sql: "ALTER TABLE section ADD COLUMN vehicle TEXT")
        try db.execute(sql: "ALTER TABLE item ADD COLUMN isConfirmed INTEGER NOT NULL DEFAULT 0")
        try allowRadius(db)
    }

    private static func allowRadius(_ db: Database) throws {
        try remakeCorrections(db) { t in
            t.column("activity", .text)
            t.column("name", .text)
            t.column("radius", .real)
            t.placeColumns()
            t.check(
                sql: """
                    CASE kind
                    \(checksOfTimes)
                    WHEN 'name' THEN name IS NOT NULL
                        AND (placeLatitude IS NOT NULL OR placeIdentifier IS NOT NULL)
                    WHEN 'radius' THEN radius > 0
                        AND (placeLatitude IS NOT NULL OR placeIdentifier IS NOT NULL)
                    WHEN 'place' THEN (placeLatitude IS NOT NULL OR placeIdentifier IS NOT NULL)
                        AND (intoLatitude IS NOT NULL OR intoIdentifier IS NOT NULL)
                    END IS TRUE
                    """)
        }
    }
}
