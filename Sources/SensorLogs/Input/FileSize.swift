import Glibc

/// How long files are.
enum FileSize {
    /// Bytes of a regular file; 0 for what is none.
    static func of(_ path: String) -> Int {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
        return Int(status.st_size)
    }
}
