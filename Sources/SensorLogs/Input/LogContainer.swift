import Glibc
import MotionTypes
import TextFormats
import ZipReading

/// The files of one recording: a folder, a zip, or both seen alike.
protocol LogContainer {
    /// What the user called it.
    var name: String { get }
    /// The paths of its files, relative to it.
    var files: [String] { get }
    /// The logger, if the container's kind tells it.
    var logger: Logger? { get }
    /// Opens one of its files.
    func open(_ file: String) throws(InputError) -> any ByteSource
}

extension LogContainer {
    var logger: Logger? { nil }
}

/// A folder of the file system, with its folder `meta`.
///
/// Glibc's `opendir` is used, since Foundation's file manager would be the target's only reason to import it.
struct FolderContainer: LogContainer {
    let name: String
    let files: [String]

    /// Lists the folder at `path`; throws `unreadable` if that fails.
    init(path: String) throws(InputError) {
        name = path
        guard let names = Self.list(path) else {
            throw InputError(.unreadable, source: path, problem: "cannot list the folder")
        }
        var files: [String] = []
        for entry in names {
            if entry.lowercased() == "meta", let inner = Self.list(path + "/" + entry) {
                files += inner.map { entry + "/" + $0 }
            } else {
                files.append(entry)
            }
        }
        self.files = files.sorted()
    }

    func open(_ file: String) throws(InputError) -> any ByteSource { try DescriptorSource(path: name + "/" + file) }

    private static func list(_ path: String) -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    /// Whether there is a folder at `path`.
    static func exists(_ path: String) -> Bool {
        guard let folder = opendir(path) else { return false }
        closedir(folder)
        return true
    }
}

/// The files of a zip: those of the folder nearest to its root that holds tables, and that folder's `meta`.
struct ZipContainer: LogContainer {
    let name: String
    let files: [String]
    private let archive: ZipArchive
    private let entries: [String: ZipEntry]

    init(path: String) throws(InputError) {
        try self.init(archive: ZipArchive(path: path), name: path)
    }

    /// - Throws: `unsupported` for an archive of another kind.
    init(archive: ZipArchive, name: String) throws(InputError) {
        if let foreign = ForeignFile(paths: archive.entries.lazy.map(\.name)) { throw foreign.error(source: name) }
        self.name = name
        self.archive = archive
        var folders: [String: Int] = [:]
        for entry in archive.entries where LogFile(entry.name).isTable {
            let folder = Self.folder(of: entry.name)
            if folder.hasSuffix("meta/") || folder.contains("__MACOSX") { continue }
            folders[folder] = folder.split(separator: "/").count
        }
        let root = folders.min { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? ""
        var entries: [String: ZipEntry] = [:]
        for entry in archive.entries where entry.name.hasPrefix(root) && !entry.name.hasSuffix("/") {
            entries[String(entry.name.dropFirst(root.count))] = entry
        }
        self.entries = entries
        files = entries.keys.sorted()
    }

    func open(_ file: String) throws(InputError) -> any ByteSource {
        guard let entry = entries[file] else {
            throw InputError(.unreadable, source: name + "/" + file, problem: "the folder or archive has no such file")
        }
        return ZipEntrySource(try archive.reader(for: entry))
    }

    private static func folder(of name: String) -> String {
        guard let slash = name.lastIndex(of: "/") else { return "" }
        return String(name[...slash])
    }
}

/// The inflated bytes of an entry of a zip.
private final class ZipEntrySource: ByteSource {
    let isLive = false
    private let reader: ZipEntryReader
    private var block = [UInt8](repeating: 0, count: 1 << 16)

    init(_ reader: ZipEntryReader) { self.reader = reader }

    func read(into buffer: inout [UInt8], at offset: Int) throws(InputError) -> Int {
        let room = buffer.count - offset
        guard room > 0 else { return 0 }
        if room < block.count { block = [UInt8](repeating: 0, count: room) }
        let count = try reader.read(into: &block)
        buffer.replaceSubrange(offset..<offset + count, with: block[0..<count])
        return count
    }
}

/// A file's name, taken apart.
struct LogFile {
    /// The path inside its folder.
    let path: String
    /// Letters and digits of the name, lower case, without extension and folder.
    let stem: String
    private let ending: String

    init(_ path: String) {
        self.path = path
        let name = path.split(separator: "/").last.map(String.init) ?? path
        var base = name
        var ending = ""
        if let dot = name.lastIndex(of: "."), dot != name.startIndex {
            base = String(name[..<dot])
            ending = name[name.index(after: dot)...].lowercased()
        }
        self.ending = ending
        stem = String(base.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// What stands behind a prefix of the ride's own, lower case: `acc` of `20210816_Acc.csv`. Nil without a prefix, and where that may
    /// name another sensor, as in `linear_acc.csv`.
    var nameBehindPrefix: String? {
        let name = path.split(separator: "/").last?.lowercased() ?? ""
        let words = name.dropLast(ending.isEmpty ? 0 : ending.count + 1).split { $0 == "_" || $0 == "-" }
        let kinds = ["lin", "grav", "user", "watch", "total", "uncal", "raw", "mag"]
        guard words.count > 1, let last = words.last else { return nil }
        let isOfItsOwn = words.dropLast().allSatisfy { word in !kinds.contains { word.contains($0) } }
        return isOfItsOwn ? String(last) : nil
    }
    /// Whether the file may be a table of text.
    var isTable: Bool { ["csv", "txt", "tsv", "tab", "log", "dat"].contains(ending) }
    /// Whether the file lies in a folder of its own.
    var isInFolder: Bool { path.contains("/") }
}
