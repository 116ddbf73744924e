import Glibc

/// Folders for results.
enum OutputFolder {
    /// Makes a folder, with those above it, unless it exists.
    static func create(_ path: String) throws {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += (made.isEmpty || made.hasSuffix("/") ? "" : "/") + part
            if mkdir(made, 0o755) != 0, errno != EEXIST { throw OutputError(path: made, code: errno) }
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw OutputError(path: path, code: ENOTDIR)
        }
    }
}

/// File names for logs, each given out once.
struct UniqueNames {
    private var given: Set<String> = []

    /// A name from the last part of the log's path, with a number when it was given out before.
    mutating func name(for log: String) -> String {
        let last = log == "-" ? "stdin" : log.split(separator: "/").last.map(String.init) ?? "log"
        var name = last
        var number = 1
        while !given.insert(name).inserted {
            number += 1
            name = "\(last)-\(number)"
        }
        return name
    }
}
