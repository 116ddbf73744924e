// SPDX-License-Identifier: Apache-2.0
import GRDBSQLite
import Glibc
import Synchronization

/// The system call at which this process kills itself, so that a test chooses where in a transaction a writer dies.
///
/// SQLite lets a program replace the system calls of its files. Ours do what they did, until the fatal one.
enum FatalCall {
    /// What SQLite does to a file.
    enum Kind: String, Sendable {
        /// Writes to the journal: what the file held before.
        case journal
        /// Writes to the store itself, once the journal is on the disk.
        case store
        /// Removes the journal, which confirms the transaction.
        case removal
        /// Writes to a new store that has no name yet.
        case creation
    }

    private struct Plan {
        /// The end of the store's path.
        var name: String
        var kind: Kind
        /// How many calls of that kind are left, the fatal one included.
        var left: Int
    }

    private static let plan = Mutex<Plan?>(nil)

    /// Plans the death at the call of a number, from 1, on the files of a store. A write gets half of its bytes into
    /// the file first.
    static func set(_ kind: Kind, number: Int, store: String) {
        let name = "/" + (store.split(separator: "/").last ?? "")
        plan.withLock { $0 = Plan(name: name, kind: kind, left: number) }
        guard let files = sqlite3_vfs_find(nil), let replace = files.pointee.xSetSystemCall,
            let find = files.pointee.xGetSystemCall
        else { fail("this SQLite has no system calls to replace") }
        // Which of these writes, depends on how SQLite was compiled.
        let write: @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int = { file, bytes, count in
            FatalCall.write(file, bytes, count) { Glibc.write(file, bytes, $0) }
        }
        let positioned: @convention(c) (Int32, UnsafeRawPointer?, Int, Int) -> Int = { file, bytes, count, offset in
            FatalCall.write(file, bytes, count) { Glibc.pwrite(file, bytes, $0, offset) }
        }
        let remove: @convention(c) (UnsafePointer<CChar>?) -> Int32 = { path in
            guard let path else { return -1 }
            if FatalCall.isReached(by: String(cString: path), isRemoval: true) { FatalCall.die() }
            return Glibc.unlink(path)
        }
        for (name, call) in [
            ("write", unsafeBitCast(write, to: sqlite3_syscall_ptr.self)),
            ("pwrite", unsafeBitCast(positioned, to: sqlite3_syscall_ptr.self)),
            ("pwrite64", unsafeBitCast(positioned, to: sqlite3_syscall_ptr.self)),
            ("unlink", unsafeBitCast(remove, to: sqlite3_syscall_ptr.self)),
        ] where find(files, name) != nil {
            guard replace(files, name, call) == SQLITE_OK else { fail("SQLite keeps its \(name)") }
        }
    }

    /// Writes, or writes one half and dies.
    private static func write(
        _ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ call: (Int) -> Int
    ) -> Int {
        guard isReached(by: path(of: file), isRemoval: false) else { return call(count) }
        _ = call(count / 2)
        die()
    }

    /// Counts a call on a file, and tells whether it is the fatal one.
    private static func isReached(by path: String, isRemoval: Bool) -> Bool {
        plan.withLock { plan in
            guard let name = plan?.name else { return false }
            // SQLite has files of its own besides, which do not bear the store's name.
            let kind: Kind
            if path.hasSuffix(name + "-journal") {
                kind = isRemoval ? .removal : .journal
            } else if path.hasSuffix(name), !isRemoval {
                kind = .store
            } else if path.hasSuffix(".tmp"), !isRemoval {
                kind = .creation
            } else {
                return false
            }
            guard plan?.kind == kind else { return false }
            plan?.left -= 1
            return plan?.left == 0
        }
    }

    private static func path(of file: Int32) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(file)", &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func die() -> Never {
        kill(getpid(), SIGKILL)
        while true { pause() }
    }

    private static func fail(_ problem: String) -> Never {
        StoreWriter.say("StoreWriter: \(problem)")
        exit(1)
    }
}
