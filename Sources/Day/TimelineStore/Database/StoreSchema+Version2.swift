// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import Timeline

extension StoreSchema {
    /// The first version whose pages are sealed.
    static let sealedVersion = "2"

    /// Version 2: places follow from the visits alone, corrections refer to places by position and time, and distances
    /// may be unknown. The pages are sealed before.
    static func migrateToVersion2(_ db: Database) throws {
        try splitPlaces(db)
        try nameByPosition(db)
        try allowUnknownDistances(db)
        try PlaceAssignment(db: db).runAll()
    }

    /// Places of imported timelines are kept apart from those that visits found.
    private static func splitPlaces(_ db: Database) throws {
        try db.create(table: "givenPlace", options: .strict) { t in
            t.primaryKey("id", .integer)
            t.column("identifier", .text).notNull().indexed()
            t.column("latitude", .real).notNull()
            t.column("longitude", .real).notNull()
            t.column("radius", .real).notNull()
            t.column("name", .text)
            t.column("place", .integer).references("place")
        }
        // The place's identifier in a visit of an imported timeline.
        try db.execute(sql: "ALTER TABLE item ADD COLUMN givenPlace TEXT")
        // The begin of the first visit to the place; NULL for an imported place.
        try db.execute(sql: "ALTER TABLE place ADD COLUMN foundedTime INTEGER")
        try db.execute(sql: "CREATE INDEX place_on_foundedTime ON place (foundedTime)")
        // Version 1 did not mark imported places. They have a name, another form of identifier, or only imported
        // visits.
        try db.execute(
            sql: """
                INSERT INTO givenPlace (identifier, latitude, longitude, radius, name)
                SELECT identifier, latitude, longitude, radius, name FROM place
                WHERE name IS NOT NULL OR identifier NOT GLOB 'p[0-9]*[NS][0-9]*[EW]*'
                    OR (EXISTS (SELECT 1 FROM item WHERE place = place.id AND timeline <> :derived)
                        AND NOT EXISTS (SELECT 1 FROM item WHERE place = place.id AND timeline = :derived))
                """,
            arguments: ["derived": derivedTimeline])
        try db.execute(
            sql: """
                UPDATE item SET givenPlace = (SELECT identifier FROM place WHERE id = item.place)
                WHERE timeline <> ? AND kind = 'visit'
                    AND place IN (SELECT id FROM place WHERE identifier IN (SELECT identifier FROM givenPlace))
                """, arguments: [derivedTimeline])
    }

    private static func nameByPosition(_ db: Database) throws {
        struct Former {
            var id: Int64
            var correction: Correction
        }
        // The identifiers of version 1 encode the position, except those of imported places.
        func reference(_ identifier: String?) -> PlaceReference { PlaceReference(identifier: identifier ?? "") }
        let rows = try Row.fetchAll(db, sql: "SELECT * FROM correction ORDER BY id")
        let former = try rows.map { row in
            let kind = try row.decode(String.self, forColumn: "kind")
            let place = reference(try row.decode(String?.self, forColumn: "place"))
            let correction: Correction =
                switch kind {
                case "name": try .name(row.decode(forColumn: "name"), ofPlace: place)
                case "place":
                    .samePlace(place, as: reference(try row.decode(String?.self, forColumn: "intoPlace")))
                default: try CorrectionRecord.correctionOfTime(row)
                }
            return Former(id: try row.decode(forColumn: "id"), correction: correction)
        }
        try keepingNumbers(db) {
            try db.drop(table: "correction")
            try createCorrections(db) { t in
                t.column("activity", .text)
                t.column("name", .text)
                t.placeColumns()
                t.check(
                    sql: """
                        CASE kind
                        \(checksOfTimes)
                        WHEN 'name' THEN name IS NOT NULL
                            AND (placeLatitude IS NOT NULL OR placeIdentifier IS NOT NULL)
                        WHEN 'place' THEN (placeLatitude IS NOT NULL OR placeIdentifier IS NOT NULL)
                            AND (intoLatitude IS NOT NULL OR intoIdentifier IS NOT NULL)
                        END IS TRUE
                        """)
            }
            for entry in former {
                var record = CorrectionRecord(entry.correction)
                record.id = entry.id
                try record.insert(db)
            }
        }
    }

    private static func allowUnknownDistances(_ db: Database) throws {
        try db.create(table: "newSection", options: .strict) { t in
            t.primaryKey("id", .integer)
            t.column("item", .integer).notNull().references("item", onDelete: .cascade)
            t.column("number", .integer).notNull()
            t.column("activity", .text).notNull()
            t.column("evidence", .text).notNull()
            t.column("startTime", .integer).notNull()
            t.column("endTime", .integer).notNull()
            t.column("distance", .real)
            t.column("unobservedDistance", .real)
            t.column("maximumSpeed", .real)
            t.uniqueKey(["item", "number"])
        }
        try db.execute(
            sql: """
                INSERT INTO newSection SELECT id, item, number, activity, evidence, startTime, endTime, distance,
                    unobservedDistance, maximumSpeed FROM section
                """)
        try db.drop(table: "section")
        try db.rename(table: "newSection", to: "section")
        try db.execute(sql: "CREATE INDEX section_on_activity ON section (activity)")
    }
}
