// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Folders for results.
package enum OutputFolder {
    /// Checks, without making anything, that files can be made in a folder, which may not exist yet.
    package static func check(_ path: String) throws(OutputError) {
        guard !path.isEmpty else {
            throw OutputError(path: "\"\"", problem: "is not the name of a folder", remedy: "name one")
        }
        var existing = path
        while true {
            if let status = FileStatus(path: existing) {
                guard status.kind == .folder else {
                    throw OutputError(path: path, problem: "\(existing) is not a folder", remedy: "give another folder")
                }
                guard access(existing.systemPath, W_OK | X_OK) == 0 else { throw OutputError(path: path, code: errno) }
                return
            }
            guard errno == ENOENT else { throw OutputError(path: path, code: errno) }
            existing = parent(of: existing)
        }
    }

    /// Makes a folder and those above it, unless they exist.
    package static func create(_ path: String) throws(OutputError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += (made.isEmpty || made.hasSuffix("/") ? "" : "/") + part
            if FileCalls.makeFolder(made, mode: 0o777) != 0, errno != EEXIST {
                throw OutputError(path: made, code: errno)
            }
        }
        let kind = FileStatus(path: path)?.kind
        guard kind == .folder else { throw OutputError(path: path, code: kind == .link ? ELOOP : ENOTDIR) }
    }

    /// Makes a new folder in another, with a number behind its name if that is taken, and returns its path. Only its
    /// owner can enter it if `isPrivate`.
    package static func createNew(
        in folder: String, name: String, isPrivate: Bool = false
    ) throws(OutputError) -> String {
        try create(folder)
        var path = folder + "/" + name
        var number = 1
        while FileCalls.makeFolder(path, mode: isPrivate ? 0o700 : 0o777) != 0 {
            guard errno == EEXIST, number < 100_000 else { throw OutputError(path: path, code: errno) }
            number += 1
            path = folder + "/" + name + "-\(number)"
        }
        return path
    }

    /// Has the names in a folder written to the disk, as after a rename.
    ///
    /// - Returns: nil, or the `errno` of a disk that failed. On a file system that cannot do it, nil.
    @discardableResult
    package static func sync(_ path: String) -> Int32? {
        let descriptor = FileCalls.open(path, O_RDONLY | O_DIRECTORY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return fsync(descriptor) != 0 && errno == EIO ? EIO : nil
    }

    private static func parent(of path: String) -> String {
        let parts = path.split(separator: "/")
        let above = parts.dropLast().joined(separator: "/")
        return path.hasPrefix("/") ? "/" + above : above.isEmpty ? "." : above
    }
}
