// SPDX-License-Identifier: Apache-2.0
import CSQLite
internal import GRDB
import GaitwayBase
import Glibc
import Synchronization

/// Bounds on the work that the content of a store's file can cause. The file may come from another person.
///
/// - SQL cannot change the structure of the file past SQLite, and the schema calls no function that could do harm.
/// - Views, triggers and other virtual tables are refused: a store has none.
/// - A statement ends after a number of steps that no store of the file's size needs.
/// - A value has at most 64 MiB.
final class StoreDefence: Sendable {
    private let path: String
    /// How often the steps of the present statement have reached ``stride``.
    private let strides = Atomic<Int>(0)

    private static let stride: Int32 = 100_000
    private static let longestValue: Int32 = 64 << 20
    /// Checking a whole file takes about five steps for each byte.
    private static let steps = (least: 100_000_000, perByte: 50)

    /// The defence of one connection, which must not outlive it.
    init(path: String) { self.path = path }

    /// Sets the bounds of a new connection.
    func prepare(_ db: Database) throws {
        let connection = db.sqliteConnection
        guard gaitway_distrust(connection) == SQLITE_OK else {
            throw InputError.unsupported(
                "this machine's SQLite cannot open a file that it does not trust", remedy: "use SQLite 3.31 or later")
        }
        sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Self.longestValue)
        let own = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_trace_v2(
            connection, UInt32(SQLITE_TRACE_STMT),
            { _, own, _, _ in
                if let own { Unmanaged<StoreDefence>.fromOpaque(own).takeUnretainedValue().begin() }
                return 0
            }, own)
        sqlite3_progress_handler(
            connection, Self.stride,
            { own in
                guard let own else { return 0 }
                return Unmanaged<StoreDefence>.fromOpaque(own).takeUnretainedValue().mayGoOn() ? 0 : 1
            }, own)
    }

    private func begin() { strides.store(0, ordering: .relaxed) }

    /// Counts a stride of the present statement.
    private func mayGoOn() -> Bool {
        let steps = strides.add(1, ordering: .relaxed).newValue * Int(Self.stride)
        guard steps > Self.steps.least else { return true }
        // The file grows while a change is made.
        var status = stat()
        let size = stat(path, &status) == 0 ? Int(status.st_size) : 0
        return steps - Self.steps.least <= size.multipliedReportingOverflow(by: Self.steps.perByte).partialValue
    }

    /// Refuses parts of a schema that could run SQL of the file's maker.
    static func checkSchema(_ db: Database) throws {
        let found = try Row.fetchOne(
            db,
            sql: """
                SELECT type, name FROM sqlite_master
                WHERE type NOT IN ('table', 'index') OR ifnull(rootpage, 0) = 0 AND (name <> 'placeArea' OR sql <> ?)
                """, arguments: [StoreSchema.placeArea])
        guard let found else { return }
        let (type, name) = try (found.decode(String.self, atIndex: 0), found.decode(String.self, atIndex: 1))
        throw InputError.unsupported(
            "the database has the \(QuotedText.text(type)) \(quoted: name), which no store has",
            remedy: "go back to a copy of it, or add the logs to a new store")
    }
}
