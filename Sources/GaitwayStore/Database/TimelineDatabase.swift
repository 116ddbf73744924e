// SPDX-License-Identifier: Apache-2.0
internal import GRDB
public import GaitwayBase
public import GaitwayTimeline
import Synchronization

/// A persistent timeline in one SQLite file: fixes, activity reports, the visits and moves derived from them, and
/// corrections. STORE.md describes the file.
///
/// Each call is one transaction. When it returns, its change is on the disk. If it throws, or the process dies, nothing
/// has changed. A call throws an `InputError` if the store cannot be read or written, is damaged, or stays in use.
/// Several processes may use one file; a writer makes the others wait.
public struct TimelineDatabase: Sendable {
    /// What to do if the file does not exist.
    public enum Creation: Sendable {
        /// Create a new store.
        case ifMissing
        /// Throw an error.
        case never
    }

    /// The path of the file.
    package let path: String
    /// The thresholds for deriving timelines.
    package let policy: TimelinePolicy
    private let queue: DatabaseQueue
    private let patience: Double
    private let soundness = Soundness()

    /// Whether the file has been checked. The first change requires it.
    private final class Soundness: Sendable {
        let isChecked = Mutex(false)
    }

    /// Opens a store, or creates one.
    ///
    /// - Parameters: - path: the file. - creation: what to do if it does not exist. An empty file counts as missing. -
    ///   policy: the thresholds for deriving. If they differ from those of the stored timeline, the next change derives
    ///   all of it again. - patience: seconds to wait while another process writes.
    /// - Throws: `InputError` with the source `path` for a file that cannot be opened, is not a store, is damaged, is
    ///   of another version, or is held by another process. The file is then unchanged.
    public init(
        path: String, creation: Creation = .ifMissing, policy: TimelinePolicy = TimelinePolicy(), patience: Double = 5
    ) throws(InputError) {
        self.path = path
        self.policy = policy
        self.patience = patience
        do {
            func open(_ address: String, isSealed: Bool) throws -> DatabaseQueue {
                try Self.open(address, isSealed: isSealed, path: path, patience: patience)
            }
            if try StoreFile.isNew(path, creation: creation) {
                try StoreFile.create(path, open: open(_:isSealed:))
            } else {
                try StoreFile.prepare(path, open: open(_:isSealed:))
            }
            queue = try open(SealedFiles.address(of: path), isSealed: true)
            try StoreFile.fill(queue)
        } catch {
            throw StoreFault.inputError(error, path: path)
        }
    }

    private static func open(
        _ address: String, isSealed: Bool, path: String, patience: Double
    ) throws -> DatabaseQueue {
        var configuration = configuration(path: path, patience: patience)
        if isSealed { configuration.prepareDatabase(SealedFiles.reserve) }
        return try DatabaseQueue(path: address, configuration: configuration)
    }

    /// Writes the file anew without its free pages. A connection of its own has nothing of former pages in memory.
    func rewrite() throws(InputError) {
        do {
            queue.releaseMemory()
            let fresh = try Self.open(SealedFiles.address(of: path), isSealed: true, path: path, patience: patience)
            try fresh.inDatabase { db in
                try db.execute(sql: "PRAGMA secure_delete = ON")
                try db.execute(sql: "VACUUM")
            }
            try fresh.close()
        } catch {
            throw StoreFault.inputError(error, path: path)
        }
    }

    /// The result of a change that is undone.
    func trial<Value>(_ body: (Database) throws -> Value) throws(InputError) -> Value {
        do {
            return try queue.writeWithoutTransaction { db in
                var result: Result<Value, any Error>?
                try db.inTransaction {
                    result = Result { try body(db) }
                    return .rollback
                }
                guard let result else { preconditionFailure("the transaction has run") }
                return try result.get()
            }
        } catch {
            throw StoreFault.inputError(error, path: path)
        }
    }

    private static func configuration(path: String, patience: Double) -> Configuration {
        let defence = StoreDefence(path: path)
        var configuration = Configuration()
        configuration.label = "gaitway store"
        configuration.busyMode = .timeout(patience)
        configuration.prepareDatabase { db in
            try defence.prepare(db)
            // A transaction is complete only when the removal of its journal has reached the disk.
            try db.execute(sql: "PRAGMA synchronous = EXTRA")
        }
        return configuration
    }

    /// Reads one state of the store.
    func read<Value>(_ body: (Database) throws -> Value) throws(InputError) -> Value {
        do { return try queue.read(body) } catch { throw StoreFault.inputError(error, path: path) }
    }

    /// Changes the store in one transaction. The seals of the whole file are checked before the first change.
    func write<Value>(_ body: (Database) throws -> Value) throws(InputError) -> Value {
        do {
            return try queue.write { db in
                if !soundness.isChecked.withLock({ $0 }) {
                    try StoreCheck.seals(db)
                    soundness.isChecked.withLock { $0 = true }
                }
                return try body(db)
            }
        } catch {
            throw StoreFault.inputError(error, path: path)
        }
    }
}
