internal import GRDB

extension StoreSchema {
    /// Version 5: corrections may state a stay, a gap, a kind of vehicle, and move the boundary of two items.
    static func migrateToVersion5(_ db: Database) throws {
        let last = try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'correction'")
        try db.rename(table: "correction", to: "formerCorrection")
        try db.create(table: "correction", options: .strict) { t in
            // Never used twice, so that a printed number keeps its meaning.
            t.autoIncrementedPrimaryKey("id")
            t.column("kind", .text).notNull()
            t.column("startTime", .integer)
            t.column("endTime", .integer)
            t.column("atTime", .integer)
            t.column("toTime", .integer)
            t.column("activity", .text)
            t.column("vehicle", .text)
            t.column("name", .text)
            t.column("radius", .real)
            for prefix in ["place", "into"] {
                t.column(prefix + "Latitude", .real)
                t.column(prefix + "Longitude", .real)
                t.column(prefix + "Time", .integer)
                t.column(prefix + "Identifier", .text)
            }
            let place = "(placeLatitude IS NOT NULL OR placeIdentifier IS NOT NULL)"
            t.check(
                sql: """
                    CASE kind
                    WHEN 'activity' THEN startTime < endTime AND activity IS NOT NULL
                    WHEN 'vehicle' THEN startTime < endTime AND vehicle IS NOT NULL
                    WHEN 'split' THEN startTime = endTime
                    WHEN 'visit' THEN startTime < endTime
                    WHEN 'move' THEN startTime < endTime
                    WHEN 'gap' THEN startTime < endTime
                    WHEN 'stay' THEN startTime < endTime AND \(place)
                    WHEN 'boundary' THEN startTime < endTime AND atTime <> toTime
                    WHEN 'name' THEN name IS NOT NULL AND \(place)
                    WHEN 'radius' THEN radius > 0 AND \(place)
                    WHEN 'place' THEN \(place) AND (intoLatitude IS NOT NULL OR intoIdentifier IS NOT NULL)
                    END IS TRUE
                    """)
        }
        let columns =
            "id, kind, startTime, endTime, activity, name, radius, placeLatitude, placeLongitude, placeTime, "
            + "placeIdentifier, intoLatitude, intoLongitude, intoTime, intoIdentifier"
        try db.execute(sql: "INSERT INTO correction (\(columns)) SELECT \(columns) FROM formerCorrection")
        try db.drop(table: "formerCorrection")
        if let last {
            try db.execute(sql: "DELETE FROM sqlite_sequence WHERE name = 'correction'")
            try db.execute(sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('correction', ?)", arguments: [last])
        }
    }
}
