// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What a path leads to, found without opening it.
package struct FileStatus: Sendable, Hashable {
    /// What a path can lead to.
    package enum Kind: Sendable, Hashable {
        /// A regular file.
        case file
        case folder
        /// A symbolic link, where links are not followed.
        case link
        /// A pipe, a socket or a device: its bytes come once, and its length is unknown.
        case stream
    }

    /// What is there.
    package let kind: Kind
    /// Bytes of a regular file, 0 for anything else.
    package let size: Int
    /// When its contents changed last, in nanoseconds since 1970.
    package let modified: Int64
    /// The bits of its permissions.
    package let mode: UInt32
    /// Whether it belongs to the user of this process.
    package let isOwn: Bool
    /// Two paths to the same file or folder have the same identity.
    package let identity: FileIdentity

    /// What is at a path; nil, with `errno` set, if there is nothing or the system refuses to say.
    ///
    /// - Parameter followsLinks: whether a symbolic link stands for its target. Below a confined folder it never does.
    package init?(path: String, followsLinks: Bool = true) {
        var status = stat()
        guard FileCalls.status(path, followsLinks: followsLinks, &status) == 0 else { return nil }
        self.init(status)
    }

    /// What an open descriptor leads to.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .stream
            }
        size = kind == .file ? Int(status.st_size) : 0
        // File systems keep years that 64 bits of nanoseconds do not hold.
        let second = Timestamp(wholeSeconds: Int64(status.st_mtim.tv_sec))
        let range = Int64.min / 2...Int64.max / 2
        modified = min(
            max(second.advanced(byNanoseconds: Int64(status.st_mtim.tv_nsec)).nanoseconds, range.lowerBound),
            range.upperBound)
        mode = status.st_mode & 0o7777
        isOwn = status.st_uid == geteuid()
        identity = FileIdentity(status)
    }
}

/// A file or folder, apart from its paths: two paths to the same file, links included, have the same identity.
package struct FileIdentity: Sendable, Hashable {
    private let device: UInt64
    private let inode: UInt64

    /// What tells it from others on this machine.
    package var text: String { "\(device)-\(inode)" }

    /// The identity of what is at a path, links followed; nil if there is nothing.
    package init?(path: String) {
        guard let status = FileStatus(path: path) else { return nil }
        self = status.identity
    }

    /// The identity of the regular file behind an open descriptor; nil for a pipe or a device.
    package init?(descriptor: Int32) {
        guard let status = FileStatus(descriptor: descriptor), status.kind == .file else { return nil }
        self = status.identity
    }

    fileprivate init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

/// The place of a file that may not exist yet: its folder, links followed, and its name there.
struct FilePlace: Sendable, Hashable {
    let folder: FileIdentity
    let name: [UInt8]

    /// Nil if the folder does not exist.
    init?(_ path: String) {
        let slash = path.lastIndex(of: "/")
        let parent = slash.map { path[..<$0] } ?? "."
        guard let folder = FileIdentity(path: parent.isEmpty ? "/" : String(parent)) else { return nil }
        self.folder = folder
        name = Array((slash.map { path[path.index(after: $0)...] } ?? path[...]).utf8)
    }
}
