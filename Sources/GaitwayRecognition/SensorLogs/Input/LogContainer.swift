// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The files of one recording, in a folder or a zip.
protocol LogContainer {
    /// Its name from the user.
    var name: String { get }
    /// The paths of its files, relative to it.
    var files: [String] { get }
    /// The logger, if the container's kind tells it.
    var logger: Logger? { get }
    /// Whether its files are those that the user sees, not parts of one file.
    var hasFiles: Bool { get }
    func open(_ file: String) throws(InputError) -> any ByteSource
    /// What notes call one of its files.
    func title(of file: String) -> String
}

extension LogContainer {
    var logger: Logger? { nil }
    var hasFiles: Bool { true }

    /// What notes call one of its files: a part of one file goes by its sensor.
    func title(of file: String) -> String { hasFiles ? file : String(file.prefix { $0 != "." }) }
}

/// One folder of a tree, with its folder `meta`.
struct FolderContainer: LogContainer, Sendable {
    var name: String
    let files: [String]
    private let tree: any FileTree
    private let folder: String
    /// The file behind each of ``files``, where that has another name.
    private var aliases: [String: String] = [:]

    /// Lists the folder; throws `unreadable` if that fails.
    init(_ tree: any FileTree, folder: String) throws(InputError) {
        try self.init(tree, folder: folder, contents: tree.contents(of: folder))
    }

    init(_ tree: any FileTree, folder: String, contents: FolderContents) throws(InputError) {
        self.tree = tree
        self.folder = folder
        name = tree.name(of: folder)
        var files = contents.files.map(\.name)
        for inner in contents.folders where inner.lowercased() == "meta" {
            let path = folder.isEmpty ? inner : folder + "/" + inner
            files += try tree.contents(of: path).files.map { inner + "/" + $0.name }
        }
        self.files = files.sorted()
    }

    /// Some files of a folder, under the names that they would have if they were alone.
    init(_ tree: any FileTree, folder: String, files: [(usual: String, file: String)]) {
        self.tree = tree
        self.folder = folder
        name = tree.name(of: folder)
        self.files = files.map(\.usual).sorted()
        aliases = Dictionary(files.map { ($0.usual, $0.file) }) { first, _ in first }
    }

    /// What notes call one of its files: its own name.
    func title(of file: String) -> String { aliases[file] ?? file }

    /// The folder and its files in the file system; the archive where they lie in one.
    var paths: Set<String> { Set([tree.path(of: folder)] + files.map { tree.path(of: path(of: $0)) }) }

    func open(_ file: String) throws(InputError) -> any ByteSource { try tree.open(path(of: file)) }

    private func path(of file: String) -> String {
        let name = aliases[file] ?? file
        return folder.isEmpty ? name : folder + "/" + name
    }
}
