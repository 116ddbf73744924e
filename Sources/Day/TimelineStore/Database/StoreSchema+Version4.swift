// SPDX-License-Identifier: Apache-2.0
internal import GRDB

extension StoreSchema {
    /// Version 4: streams bring the steps counted between their reports, and imported sections and visits have steps.
    static func migrateToVersion4(_ db: Database) throws {
        try db.create(table: "streamSteps", options: [.strict, .withoutRowID]) { t in
            t.column("stream", .integer).notNull().references("stream", onDelete: .cascade)
            t.column("startTime", .integer).notNull()
            t.column("endTime", .integer).notNull()
            t.column("steps", .integer).notNull().check { $0 >= 0 }
            t.primaryKey(["stream", "startTime"])
            t.check(sql: "startTime < endTime")
        }
        for table in ["section", "item"] {
            try db.execute(sql: "ALTER TABLE \(table) ADD COLUMN steps INTEGER CHECK (steps >= 0)")
        }
    }
}
