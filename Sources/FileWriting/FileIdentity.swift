import Glibc

/// What a path leads to, whatever it is called: two paths, links included, to the same file have the same identity.
package struct FileIdentity: Sendable, Hashable {
    private let device: UInt64
    private let inode: UInt64

    /// What is at the end of a path, links followed; nil if there is nothing.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// What an open descriptor leads to; nil unless that is a regular file.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

/// The files that a command reads: what it must not write to.
package struct InputFiles: Sendable {
    private var identities: Set<FileIdentity> = []

    /// No files.
    package init() {}

    /// Adds a file, or a folder, links followed; `-` is what standard input comes from. What does not exist is left to whoever
    /// reads it.
    ///
    /// - Parameter withContents: whether all that lies below a folder is added, too.
    package mutating func add(_ path: String, withContents: Bool = true) {
        guard path != "-" else {
            if let identity = FileIdentity(descriptor: STDIN_FILENO) { identities.insert(identity) }
            return
        }
        // What was seen already is not entered again, so that a loop of links has an end.
        guard let identity = FileIdentity(path: path), identities.insert(identity).inserted, withContents,
            let names = FolderNames.list(path)
        else { return }
        for name in names { add(path + "/" + name) }
    }

    /// Whether a path leads to one of them.
    package func contains(_ path: String) -> Bool { FileIdentity(path: path).map(identities.contains) ?? false }
}

/// The names of what lies in a folder.
enum FolderNames {
    /// Nil when there is no folder at `path`, or it cannot be listed.
    static func list(_ path: String) -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
