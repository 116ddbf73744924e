internal import GRDB
public import MotionTypes
import Synchronization
public import Timeline

/// A timeline that lasts: fixes, activity reports, the visits and moves that follow from them, and what a person corrected,
/// in one SQLite file. STORE.md describes it.
///
/// Each call is one transaction: when it returns, its change is on the disk; when it throws, or the process dies in it, nothing
/// has changed. Several processes may use one file; one that writes makes the others wait.
public struct TimelineDatabase: Sendable {
    /// What to do when there is no file yet.
    public enum Creation: Sendable {
        /// Begin a new store.
        case ifMissing
        /// Throw: there is nothing to read.
        case never
    }

    /// The file.
    public let path: String
    /// The thresholds by which timelines are derived.
    public let policy: TimelinePolicy
    private let queue: DatabaseQueue
    private let soundness = Soundness()

    /// Whether the file has been looked through, which the first change asks for.
    private final class Soundness: Sendable {
        let isChecked = Mutex(false)
    }

    /// Opens a store, and brings one of an older version up to date.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - creation: what to do when it does not exist. An empty file counts as missing.
    ///   - policy: the thresholds of what is derived from now on. If they differ from those of the stored timeline, the next
    ///     change derives all of it again.
    ///   - patience: seconds to wait while another process writes.
    /// - Throws: `InputError`, whose source is `path`, for a file that cannot be opened, is no store, is damaged, is of a newer
    ///   version, or is held by another process. The file is then as it was.
    public init(
        path: String, creation: Creation = .ifMissing, policy: TimelinePolicy = TimelinePolicy(), patience: Double = 5
    ) throws(InputError) {
        self.path = path
        self.policy = policy
        do {
            func open(_ address: String, isSealed: Bool) throws -> DatabaseQueue {
                var configuration = Self.configuration(patience: patience)
                if isSealed { configuration.prepareDatabase(SealedFiles.reserve) }
                return try DatabaseQueue(path: address, configuration: configuration)
            }
            if try !StoreFile.isNew(path, creation: creation) { try StoreFile.prepare(path, open: open(_:isSealed:)) }
            queue = try open(SealedFiles.address(of: path, .sealed), isSealed: true)
            try StoreFile.migrate(queue)
        } catch {
            throw StoreFault.inputError(error, path: path)
        }
    }

    private static func configuration(patience: Double) -> Configuration {
        var configuration = Configuration()
        configuration.label = "gaitway store"
        configuration.busyMode = .timeout(patience)
        configuration.prepareDatabase { db in
            // A transaction counts as done only when its journal's removal has reached the disk, too.
            try db.execute(sql: "PRAGMA synchronous = EXTRA")
        }
        return configuration
    }

    /// Looks at one state of the store.
    func read<Value>(_ body: (Database) throws -> Value) throws(InputError) -> Value {
        do { return try queue.read(body) } catch { throw StoreFault.inputError(error, path: path) }
    }

    /// Changes the store, wholly or not at all. Before the first change the whole file is looked through.
    func write<Value>(_ body: (Database) throws -> Value) throws(InputError) -> Value {
        do {
            return try queue.write { db in
                if !soundness.isChecked.withLock({ $0 }) {
                    try StoreCheck.quick(db)
                    soundness.isChecked.withLock { $0 = true }
                }
                return try body(db)
            }
        } catch {
            throw StoreFault.inputError(error, path: path)
        }
    }
}
