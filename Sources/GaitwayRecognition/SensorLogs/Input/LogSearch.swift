// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Searches the paths of a user for logs: files, folders and zips, and zips in folders.
///
/// Nothing is dropped silently: each file is a log, a fault, or listed as left alone. They are in the order of their
/// names.
package struct LogSearch: Sendable {
    package private(set) var logs: [FoundLog] = []
    /// The paths that could not be searched.
    package private(set) var faults: [InputError] = []
    /// The files whose names are not those of logs, by the path that the user would give.
    package private(set) var leftAlone: [String] = []

    /// The folders that links lead back to: they were searched already, or lie above.
    package private(set) var repeated: [String] = []
    /// The folders for results, which were not searched.
    package private(set) var excepted: [String] = []

    /// The greatest depth of folders; deeper ones are a fault.
    static let deepest = 64

    private var seen: Set<FileIdentity> = []

    /// Searches paths one after the other. Paths that cannot be searched are among the faults.
    ///
    /// - Parameters:
    ///   - paths: files, folders and zips; `-` is standard input. A path may lead into a zip.
    ///   - folder: a folder for results, which is not searched inside another.
    ///   - namesEach: whether the only log of a folder has a name of its own; else it has the folder's.
    package init(_ paths: [String], except folder: String? = nil, namesEach: Bool = false) {
        let exception = folder.flatMap { FileIdentity(path: $0) }
        for path in paths {
            do throws(InputError) {
                try append(Self.search(path, except: exception, namesEach: namesEach))
            } catch {
                faults.append(error)
            }
        }
    }

    /// The one log at a path: a file, a folder or a zip.
    ///
    /// - Throws: `InputError`; `ambiguous` where there are several.
    static func log(at path: String) throws(InputError) -> FoundLog {
        if FileStatus(path: path)?.kind == .folder {
            let tree = FolderTree(name: path)
            let contents = try tree.contents(of: "")
            // The folder itself comes first, whatever lies in folders below it.
            if RideFolder(contents).isRide {
                return FoundLog(.folder(try FolderContainer(tree, folder: "", contents: contents)), name: path)
            }
        }
        return try search(path, except: nil).only(path)
    }

    /// The one log of an archive in memory.
    static func log(in tree: ArchiveTree) throws(InputError) -> FoundLog {
        try LogSearch(tree, folder: "", except: nil).only(tree.name)
    }

    /// The logs at one path.
    private static func search(
        _ path: String, except exception: FileIdentity?, namesEach: Bool = false
    ) throws(InputError) -> LogSearch {
        switch FileStatus(path: path)?.kind {
        case .folder: return try LogSearch(FolderTree(name: path), folder: "", except: exception, namesEach: namesEach)
        case .link: throw .link(at: path)
        case .file, .stream, nil: break
        }
        if InputFile.isStream(path) {
            let pipe = try InputFile(path: path)
            let signature = try pipe.signature()
            guard case .zip = PackedKind(signature) else {
                return LogSearch(FoundLog(.pipe(pipe, after: signature), name: path))
            }
            let archive = try ZipArchive(keeping: pipe, after: signature)
            return try LogSearch(tree(of: archive, name: path), folder: "", except: nil)
        }
        if isArchive(path) {
            return try LogSearch(tree(of: ZipArchive(path: path), name: path), folder: "", except: nil)
        }
        guard let (archive, inner) = archive(in: path) else {
            return LogSearch(FoundLog(.file(path: path), name: path, size: Self.size(path)))
        }
        let tree = try tree(of: ZipArchive(path: archive), name: archive)
        guard !tree.hasFile(inner) else { return LogSearch(FoundLog(.treeFile(tree, path: inner), name: path)) }
        return try LogSearch(tree, folder: inner, except: nil)
    }

    /// Whether the first bytes of a file are those of a zip. A file with the name of a zip counts as a damaged one,
    /// unless it is text.
    static func isArchive(_ path: String) -> Bool {
        guard size(path) > 0 else { return false }
        // A file that cannot be opened is reported when it is read.
        guard let signature = try? InputFile(path: path).signature() else { return LogFile(path).isArchive }
        switch PackedKind(signature) {
        case .zip: return true
        case .gzip: return false
        case .plain: return LogFile(path).isArchive && signature.contains { $0 < 9 || $0 > 126 }
        }
    }

    /// Bytes of a regular file; 0 for anything else.
    private static func size(_ path: String) -> Int { FileStatus(path: path)?.size ?? 0 }

    /// The files of an archive.
    ///
    /// - Throws: `unsupported` for one of another kind, such as a text document.
    static func tree(of archive: ZipArchive, name: String) throws(InputError) -> ArchiveTree {
        if Workbook.isWorkbook(archive) { return try ArchiveTree(workbook: archive, name: name) }
        if let foreign = ForeignFile(paths: archive.entries.lazy.map(\.name)) { throw foreign.error(source: name) }
        return ArchiveTree(archive, name: name)
    }

    private init(_ log: FoundLog) { logs = [log] }

    /// Searches a folder of a tree and all below it.
    private init(
        _ tree: any FileTree, folder: String, except exception: FileIdentity?, namesEach: Bool = false
    ) throws(InputError) {
        // A link to a folder above would lead to all that is beside this one.
        if tree is FolderTree { seen = FolderListing.identities(above: tree.path(of: folder)) }
        try search(tree, folder, depth: 0, contents: tree.contents(of: folder), except: exception)
        // A single log has the name that the user gave.
        if logs.count == 1, faults.isEmpty, !namesEach { logs[0].name = tree.name(of: folder) }
        guard logs.isEmpty, faults.isEmpty else { return }
        if let foreign = ForeignFile(paths: leftAlone) { throw foreign.error(source: tree.name(of: folder)) }
        let kind = tree is ArchiveTree ? "archive" : "folder"
        throw .unsupported(
            "the \(kind) holds no log",
            remedy: "it should hold tables (.csv, .txt), exports of loggers, or zips of them",
            source: tree.name(of: folder)
        ).foreign
    }

    private mutating func append(_ other: LogSearch) {
        logs += other.logs
        faults += other.faults
        leftAlone += other.leftAlone
        repeated += other.repeated
        excepted += other.excepted
    }

    private mutating func search(
        _ tree: any FileTree, _ folder: String, depth: Int, contents: FolderContents, except exception: FileIdentity?
    ) throws(InputError) {
        if let identity = contents.identity, !seen.insert(identity).inserted {
            repeated.append(tree.name(of: folder))
            return
        }
        func path(_ name: String) -> String { folder.isEmpty ? name : folder + "/" + name }
        let ride = RideFolder(contents)
        if ride.isRide {
            let container = try FolderContainer(tree, folder: folder, contents: contents)
            let size = contents.files.reduce(0) { $0 + $1.size }
            logs.append(FoundLog(.folder(container), name: tree.name(of: folder), size: size))
        }
        for one in ride.rides {
            let container = FolderContainer(tree, folder: folder, files: one.files.map { ($0.usual, $0.file.name) })
            logs.append(
                FoundLog(
                    .folder(container), name: tree.name(of: path(one.name ?? "")),
                    size: one.files.reduce(0) { $0 + $1.file.size }))
        }
        faults += contents.faults
        leftAlone += (ride.others + contents.others).map { tree.name(of: path($0)) }
        for file in ride.logs {
            if LogFile(file.name).isJSON, try !SensorLoggerJSON.isLikely(tree.open(path(file.name))) {
                leftAlone.append(tree.name(of: path(file.name)))
                continue
            }
            logs.append(
                FoundLog(.treeFile(tree, path: path(file.name)), name: tree.name(of: path(file.name)), size: file.size))
        }
        for file in contents.files where LogFile(file.name).isArchive { addArchive(path(file.name), in: tree) }
        // phyphox's folder of clocks and devices goes with the tables beside it.
        let hasTables = ride.isRide || !ride.logs.isEmpty || !ride.rides.isEmpty
        for name in contents.folders where !(hasTables && name.lowercased() == "meta") {
            do throws(InputError) {
                guard depth < Self.deepest else {
                    throw .limitExceeded(
                        "lies deeper than \(Self.deepest) folders", remedy: "give it by its own path",
                        source: tree.name(of: path(name)))
                }
                let inner = try tree.contents(of: path(name))
                if let exception, inner.identity == exception {
                    if !inner.files.isEmpty || !inner.folders.isEmpty { excepted.append(tree.name(of: path(name))) }
                    continue
                }
                try search(tree, path(name), depth: depth + 1, contents: inner, except: exception)
            } catch {
                faults.append(error)
            }
        }
    }

    /// Adds what a zip in a folder holds.
    private mutating func addArchive(_ path: String, in tree: any FileTree) {
        let name = tree.name(of: path)
        do throws(InputError) {
            guard tree is FolderTree else {
                throw .unsupported(
                    "a zip inside a zip is not searched", remedy: "unpack the outer one and give the folder",
                    source: name)
            }
            try append(LogSearch(Self.tree(of: ZipArchive(path: name), name: name), folder: "", except: nil))
        } catch {
            faults.append(error)
        }
    }

    private func only(_ path: String) throws(InputError) -> FoundLog {
        if let fault = faults.first { throw fault }
        guard logs.count == 1, let log = logs.first else {
            throw .ambiguous(
                "holds \(logs.count) logs", remedy: "name one of them, for example \(logs.first?.name ?? path)",
                source: path)
        }
        return log
    }

    /// The zip that a path leads into, and where in it.
    private static func archive(in path: String) -> (archive: String, inner: String)? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        for count in parts.indices.dropFirst() {
            let archive = parts[..<count].joined(separator: "/")
            guard LogFile(archive).isArchive, size(archive) > 0 else { continue }
            return (archive, parts[count...].filter { !$0.isEmpty && $0 != "." }.joined(separator: "/"))
        }
        return nil
    }
}

extension SensorLoggerJSON {
    /// Whether a text may be Sensor Logger's, whose first bytes name a sensor, or a table.
    fileprivate static func isLikely(_ source: any ByteSource) throws(InputError) -> Bool {
        let head = try source.head(1 << 12)
        return String(decoding: head, as: UTF8.self).contains("\"sensor\"") || JSONTable.isLikely(head)
    }
}
