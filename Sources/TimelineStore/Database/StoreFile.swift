internal import GRDB
import Glibc
import MotionTypes

/// What a file must be to be used as a store.
enum StoreFile {
    /// Looks at the file before SQLite does: SQLite would make a missing one.
    static func check(_ path: String, creation: TimelineDatabase.Creation) throws(InputError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT, creation == .ifMissing { return }
            throw InputError(
                .unreadable, problem: errno == ENOENT ? "the store does not exist" : "the store cannot be opened",
                remedy: "give the file that gaitway trips --store wrote")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw InputError(
                .unreadable, problem: "this is not a file", remedy: "give the name of a file for the store")
        }
    }

    /// Makes the tables of a new store, brings an older one up to date, and refuses all others unchanged.
    static func migrate(_ queue: DatabaseQueue) throws {
        let migrator = StoreSchema.migrator
        let isComplete = try queue.read { db in
            try checkKind(db)
            guard try !migrator.hasBeenSuperseded(db) else {
                throw InputError(
                    .unsupported, problem: "the store was written by a newer gaitway",
                    remedy: "use that version, or a later one")
            }
            return try migrator.hasCompletedMigrations(db)
        }
        guard !isComplete else { return }
        do {
            try migrator.migrate(queue)
        } catch {
            // Two processes may begin one store at once; the second finds the work done.
            guard try queue.read(migrator.hasCompletedMigrations) else { throw error }
        }
    }

    private static func checkKind(_ db: Database) throws {
        let identifier = try Int32.fetchOne(db, sql: "PRAGMA application_id")
        if identifier == StoreSchema.applicationIdentifier { return }
        // A process that begins a store makes the migrator's table first, and may have got no further.
        let others = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'")
        guard others == 0 else {
            throw InputError(
                .unsupported, problem: "this database is not a store of gaitway's",
                remedy: "give another name for the store")
        }
    }
}
