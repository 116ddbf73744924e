// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

/// All fixes that were ever added, without duplicates.
///
/// Two fixes with the same moment and position are duplicates. That of the lower rank is kept, then the more accurate
/// one; the other fields decide between equals. The table therefore does not depend on the order of adding. Which fixes
/// count, ``Precedence`` decides.
struct FixTable {
    let db: Database

    /// Adds fixes and counts them.
    ///
    /// - Parameters:
    ///   - rank: their precedence.
    ///   - input: the input that brings them.
    /// - Returns: the first and the last moment at which the table changed.
    func insert(
        _ fixes: [(time: Timestamp, fix: Location)], rank: Int, input: Int64?, counting count: inout StoreChange.Count
    ) throws -> TimeRange? {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO fix (time, latitude, longitude, altitude, speed, course, accuracy, rank, input)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (time, latitude, longitude) DO UPDATE SET
                    altitude = excluded.altitude, speed = excluded.speed,
                    course = excluded.course, accuracy = excluded.accuracy, rank = excluded.rank
                WHERE (-excluded.rank,
                       iif(excluded.accuracy >= 0, -excluded.accuracy, -9e999), ifnull(excluded.speed, -9e999),
                       ifnull(excluded.altitude, -9e999), ifnull(excluded.course, -9e999))
                    > (-fix.rank, iif(fix.accuracy >= 0, -fix.accuracy, -9e999), ifnull(fix.speed, -9e999),
                       ifnull(fix.altitude, -9e999), ifnull(fix.course, -9e999))
                """)
        return try db.offer(fixes.lazy.map { ($0.time, $0.fix) }, counting: &count) { time, fix in
            guard fix.latitude.magnitude <= 90, fix.longitude.magnitude <= 180 else { return false }
            try statement.execute(arguments: [
                time.nanoseconds, fix.latitude, fix.longitude, fix.altitude, fix.speed, fix.course,
                fix.horizontalAccuracy, rank, input,
            ])
            return true
        }
    }

    /// Calls `body` with each fix that counts, from a moment on, in time order, until it returns false.
    func forEach(from start: Timestamp, _ body: (Timestamp, Location) throws -> Bool) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT time, latitude, longitude, altitude, speed, course, accuracy FROM fix
                WHERE time >= ? AND \(Precedence.fixCounts) ORDER BY time, latitude, longitude
                """,
            arguments: [start.nanoseconds])
        while let row = try rows.next() {
            let fix = try Location(
                elapsed: .zero, latitude: row.decode(atIndex: 1), longitude: row.decode(atIndex: 2),
                altitude: row.decode(atIndex: 3), speed: row.decode(atIndex: 4), course: row.decode(atIndex: 5),
                horizontalAccuracy: row.decode(atIndex: 6))
            guard try body(row.time(at: 0), fix) else { return }
        }
    }
}
