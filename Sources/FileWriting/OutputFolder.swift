import Glibc

/// Folders for results.
package enum OutputFolder {
    /// Checks without making anything that files can be made in a folder, which may not exist yet.
    package static func check(_ path: String) throws(OutputError) {
        guard !path.isEmpty else { throw OutputError(path: "\"\"", problem: "is no name of a folder") }
        var existing = path
        while true {
            var status = stat()
            if stat(existing, &status) == 0 {
                guard status.st_mode & S_IFMT == S_IFDIR else {
                    throw OutputError(path: path, problem: "\(existing) is no folder", remedy: "give another folder")
                }
                guard access(existing, W_OK | X_OK) == 0 else { throw OutputError(path: path, code: errno) }
                return
            }
            guard errno == ENOENT else { throw OutputError(path: path, code: errno) }
            existing = parent(of: existing)
        }
    }

    /// Makes a folder, with those above it, unless it exists.
    package static func create(_ path: String) throws(OutputError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += (made.isEmpty || made.hasSuffix("/") ? "" : "/") + part
            if mkdir(made, 0o777) != 0, errno != EEXIST { throw OutputError(path: made, code: errno) }
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw OutputError(path: path, code: ENOTDIR)
        }
    }

    private static func parent(of path: String) -> String {
        let parts = path.split(separator: "/")
        let above = parts.dropLast().joined(separator: "/")
        return path.hasPrefix("/") ? "/" + above : above.isEmpty ? "." : above
    }
}
