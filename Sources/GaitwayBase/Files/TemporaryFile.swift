// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A new file beside a target, which is written before it takes the target's place.
///
/// Its name follows from the target's, and it is locked while it is open. So the next writer to the target recognises a
/// file that a killed process left: it has no lock.
struct TemporaryFile {
    let name: String
    let descriptor: Int32
    /// Where a signal's handler finds the name; nil if it does not.
    private let slot: Int?

    /// The most files that are written for one target at the same time.
    private static let most = 1000

    /// Makes the file, and removes those without a lock.
    static func make(beside target: OutputPath, mode: mode_t) throws(OutputError) -> TemporaryFile {
        var number = 0
        while true {
            let name = Self.name(for: target, number)
            let slot = TemporaryNames.watch(name)
            let descriptor = open(name.systemPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            if descriptor >= 0, lock(descriptor, name) {
                if let slot { TemporaryNames.own(slot, descriptor) }
                removeUnlocked(for: target, from: number + 1)
                return TemporaryFile(name: name, descriptor: descriptor, slot: slot)
            }
            let code = errno
            if let slot { TemporaryNames.forget(slot) }
            // Another writer may have removed it before it had its lock.
            guard descriptor < 0 else {
                close(descriptor)
                continue
            }
            guard code == EEXIST, number < Self.most else { throw OutputError(path: target.path, code: code) }
            if !UnlockedFile.remove(name.systemPath) { number += 1 }
        }
    }

    private static func removeUnlocked(for target: OutputPath, from number: Int) {
        var number = number
        while number < most, case let name = name(for: target, number), access(name.systemPath, F_OK) == 0 {
            _ = UnlockedFile.remove(name.systemPath)
            number += 1
        }
    }

    /// Lets a signal's handler leave the name alone.
    func forget() { if let slot { TemporaryNames.forget(slot) } }

    /// It begins with a dot, so that it is not mistaken for a result. A hash of the target's name (FNV-1a) fits where
    /// the name and an ending would be too long.
    static func name(for target: OutputPath, _ number: Int) -> String {
        let last = target.target.split(separator: "/").last ?? ""
        let hash = last.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let folder = target.folder == "/" ? "" : target.folder
        return folder + "/.gaitway-\(String(hash, radix: 16))-\(number).tmp"
    }

    /// Locks the file, and returns whether it still has its name. On a file system without locks it counts as locked.
    private static func lock(_ descriptor: Int32, _ name: String) -> Bool {
        while flock(descriptor, LOCK_EX) != 0 {
            if errno != EINTR { return true }
        }
        return UnlockedFile.isNamed(descriptor, name.systemPath)
    }
}

/// Files that no process has locked. A signal's handler may call these functions.
enum UnlockedFile {
    /// Removes such a file.
    ///
    /// - Returns: whether its name is free, or was a moment ago.
    static func remove(_ name: UnsafePointer<CChar>) -> Bool {
        let descriptor = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == ENOENT }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
        // Another may have removed it first, and made the next.
        return !isNamed(descriptor, name) || unlink(name) == 0
    }

    /// Whether a name leads to the open file.
    static func isNamed(_ descriptor: Int32, _ name: UnsafePointer<CChar>) -> Bool {
        var open = stat()
        var named = stat()
        return fstat(descriptor, &open) == 0 && lstat(name, &named) == 0 && open.st_ino == named.st_ino
            && open.st_dev == named.st_dev
    }
}
