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
        let last = try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'correction'")
        try db.rename(table: "correction", to: "formerCorrection")
        try db.create(table: "correction", options: .strict) { t in
            // Never used twice, so that a printed number keeps its meaning.
            t.autoIncrementedPrimaryKey("id")
            t.column("kind", .text).notNull()
            t.column("startTime", .integer)
            t.column("endTime", .integer)
            t.column("activity", .text)
            t.column("name", .text)
            t.column("radius", .real)
            for prefix in ["place", "into"] {
                t.column(prefix + "Latitude", .real)
                t.column(prefix + "Longitude", .real)
                t.column(prefix + "Time", .integer)
                t.column(prefix + "Identifier", .text)
            }
            t.check(
                sql: """
                    CASE kind
                    WHEN 'activity' THEN startTime < endTime AND activity IS NOT NULL
                    WHEN 'split' THEN startTime = endTime
                    WHEN 'visit' THEN startTime < endTime
                    WHEN 'move' THEN startTime < endTime
                    WHEN 'name' THEN name IS NOT NULL
                        AND (placeLatitude IS NOT NULL OR placeIdentifier IS NOT NULL)
                    WHEN 'radius' THEN radius > 0
                        AND (placeLatitude IS NOT NULL OR placeIdentifier IS NOT NULL)
                    WHEN 'place' THEN (placeLatitude IS NOT NULL OR placeIdentifier IS NOT NULL)
                        AND (intoLatitude IS NOT NULL OR intoIdentifier IS NOT NULL)
                    END IS TRUE
                    """)
        }
        let columns =
            "id, kind, startTime, endTime, activity, name, placeLatitude, placeLongitude, placeTime, placeIdentifier, "
            + "intoLatitude, intoLongitude, intoTime, intoIdentifier"
        try db.execute(sql: "INSERT INTO correction (\(columns)) SELECT \(columns) FROM formerCorrection")
        try db.drop(table: "formerCorrection")
        if let last {
            try db.execute(sql: "DELETE FROM sqlite_sequence WHERE name = 'correction'")
            try db.execute(sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('correction', ?)", arguments: [last])
        }
    }
}
