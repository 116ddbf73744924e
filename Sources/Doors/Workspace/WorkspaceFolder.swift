package import Files
import Glibc
package import MotionTypes

/// The files of a workspace: plain files that every command reads and writes, and the server's own notes in `.gaitway`.
package struct WorkspaceFolder: Sendable {
    /// The folder as the user named it.
    package let path: String

    /// A folder; it need not exist yet.
    package init(path: String) { self.path = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path }

    package var rides: String { path + "/rides" }
    package var manifest: String { path + "/manifest.csv" }
    package var models: String { path + "/models" }
    package var policies: String { path + "/policies" }
    package var places: String { path + "/places.geojson" }
    /// Circles that exports and shared pages of days leave out.
    package var privacyZones: String { path + "/privacy.geojson" }
    /// The store of days.
    package var life: String { path + "/life.gaitway" }
    /// Files that go into the store once they have stopped growing.
    package var inbox: String { path + "/inbox" }
    /// The server's own notes.
    package var notes: String { path + "/.gaitway" }

    /// A message without this machine's folders above the workspace's files.
    package func message(_ text: String) -> String {
        let text = text.hasPrefix(path + "/") ? String(text.dropFirst(path.count + 1)) : text
        guard path.hasPrefix("/"), path.utf8.count > 1 else { return text }
        return text.replacing(path + "/", with: "").replacing(path, with: name)
    }

    /// The last part of its path, for people.
    package var name: String {
        var name = path
        if let resolved = realpath(path, nil) {
            name = String(cString: resolved)
            free(resolved)
        }
        return name.split(separator: "/").last.map(String.init) ?? "/"
    }

    /// Makes the folders that do not exist.
    ///
    /// - Throws: `OutputError` if the workspace cannot be written.
    package func create() throws(OutputError) {
        for folder in [path, rides, models, policies, inbox, notes] { try OutputFolder.create(folder) }
    }

    /// The path of a ride, a model or another named file below a folder of the workspace.
    ///
    /// - Throws: `InputError` for a name that leads elsewhere.
    package static func path(of name: String, in folder: String) throws(InputError) -> String {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isSafe =
            parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") } && !name.utf8.contains { $0 < 32 || $0 == 127 }
        guard isSafe, name.utf8.count <= 1024 else {
            throw InputError(
                .unsupported, source: QuotedText.text(name), problem: "the name leads out of the workspace",
                remedy: "use a path without empty parts and parts that begin with a dot")
        }
        return folder + "/" + name
    }

    /// The recording of a ride, as the manifest names it.
    package static func recording(of ride: String) -> String { "rides/" + ride }

    /// The ride that a manifest's recording is; nil for a recording outside the workspace.
    package static func ride(of recording: String) -> String? {
        recording.hasPrefix("rides/") ? String(recording.dropFirst(6)) : nil
    }

    /// A file name made of a person's words: letters, digits, dashes, dots and underlines.
    package static func fileName(_ text: String) -> String {
        let letters = text.map { character in
            character.isLetter || character.isNumber || "-_. ".contains(character) ? character : "-"
        }
        let name = String(letters).drop { $0 == "." || $0 == " " }.prefix(80)
        return name.isEmpty ? "unnamed" : String(name)
    }

    /// Keeps a second server away from the workspace, as long as the result lives.
    ///
    /// - Throws: `OutputError` if another server has the workspace.
    package func lock() throws(OutputError) -> WorkspaceLock { try WorkspaceLock(notes + "/lock", folder: path) }
}

/// The lock of a workspace. The system drops it when the process ends.
package final class WorkspaceLock: Sendable {
    private let descriptor: Int32

    fileprivate init(_ file: String, folder: String) throws(OutputError) {
        descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw OutputError(path: file, code: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw OutputError(
                path: folder, problem: "another server has this workspace",
                remedy: "end that server first")
        }
    }

    deinit { close(descriptor) }
}
