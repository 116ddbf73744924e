// SPDX-License-Identifier: Apache-2.0
import GRDB
import MotionTypes
import StoreTestSupport
import Testing

@testable import TimelineStore

/// Stores of earlier versions.
@Suite struct MigrationTests {
    @Test func correctionsOfVersion4KeepTheirNumbersAndContent() throws {
        let queue = try DatabaseQueue()
        try StoreSchema.migrator.migrate(queue, upTo: "4")
        let place = PlaceReference(latitude: 52.5, longitude: 13.25, time: SyntheticDays.moment(60))
        let former: [Correction] = [
            .radius(250, ofPlace: place), .split(at: SyntheticDays.moment(3600)),
            .activity(.running, during: SyntheticDays.span(0)),
        ]
        try queue.inDatabase { db in
            try db.execute(
                sql: """
                    INSERT INTO correction (id, kind, radius, placeLatitude, placeLongitude, placeTime)
                    VALUES (3, 'radius', 250, 52.5, 13.25, ?)
                    """, arguments: [SyntheticDays.moment(60).nanoseconds])
            try db.execute(
                sql: "INSERT INTO correction (id, kind, startTime, endTime) VALUES (5, 'split', ?, ?)",
                arguments: [SyntheticDays.moment(3600).nanoseconds, SyntheticDays.moment(3600).nanoseconds])
            try db.execute(
                sql: """
                    INSERT INTO correction (id, kind, startTime, endTime, activity)
                    VALUES (8, 'activity', ?, ?, 'running')
                    """,
                arguments: [SyntheticDays.span(0).start.nanoseconds, SyntheticDays.span(0).end.nanoseconds])
            try db.execute(sql: "DELETE FROM correction WHERE id = 8")
            try db.execute(
                sql: """
                    INSERT INTO correction (kind, startTime, endTime, activity) VALUES ('activity', ?, ?, 'running')
                    """,
                arguments: [SyntheticDays.span(0).start.nanoseconds, SyntheticDays.span(0).end.nanoseconds])
        }
        try StoreSchema.migrator.migrate(queue)
        try queue.inDatabase { db in
            let records = try CorrectionRecord.order(Column("id")).fetchAll(db)
            #expect(records.map(\.correction) == former)
            #expect(records.map(\.id) == [3, 5, 9])
            try db.execute(sql: "DELETE FROM correction WHERE id = 9")
            var next = CorrectionRecord(.gap(during: SyntheticDays.span(0)))
            try next.insert(db)
            #expect(next.id == 10)
        }
    }
}
