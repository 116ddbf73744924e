// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// The folders of this process below which no link is followed, as somebody else may have filled them.
///
/// Whatever opens, lists, writes, moves or deletes by a path of this module asks here first. A path below such a folder
/// is opened part by part, and a link or `..` in it is a fault.
package enum ConfinedFolders {
    private static let folders = Mutex<[(path: String, parts: [Substring.UTF8View])]>([])

    /// Follows no link below a folder from now on; the way to the folder itself may lead over links.
    package static func add(_ path: String) {
        let parts = parts(of: path)
        // Below the root lies everything, the system's own files included.
        guard !path.isEmpty, !(parts.isEmpty && isAbsolute(path)) else { return }
        folders.withLock { folders in
            if !folders.contains(where: { $0.path == path }) { folders.append((path, parts)) }
        }
    }

    private static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

    /// The names in a path. Bytes are compared, as a slash with an accent behind it is one character.
    private static func parts(of path: String) -> [Substring.UTF8View] {
        path.utf8.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual([UInt8(ascii: ".")]) }
    }

    /// Whether a path lies below one of the folders.
    package static func contain(_ path: String) -> Bool { split(path) != nil }

    /// The confined folder above a path, and the parts of the path behind it; nil for any other path. How many slashes
    /// are between the parts makes no difference.
    static func split(_ path: String) -> (folder: String, parts: [Substring.UTF8View])? {
        folders.withLock { folders in
            guard !folders.isEmpty else { return nil }
            let parts = parts(of: path)
            let folder = folders.first { folder in
                // Of the relative paths, those of the present folder's own files begin with a dot.
                guard !folder.parts.isEmpty || path.utf8.starts(with: "./".utf8) else { return false }
                return isAbsolute(folder.path) == isAbsolute(path) && folder.parts.count < parts.count
                    && zip(folder.parts, parts).allSatisfy { $0.elementsEqual($1) }
            }
            guard let folder else { return nil }
            return (folder.path, Array(parts.dropFirst(folder.parts.count)))
        }
    }

    /// What an `errno` means for a path.
    static func text(of code: Int32, at path: String) -> String {
        code == ELOOP && contain(path)
            ? "it is a link, or lies behind a link or outside the folder" : String(cString: strerror(code))
    }

    /// What to do about a path behind a link; nil for another `errno` or path.
    static func remedy(for code: Int32, at path: String) -> String? {
        code == ELOOP && contain(path) ? "put the file itself there: links in this folder are not followed" : nil
    }
}

/// The folder of a path below a confined folder, opened without following links, and the name in it.
final class ConfinedPlace {
    let folder: Int32
    let name: String

    /// Nil, with `errno` set, if the path's folder cannot be opened so: `ELOOP` for a link on the way, and for `..`.
    init?(_ folder: String, _ parts: [Substring.UTF8View]) {
        var next = open(folder.systemPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        for part in parts.dropLast() where next >= 0 {
            let name = String(Substring(part))
            let above = next
            next = name == ".." ? -1 : openat(above, name.systemPath, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            let code = next >= 0 ? 0 : name == ".." || Self.isLink(above, name) ? ELOOP : errno
            close(above)
            errno = code
        }
        guard next >= 0, let last = parts.last else { return nil }
        let name = String(Substring(last))
        guard name != ".." else {
            close(next)
            errno = ELOOP
            return nil
        }
        self.folder = next
        self.name = name
    }

    deinit {
        let code = errno
        close(folder)
        errno = code
    }

    /// A path to the same place for what takes paths alone, as long as this value lives.
    var path: String { "/proc/self/fd/\(folder)/\(name)" }

    /// Whether a name in an open folder is that of a link. `errno` stays.
    static func isLink(_ folder: Int32, _ name: String) -> Bool {
        let code = errno
        defer { errno = code }
        var status = stat()
        return fstatat(folder, name.systemPath, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}
