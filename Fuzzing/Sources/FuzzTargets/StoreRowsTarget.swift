// SPDX-License-Identifier: Apache-2.0
import GRDB
import GaitwayStore

/// Reads a store whose rows and schema SQL has changed, with valid seals of its pages.
///
/// A change has four bytes: what is changed, where, in which row, to which value.
enum StoreRowsTarget: FuzzTarget {
    static let name = "store-rows"

    private static let tables = [
        "input", "fix", "phoneReport", "stream", "streamReport", "givenPlace", "timeline", "item", "visitActivity",
        "shortStop",
        "section", "pathPoint", "place", "placeArea", "correction", "grdb_migrations", "sqlite_sequence",
    ]

    /// Values at the bounds of their types, and words of the tables.
    private static let values: [(any DatabaseValueConvertible & Sendable)?] = [
        nil, 0, 1, -1, Int64.min, Int64.max, 1 << 62, Int32.max, 1_777_636_800_000_000_000, 1_777_636_801_000_000_000,
        0.5, -0.5, 91.0, -181.0, 52.5, 1e308, -1e308, Double.leastNonzeroMagnitude, Double.infinity, -Double.infinity,
        "", "visit", "move",
        "gap", "name", "place", "split", "activity", "walking", "automotive", "p52.50000N13.25000E", "p999N", "\u{0}",
        "\u{202E}'\"", String(repeating: "x", count: 70_000), "1", "2", "3",
    ]

    private static let schemas = [
        "CREATE TRIGGER t AFTER INSERT ON fix BEGIN INSERT INTO fix SELECT time + 1, latitude, longitude, NULL, NULL, "
            + "NULL, NULL FROM fix; END",
        "CREATE VIEW v AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c",
        "DROP INDEX item_on_place", "DROP TABLE placeArea", "DROP TABLE correction", "DROP TABLE givenPlace",
        "ALTER TABLE fix ADD COLUMN more TEXT AS (hex(zeroblob(100000000)))",
        "CREATE INDEX more ON fix (length(hex(zeroblob(time % 100000000))))",
        "ALTER TABLE item ADD COLUMN more TEXT", "ALTER TABLE place RENAME COLUMN name TO nomen",
        "ALTER TABLE place RENAME TO area", "CREATE TABLE more (x)", "DELETE FROM item", "DELETE FROM place",
        "DELETE FROM placeArea", "UPDATE placeArea_node SET data = zeroblob(length(data))",
        "UPDATE placeArea_parent SET parentnode = nodeno", "PRAGMA application_id = 7", "PRAGMA user_version = -1",
        "UPDATE item SET startTime = endTime, endTime = startTime", "UPDATE item SET endTime = startTime",
        "UPDATE fix SET time = -time", "UPDATE item SET place = NULL", "UPDATE section SET startTime = endTime + 1",
        "UPDATE item SET settledTime = startTime", "UPDATE visitActivity SET endTime = startTime - 1",
        "INSERT INTO correction (kind, startTime, endTime) VALUES ('visit', 9, -9)",
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = (rootpage + 1) % 30 WHERE rootpage > 4",
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, 'INTEGER', 'BLOB')",
    ]

    static func take(_ bytes: [UInt8]) {
        ScratchStore.write(ScratchStore.bytes)
        change(bytes)
        var file = ScratchStore.read()
        StoreTarget.seal(&file)
        StoreTarget.read(file)
    }

    /// Makes the changes. Those that SQLite refuses are left out.
    private static func change(_ bytes: [UInt8]) {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA ignore_check_constraints = ON") }
        do {
            let queue = try DatabaseQueue(path: ScratchStore.path, configuration: configuration)
            queue.inDatabase { db in
                for start in stride(from: 0, to: min(bytes.count - 3, 64), by: 4) {
                    try? change(Array(bytes[start..<start + 4]).map(Int.init), db)
                }
            }
            try queue.close()
        } catch {
            fatalError("\(error)")
        }
    }

    private static func change(_ bytes: [Int], _ db: Database) throws {
        guard bytes[0] % 8 < 6 else { return try db.execute(sql: schemas[bytes[1] % schemas.count]) }
        let table = tables[bytes[0] / 8 % tables.count]
        let columns = try db.columns(in: table).map(\.name)
        guard !columns.isEmpty else { return }
        let column = columns[bytes[1] % columns.count]
        let row = "\(column) IS (SELECT \(column) FROM \(table) LIMIT 1 OFFSET ?)"
        if bytes[0] % 8 == 5 {
            try db.execute(sql: "DELETE FROM \(table) WHERE \(row)", arguments: [bytes[2]])
        } else {
            try db.execute(
                sql: "UPDATE \(table) SET \(column) = ? WHERE \(row)",
                arguments: [values[bytes[3] % values.count], bytes[2]])
        }
    }
}
