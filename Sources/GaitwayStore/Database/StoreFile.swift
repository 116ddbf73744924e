// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import Glibc

/// Checks and prepares a file for use as a store.
enum StoreFile {
    /// The longest name of a store in bytes.
    private static let longestName = 255 - "-journal".utf8.count

    /// Checks the file before SQLite opens it, since SQLite would create a missing one.
    ///
    /// - Returns: whether the file is missing or empty.
    static func isNew(_ path: String, creation: TimelineDatabase.Creation) throws(InputError) -> Bool {
        // Here for the message, as SQLite refuses them, too. What it finds beside a store, it writes into the store.
        for file in [path, path + "-journal", path + "-wal", path + "-shm"] {
            guard FileStatus(path: file)?.kind != .link else { throw .link(at: file) }
        }
        guard !ForeignName.isForeign(path) else {
            throw .unsupported("the store's name is not UTF-8", remedy: "give the file another name")
        }
        // SQLite's journal stands beside the store, and file systems allow names of 255 bytes.
        guard let name = path.utf8.split(separator: UInt8(ascii: "/")).last, name.count <= longestName else {
            throw .unsupported(
                path.isEmpty ? "the store has no name" : "the store's name is too long",
                remedy: "give a name of at most \(longestName) bytes")
        }
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT, creation == .ifMissing { return true }
            throw .unreadable(
                errno == ENOENT ? "the store does not exist" : "the store cannot be opened",
                remedy: "give \(file: .store)")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable("this is not a file", remedy: "give the name of a file for the store")
        }
        guard status.st_size == 0 else { return false }
        guard creation == .ifMissing else {
            throw .empty(
                "the file is empty: it is not a store yet", remedy: "add a track to it first, or give \(file: .store)")
        }
        return true
    }

    /// Makes a new store beside its path, which leads to nothing before the store is whole. An empty file is filled in
    /// its place.
    ///
    /// - Parameter open: opens a file by its address, with room for seals.
    static func create(_ path: String, open: (_ address: String, _ isSealed: Bool) throws -> DatabaseQueue) throws {
        guard FileIdentity(path: path) == nil else { return }
        let file = try OutputFile(path: path, replaces: false, isPrivate: true)
        guard let temporary = file.temporaryPath else { return }
        let queue = try open(SealedFiles.address(of: temporary), true)
        // A file that is not finished is of no use, so it needs no journal beside it.
        try queue.inDatabase { db in try db.execute(sql: "PRAGMA journal_mode = MEMORY") }
        try fill(queue)
        try queue.close()
        do {
            try file.commit()
        } catch {
            // Another process may have made the store in the meantime.
            guard FileIdentity(path: path) != nil else { throw error }
        }
    }

    /// Rolls back an unfinished change, and refuses a file without seals unless it is empty.
    ///
    /// - Parameter open: opens the file by an address, with room for seals or as it is.
    static func prepare(_ path: String, open: (_ address: String, _ isSealed: Bool) throws -> DatabaseQueue) throws {
        // The journal of an unfinished change may hold pages without seals, so the file is opened without checking
        // them.
        let plain = try open(SealedFiles.address(of: path, isSealed: false), false)
        try plain.read { db in
            let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
            guard !isEmpty, !SealedFiles.areReserved(db) else { return }
            _ = try isStore(db)
            throw StoreFault.damage("its pages have no seals, and were written with them")
        }
        try plain.close()
    }

    /// Creates the tables of a new store, and refuses any other file unchanged.
    static func fill(_ queue: DatabaseQueue) throws {
        guard try !queue.read(isStore) else { return }
        try queue.write { db in
            // Two processes may fill the same file at once; the second finds the work done.
            if try !isStore(db) { try StoreSchema.create(db) }
        }
    }

    /// Whether a database is a store, and not empty.
    ///
    /// - Throws: `InputError` for one of another program or version.
    private static func isStore(_ db: Database) throws -> Bool {
        let identifier = try Int32.fetchOne(db, sql: "PRAGMA application_id")
        guard identifier != StoreSchema.applicationIdentifier else {
            try StoreDefence.checkSchema(db)
            try StoreSchema.checkVersion(db)
            return true
        }
        guard try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 else {
            throw InputError.unsupported(
                "this database is not a store of gaitway's", remedy: "give another name for the store")
        }
        return false
    }
}
