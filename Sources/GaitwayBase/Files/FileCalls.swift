// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The system's calls for a path. They return what the system does, with `errno`. Below a confined folder they follow
/// no links.
package enum FileCalls {
    /// Calls `body` with an open folder and a name in it, or with a path as it is.
    private static func at(_ path: String, _ body: (_ folder: Int32, _ name: String, _ noLinks: Int32) -> Int32)
        -> Int32
    {
        guard let (folder, parts) = ConfinedFolders.split(path) else { return body(AT_FDCWD, path, 0) }
        guard let place = ConfinedPlace(folder, parts) else { return -1 }
        return withExtendedLifetime(place) { body(place.folder, place.name, O_NOFOLLOW) }
    }

    /// A descriptor that closes itself in programs that this one starts; -1 if the file cannot be opened.
    package static func open(_ path: String, _ flags: Int32, mode: UInt32 = 0) -> Int32 {
        at(path) { folder, name, noLinks in
            let descriptor = openat(folder, name.systemPath, flags | noLinks | O_CLOEXEC, mode)
            guard descriptor < 0, noLinks != 0, errno == ENOTDIR else { return descriptor }
            // A link where a folder is asked for.
            errno = ConfinedPlace.isLink(folder, name) ? ELOOP : ENOTDIR
            return -1
        }
    }

    static func status(_ path: String, followsLinks: Bool, _ status: inout stat) -> Int32 {
        var found = stat()
        let result = at(path) { folder, name, noLinks in
            fstatat(folder, name.systemPath, &found, followsLinks && noLinks == 0 ? 0 : AT_SYMLINK_NOFOLLOW)
        }
        status = found
        return result
    }

    static func makeFolder(_ path: String, mode: mode_t) -> Int32 {
        at(path) { folder, name, _ in mkdirat(folder, name.systemPath, mode) }
    }

    static func remove(_ path: String) -> Int32 { at(path) { folder, name, _ in unlinkat(folder, name.systemPath, 0) } }

    static func rename(_ path: String, to target: String) -> Int32 {
        at(path) { folder, name, _ in
            at(target) { other, new, _ in renameat(folder, name.systemPath, other, new.systemPath) }
        }
    }

    /// Gives a file a second name, which must be free.
    static func link(_ path: String, to target: String) -> Int32 {
        at(path) { folder, name, _ in
            at(target) { other, new, _ in linkat(folder, name.systemPath, other, new.systemPath, 0) }
        }
    }
}
