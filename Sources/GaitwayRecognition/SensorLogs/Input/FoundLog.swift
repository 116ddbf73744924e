// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// One log that a search found: a file, a pipe, a file in a zip, or a folder that is one ride.
package struct FoundLog: Sendable {
    /// Its name: the path that the user gave, and the path from there to the log.
    package internal(set) var name: String
    /// The bytes of its files, unpacked if that size is known. They show how long reading takes.
    package let size: Int

    let place: Place

    /// Where its bytes are.
    enum Place: Sendable {
        /// Standard input or another pipe, whose first bytes were already read.
        case pipe(InputFile, after: [UInt8])
        case file(path: String)
        case treeFile(any FileTree, path: String)
        case folder(FolderContainer)
    }

    init(_ place: Place, name: String, size: Int = 0) {
        self.place = place
        self.name = name
        self.size = size
    }

    /// Whether its bytes come once: it cannot be opened a second time.
    package var comesOnce: Bool {
        if case .pipe = place { true } else { false }
    }

    /// The files of the file system that are read for it, and the folder that they lie in if it is one ride; `-` is
    /// standard input.
    package var paths: Set<String> {
        switch place {
        case .pipe: [name]
        case .file(let path): [path]
        case .treeFile(let tree, let path): [tree.path(of: path)]
        case .folder(let container): container.paths
        }
    }
}

extension LogAssembly {
    static func open(_ log: FoundLog, options: LogOptions) throws(InputError) -> LogAssembly {
        var assembly: LogAssembly
        switch log.place {
        case .pipe(let source, let signature):
            let bytes = try InputFile.unpacked(signature, then: source, name: source.name)
            assembly = try pipe(bytes, name: log.name, options: options)
        case .file(let path):
            assembly = try file(
                path, options: options,
                open: { () throws(InputError) in try InputFile(path: path).unpacked(name: path) })
        case .treeFile(let tree, let path):
            if tree is FolderTree, LogSearch.isArchive(tree.path(of: path)) {
                assembly = try open(path: tree.path(of: path), options: options)
            } else {
                assembly = try file(
                    tree.name(of: path), options: options, open: { () throws(InputError) in try tree.open(path) })
            }
        case .folder(let container): assembly = try folder(container, options: options)
        }
        assembly.header.source = log.name
        return assembly
    }

    /// A log of one file: a table, or Sensor Logger's JSON. It may be opened more than once.
    static func file(
        _ name: String, options: LogOptions, open: @escaping () throws(InputError) -> any ByteSource
    ) throws(InputError) -> LogAssembly {
        let open = { () throws(InputError) in try TextSource.utf8(open()) }
        let (content, source) = try LogContent.of(open())
        switch content {
        case .json:
            let json = try open()
            let rows = try JSONTable.csv(name: name) { (count) throws(InputError) in try json.head(count) }
            if let rows { return try table(bytes: rows, name: name, options: options) }
            return try folder(SensorLoggerJSON(name: name, source: open), options: options)
        case .table: return try table(source, name: name, options: options, reopen: open)
        }
    }

    private static func table(bytes: [UInt8], name: String, options: LogOptions) throws(InputError) -> LogAssembly {
        try table(MemorySource(bytes), name: name, options: options) { MemorySource(bytes) }
    }

    /// A log whose bytes come once. A table is read piece by piece; JSON is kept, since it is read more than once.
    private static func pipe(
        _ bytes: any ByteSource, name: String, options: LogOptions
    ) throws(InputError) -> LogAssembly {
        let (content, source) = try LogContent.of(TextSource.utf8(bytes))
        guard content == .json else { return try table(source, name: name, options: options) }
        let file = try InputFile(keeping: name) { (buffer) throws(InputError) in try source.read(into: &buffer, at: 0) }
        return try folder(SensorLoggerJSON(name: name) { FilePass(file) }, options: options)
    }
}
