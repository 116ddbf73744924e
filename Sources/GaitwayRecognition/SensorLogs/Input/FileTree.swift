// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Files in folders of the file system or of an archive.
protocol FileTree: Sendable {
    /// Its name from the user.
    var name: String { get }
    /// The contents of a folder, a path inside the tree, "" for its root.
    func contents(of folder: String) throws(InputError) -> FolderContents
    /// Opens one of its files, unpacked if it is a gzip.
    func open(_ file: String) throws(InputError) -> any ByteSource
    /// The path of a file or folder in the file system, or of its archive.
    func path(of inner: String) -> String
}

extension FileTree {
    /// The full name of a path inside the tree.
    func name(of path: String) -> String { path.isEmpty ? name : name.hasSuffix("/") ? name + path : name + "/" + path }
}

/// The contents of one folder by name, without hidden files.
struct FolderContents {
    struct File {
        var name: String
        /// Bytes, unpacked if that size is known.
        var size: Int
    }

    var files: [File] = []
    var folders: [String] = []
    /// Pipes and devices, which are never opened.
    var others: [String] = []
    /// What cannot be reached: links that are not followed.
    var faults: [InputError] = []
    /// The identity of the folder, to detect loops of links; nil in an archive, which has no links.
    var identity: FileIdentity?

    fileprivate var sorted: FolderContents {
        var copy = self
        copy.files.sort { $0.name < $1.name }
        copy.folders.sort()
        copy.others.sort()
        return copy
    }
}

struct FolderTree: FileTree {
    let name: String

    func contents(of folder: String) throws(InputError) -> FolderContents {
        let path = name(of: folder)
        let listing = try FolderListing(path: path)
        var contents = FolderContents()
        contents.identity = listing.identity
        for name in listing.names where !name.hasPrefix(".") {
            let status = FileStatus(path: path + "/" + name)
            switch status?.kind {
            case .folder: contents.folders.append(name)
            case .stream: contents.others.append(name)
            case .link: contents.faults.append(.link(at: path + "/" + name))
            // A broken link counts as a file; opening it gives the error.
            case .file, nil: contents.files.append(.init(name: name, size: status?.size ?? 0))
            }
        }
        return contents
    }

    func path(of inner: String) -> String { name(of: inner) }

    func open(_ file: String) throws(InputError) -> any ByteSource {
        let path = name(of: file)
        return try InputFile(path: path).unpacked(name: path)
    }
}

/// The files of a zip.
struct ArchiveTree: FileTree {
    let name: String
    private let archive: ZipArchive
    private let entries: [String: ZipEntry]
    /// The sheets of a workbook, by the names that they have as files.
    private var sheets: [String: [UInt8]] = [:]
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
            // A search stops at folders that are deeper, and says so.
            for part in parts.dropLast().prefix(LogSearch.deepest + 1) {
                let inner = folder.isEmpty ? part : folder + "/" + part
                if folders[inner] == nil {
                    folders[folder, default: FolderContents()].folders.append(part)
                    folders[inner] = FolderContents()
                }
                folder = inner
            }
            guard parts.count <= LogSearch.deepest + 2 else { continue }
            folders[folder, default: FolderContents()].files.append(.init(name: last, size: entry.uncompressedSize))
            entries[folder.isEmpty ? last : folder + "/" + last] = entry
        }
        self.entries = entries
        self.folders = folders.mapValues(\.sorted)
    }

    /// The sheets of a workbook as tables. phyphox's sheets of clocks and devices lie in its folder `meta`.
    init(workbook archive: ZipArchive, name: String) throws(InputError) {
        self.name = name
        self.archive = archive
        entries = [:]
        var folders: [String: FolderContents] = ["": FolderContents()]
        for sheet in try Workbook(archive).sheets {
            let isMeta = sheet.name.hasPrefix("Metadata ")
            let folder = isMeta ? "meta" : ""
            let file = (isMeta ? sheet.name.dropFirst(9).lowercased() : sheet.name.replacing("/", with: "_")) + ".csv"
            if isMeta, folders[folder] == nil { folders["", default: FolderContents()].folders.append(folder) }
            folders[folder, default: FolderContents()].files.append(.init(name: file, size: sheet.rows.count))
            sheets[folder.isEmpty ? file : folder + "/" + file] = sheet.rows
        }
        self.folders = folders.mapValues(\.sorted)
    }

    func contents(of folder: String) throws(InputError) -> FolderContents {
        guard let contents = folders[folder] else { throw missing(folder) }
        return contents
    }

    func open(_ file: String) throws(InputError) -> any ByteSource {
        if let rows = sheets[file] { return MemorySource(rows) }
        guard let entry = entries[file] else { throw missing(file) }
        return try ZipEntrySource(archive.reader(for: entry)).unpacked(name: name(of: file))
    }

    func path(of inner: String) -> String { name }

    func hasFile(_ path: String) -> Bool { entries[path] != nil || sheets[path] != nil }

    private func missing(_ path: String) -> InputError {
        .unreadable("the folder or archive has no such file", remedy: "check its name", source: name(of: path))
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
