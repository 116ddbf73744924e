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

/// Where a file is that may not exist yet: its folder, links followed, and its name there.
struct FilePlace: Sendable, Hashable {
    let folder: FileIdentity
    let name: Substring

    /// Nil where there is no such folder.
    init?(_ path: String) {
        let slash = path.lastIndex(of: "/")
        let parent = slash.map { path[..<$0] } ?? "."
        guard let folder = FileIdentity(path: parent.isEmpty ? "/" : String(parent)) else { return nil }
        self.folder = folder
        name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    }
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
