import Glibc

/// The files that a command reads: what it must not write to.
package struct InputFiles: Sendable {
    private var identities: Set<FileIdentity> = []
    /// Where files are to be that do not exist yet, such as a new store.
    private var places: Set<FilePlace> = []

    /// No files.
    package init() {}

    /// Adds a file, or a folder, links followed; `-` is what standard input comes from. What does not exist yet counts by its
    /// place.
    ///
    /// - Parameter withContents: whether all that lies below a folder is added, too.
    package mutating func add(_ path: String, withContents: Bool = true) {
        guard path != "-" else {
            if let identity = FileIdentity(descriptor: STDIN_FILENO) { identities.insert(identity) }
            return
        }
        // What was seen already is not entered again, so that a loop of links has an end.
        guard let identity = FileIdentity(path: path) else {
            if let place = FilePlace(path) { places.insert(place) }
            return
        }
        guard identities.insert(identity).inserted, withContents, let names = FolderNames.list(path) else { return }
        for name in names { add(path + "/" + name) }
    }

    /// Whether a path leads to one of them.
    package func contains(_ path: String) -> Bool {
        guard let identity = FileIdentity(path: path) else { return FilePlace(path).map(places.contains) ?? false }
        return identities.contains(identity)
    }
}
