import Glibc
import MotionTypes
import ZipReading

/// Files in folders: of the file system or of an archive, seen alike.
protocol FileTree: Sendable {
    /// What the user called it.
    var name: String { get }
    /// What lies in a folder, which is a path inside the tree, "" for its root.
    func contents(of folder: String) throws(InputError) -> FolderContents
    /// Opens one of its files, unpacked if it is a gzip.
    func open(_ file: String) throws(InputError) -> any ByteSource
    /// Where the bytes of a file or folder are in the file system.
    func path(of inner: String) -> String
}

extension FileTree {
    /// What a path inside the tree is called.
    func name(of path: String) -> String {
        path.isEmpty ? name : name.hasSuffix("/") ? name + path : name + "/" + path
    }
}

/// What lies in one folder, by name; what is hidden is left out.
struct FolderContents {
    struct File {
        var name: String
        /// Bytes, unpacked as far as that is known.
        var size: Int
    }

    var files: [File] = []
    var folders: [String] = []
    /// What is neither: a pipe or a device, which is never opened.
    var others: [String] = []
    /// Which folder of the file system it is, whatever links led there; nil in an archive, which has no links.
    var identity: [UInt64]?

    fileprivate mutating func sort() {
        files.sort { $0.name < $1.name }
        folders.sort()
        others.sort()
    }
}

/// A folder of the file system.
///
/// Glibc's `opendir` is used, since Foundation's file manager would be the target's only reason to import it.
struct FolderTree: FileTree {
    let name: String

    /// Whether there is a folder at `path`.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Which folders lie above the one at `path`.
    static func identities(above path: String) -> Set<[UInt64]> {
        guard let real = realpath(path, nil) else { return [] }
        defer { free(real) }
        var parts = String(cString: real).split(separator: "/")
        var identities: Set<[UInt64]> = []
        var status = stat()
        while parts.popLast() != nil {
            guard stat("/" + parts.joined(separator: "/"), &status) == 0 else { continue }
            identities.insert([UInt64(status.st_dev), UInt64(status.st_ino)])
        }
        return identities
    }

    func contents(of folder: String) throws(InputError) -> FolderContents {
        let path = name(of: folder)
        guard let stream = opendir(path) else {
            throw InputError(
                .unreadable, source: path, problem: "cannot list the folder: \(String(cString: strerror(errno)))")
        }
        defer { closedir(stream) }
        var contents = FolderContents()
        var status = stat()
        if fstat(dirfd(stream), &status) == 0 { contents.identity = [UInt64(status.st_dev), UInt64(status.st_ino)] }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            // A link that leads nowhere counts as a file: opening it tells what is wrong.
            let isThere = fstatat(dirfd(stream), name, &status, 0) == 0
            switch status.st_mode & S_IFMT {
            case S_IFDIR where isThere: contents.folders.append(name)
            case S_IFREG where isThere: contents.files.append(.init(name: name, size: Int(status.st_size)))
            default:
                if isThere { contents.others.append(name) } else { contents.files.append(.init(name: name, size: 0)) }
            }
        }
        contents.sort()
        return contents
    }

    func path(of inner: String) -> String { name(of: inner) }

    func open(_ file: String) throws(InputError) -> any ByteSource {
        let path = name(of: file)
        return try DescriptorSource(path: path).unpacked(name: path)
    }
}

/// The files of a zip.
struct ArchiveTree: FileTree {
    let name: String
    private let archive: ZipArchive
    private let entries: [String: ZipEntry]
    private let folders: [String: FolderContents]

    init(_ archive: ZipArchive, name: String) {
        self.name = name
        self.archive = archive
        var entries: [String: ZipEntry] = [:]
        var folders: [String: FolderContents] = ["": FolderContents()]
        for entry in archive.entries {
            let parts = entry.name.split(separator: "/").map(String.init)
            guard let last = parts.last, !parts.contains(where: { $0.hasPrefix(".") || $0 == "__MACOSX" }) else {
                continue
            }
            var folder = ""
            for part in parts.dropLast() {
                let inner = folder.isEmpty ? part : folder + "/" + part
                if folders[inner] == nil {
                    folders[folder, default: FolderContents()].folders.append(part)
                    folders[inner] = FolderContents()
                }
                folder = inner
            }
            folders[folder, default: FolderContents()].files.append(.init(name: last, size: entry.uncompressedSize))
            entries[folder.isEmpty ? last : folder + "/" + last] = entry
        }
        self.entries = entries
        self.folders = folders.mapValues { contents in
            var sorted = contents
            sorted.sort()
            return sorted
        }
    }

    func contents(of folder: String) throws(InputError) -> FolderContents {
        guard let contents = folders[folder] else { throw missing(folder) }
        return contents
    }

    func open(_ file: String) throws(InputError) -> any ByteSource {
        guard let entry = entries[file] else { throw missing(file) }
        return try ZipEntrySource(archive.reader(for: entry)).unpacked(name: name(of: file))
    }

    func path(of inner: String) -> String { name }

    /// Whether there is a file of that path.
    func hasFile(_ path: String) -> Bool { entries[path] != nil }

    private func missing(_ path: String) -> InputError {
        InputError(.unreadable, source: name(of: path), problem: "the folder or archive has no such file")
    }
}

/// The inflated bytes of an entry of a zip.
private final class ZipEntrySource: ByteSource {
    let isLive = false
    private let reader: ZipEntryReader
    private var block = [UInt8](repeating: 0, count: 1 << 16)
    /// The bytes of the block that are still to be handed out.
    private var waiting = 0..<0

    init(_ reader: ZipEntryReader) { self.reader = reader }

    func read(into buffer: inout [UInt8], at offset: Int) throws(InputError) -> Int {
        guard offset < buffer.count else { return 0 }
        if waiting.isEmpty { waiting = 0..<(try reader.read(into: &block)) }
        let count = min(waiting.count, buffer.count - offset)
        buffer.replaceSubrange(offset..<offset + count, with: block[waiting.prefix(count)])
        waiting = waiting.dropFirst(count)
        return count
    }
}
