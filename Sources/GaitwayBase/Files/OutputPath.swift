// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The destination of a result, links followed: what is there, and whether it can be written.
struct OutputPath {
    /// What is at the end of the path.
    enum Kind: Equatable {
        /// Nothing; a file will be made.
        case missing
        /// A regular file, with its permissions and its owner.
        case file(mode: mode_t, owner: uid_t, group: gid_t)
        /// A pipe, a device or a socket.
        case special
        /// An open descriptor of this process, such as `/dev/stdout`.
        case descriptor(Int32)
    }

    /// As the user named it.
    let path: String
    /// The file that is made or replaced: the path behind all links.
    let target: String
    let kind: Kind
    /// Holds the target's folder open if the path lies below a confined folder.
    private let place: ConfinedPlace?

    /// - Throws: `OutputError` for a folder, a loop of links, and a path that may not be examined.
    init(_ path: String) throws(OutputError) {
        self.path = path
        guard !path.isEmpty else {
            throw OutputError(path: "\"\"", problem: "is not the name of a file", remedy: "name one")
        }
        if let number = Self.descriptor(path) {
            (target, kind, place) = (path, .descriptor(number), nil)
            return
        }
        if let (folder, parts) = ConfinedFolders.split(path) {
            guard let place = ConfinedPlace(folder, parts) else { throw OutputError(path: path, code: errno) }
            guard FileStatus(path: path)?.kind != .link else { throw OutputError(path: path, code: ELOOP) }
            (target, self.place) = (place.path, place)
        } else {
            (target, place) = (try Self.followed(path), nil)
        }
        var status = stat()
        guard stat(target.systemPath, &status) == 0 else {
            guard errno == ENOENT else { throw OutputError(path: path, code: errno) }
            guard !path.hasSuffix("/") else { throw OutputError(path: path, code: EISDIR) }
            kind = .missing
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw OutputError(path: path, problem: "is a folder", remedy: "give the name of a file")
        case S_IFREG: kind = .file(mode: status.st_mode & 0o7777, owner: status.st_uid, group: status.st_gid)
        // Opening a pipe that somebody put there could wait for ever.
        case _ where place != nil: throw OutputError(path: path, problem: "is not a file", remedy: "remove it")
        default: kind = .special
        }
    }

    /// The folder that the file is made in.
    var folder: String {
        guard let slash = target.lastIndex(of: "/") else { return "." }
        return slash == target.startIndex ? "/" : String(target[..<slash])
    }

    /// Checks, without opening anything, that it can be written.
    func checkAccess() throws(OutputError) {
        switch kind {
        case .descriptor: return
        case .special, .file: if access(target.systemPath, W_OK) != 0 { throw OutputError(path: path, code: errno) }
        case .missing: break
        }
        guard kind != .special else { return }
        guard let status = FileStatus(path: folder) else {
            guard errno == ENOENT else { throw OutputError(path: path, code: errno) }
            throw OutputError(
                path: path, problem: "cannot be written: the folder \(folder) does not exist", remedy: "make it first")
        }
        guard status.kind == .folder else { throw OutputError(path: path, code: ENOTDIR) }
        guard access(folder.systemPath, W_OK | X_OK) == 0 else { throw OutputError(path: path, code: errno) }
    }

    /// The number of a descriptor that a path names.
    private static func descriptor(_ path: String) -> Int32? {
        if path == "/dev/stdout" { return STDOUT_FILENO }
        if path == "/dev/stderr" { return STDERR_FILENO }
        for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
            return Int32(path.dropFirst(folder.count), in: .any)
        }
        return nil
    }

    /// The path with links in its last part followed, also if there is no file yet.
    private static func followed(_ path: String) throws(OutputError) -> String {
        var result = path
        for _ in 0..<40 {
            guard FileStatus(path: result, followsLinks: false)?.kind == .link else { return result }
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(result.systemPath, &bytes, bytes.count)
            guard count >= 0 else { throw OutputError(path: path, code: errno) }
            let link = ForeignName.text(bytes.prefix(count).map { UInt8(bitPattern: $0) })
            guard !link.hasPrefix("/"), let slash = result.lastIndex(of: "/") else {
                result = link
                continue
            }
            result = result[...slash] + link
        }
        throw OutputError(path: path, code: ELOOP)
    }
}
