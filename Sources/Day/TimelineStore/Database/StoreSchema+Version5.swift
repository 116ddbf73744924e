// SPDX-License-Identifier: Apache-2.0
internal import GRDB

extension StoreSchema {
    /// Version 5: corrections may state a stay, a gap, a kind of vehicle, and move the boundary of two items.
    static func migrateToVersion5(_ db: Database) throws {
        try remakeCorrections(db) { t in
            t.column("atTime", .integer)
            t.column("toTime", .integer)
            t.column("activity", .text)
            t.column("vehicle", .text)
            t.column("name", .text)
            t.column("radius", .real)
            t.placeColumns()
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
    }
}
