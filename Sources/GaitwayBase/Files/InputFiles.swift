// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The files that a command reads: what it must not write to.
package struct InputFiles: Sendable {
    private var identities: Set<FileIdentity> = []
    /// The places of files that do not exist yet, such as a new store.
    private var places: Set<FilePlace> = []

    /// The files at some paths, each added by ``add(_:withContents:)``; a nil is left out.
    package init(_ paths: [String?] = [], withContents: Bool = true) {
        for path in paths.compactMap(\.self) { add(path, withContents: withContents) }
    }

    /// Adds a file or folder, links followed; `-` is the file behind standard input. A file that does not exist yet
    /// counts by its place.
    ///
    /// - Parameter withContents: whether everything below a folder is added, too.
    package mutating func add(_ path: String, withContents: Bool = true) {
        guard path != "-" else {
            if let identity = FileIdentity(descriptor: STDIN_FILENO) { identities.insert(identity) }
            return
        }
        // A folder is entered once, so that a loop of links ends.
        guard let identity = FileIdentity(path: path) else {
            if let place = FilePlace(path) { places.insert(place) }
            return
        }
        guard identities.insert(identity).inserted, withContents, let folder = try? FolderListing(path: path) else {
            return
        }
        for name in folder.names { add(path + "/" + name) }
    }

    /// Whether a path leads to one of the files.
    package func contains(_ path: String) -> Bool {
        guard let identity = FileIdentity(path: path) else { return FilePlace(path).map(places.contains) ?? false }
        return identities.contains(identity)
    }
}
