// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import Glibc

/// The files of a workspace: plain files that every command reads and writes, and the server's own notes in `.gaitway`.
package struct WorkspaceFolder: Sendable {
    /// The folder as the user named it.
    package let path: String

    /// A folder; it need not exist yet.
    package init(path: String) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
    }

    /// What tells this workspace on this machine from a copy, and from one on another machine.
    var maker: String {
        let machine = (try? InputFile(path: "/etc/machine-id").whole(limit: 1 << 10, remedy: "")) ?? []
        let place = FileIdentity(path: notes)?.text ?? ""
        return String(SHA256.text(SHA256.hash(machine + Array(place.utf8))).prefix(32))
    }

    /// Has this process follow no link below the folder, as somebody else may have made it.
    package func confine() { ConfinedFolders.add(path) }

    package var rides: String { path + "/rides" }
    package var manifest: String { path + "/manifest.csv" }
    package var models: String { path + "/models" }
    package var policies: String { path + "/policies" }
    package var places: String { path + "/places.geojson" }
    /// Circles that exports and shared pages of days leave out.
    package var privacyZones: String { path + "/privacy.geojson" }
    /// How days are derived, as `--policy` reads it; the defaults without the file.
    package var timelinePolicy: String { path + "/timeline.json" }
    /// The store of days.
    package var life: String { path + "/life.gaitway" }
    /// Files that go into the store once they have stopped growing.
    var inbox: String { path + "/inbox" }
    /// The server's own notes.
    package var notes: String { path + "/.gaitway" }
    /// Pieces of files that pages send.
    var uploads: String { notes + "/uploads" }

    /// A message without this machine's folders above the workspace's files.
    package func message(_ text: String) -> String {
        let text = text.hasPrefix(path + "/") ? String(text.dropFirst(path.count + 1)) : text
        guard path.hasPrefix("/"), path.utf8.count > 1 else { return text }
        return text.replacing(path + "/", with: "").replacing(path, with: name)
    }

    /// The last part of its path, for people.
    package var name: String {
        var name = path
        if let resolved = realpath(path.systemPath, nil) {
            name = String(systemPath: resolved)
            free(resolved)
        }
        return name.split(separator: "/").last.map(String.init) ?? "/"
    }

    /// Makes the folders that do not exist. Links among the server's own notes are removed; any other stays, and
    /// nothing behind it is used.
    ///
    /// - Returns: a line about each link that was removed.
    /// - Throws: `OutputError` if the workspace cannot be written.
    package func create() throws(OutputError) -> [String] {
        try OutputFolder.create(path)
        var lines: [String] = []
        for name in [notes] + children(of: notes) where isLink(name) {
            try OutputFile.remove(name)
            lines.append("\(name) was a link and is removed: the server keeps its notes in files of its own")
        }
        for folder in [rides, models, policies, inbox, notes] where !isLink(folder) {
            try OutputFolder.create(folder)
        }
        return lines
    }

    /// A line about each link in the workspace outside `rides/`, whose files nothing reads or writes.
    package var links: [String] {
        let folders = [inbox, inbox + "/done", inbox + "/failed", models, policies]
        let names = children(of: path) + folders.flatMap { isLink($0) ? [] : children(of: $0) }
        return names.filter(isLink).map { "\(InputError.link(at: $0))" }
    }

    /// Whether a folder of the workspace is one, and no link to another.
    package func isUsable(_ folder: String) -> Bool { FileStatus(path: folder)?.kind == .folder }

    private func isLink(_ path: String) -> Bool { FileStatus(path: path, followsLinks: false)?.kind == .link }

    private func children(of folder: String) -> [String] {
        guard !isLink(folder), let listing = try? FolderListing(path: folder) else { return [] }
        return listing.names.map { folder + "/" + $0 }
    }

    /// The path of a ride, a model or another named file below a folder of the workspace.
    ///
    /// - Throws: `InputError` for a name that leads elsewhere.
    package static func path(of name: String, in folder: String) throws(InputError) -> String {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        // A file's name may hold any other byte, even a line feed; the system would end it at a zero.
        let isSafe = parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") } && !name.utf8.contains(0)
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
    ///
    /// A long one is shortened to ``longestName``, with a hash in it that tells it from others, and keeps its ending.
    package static func fileName(_ text: String) -> String {
        let letters = text.map { character in
            character.isLetter || character.isNumber || "-_. ".contains(character) ? character : "-"
        }
        let name = String(String(letters).drop { $0 == "." || $0 == " " })
        guard !name.isEmpty else { return "unnamed" }
        guard name.utf8.count > longestName else { return name }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let ending = name[dot...].utf8.count <= 16 ? String(name[dot...]) : ""
        let rest = "-" + SHA256.text(SHA256.hash(Array(text.utf8))).prefix(12) + ending
        var stem = ""
        for character in name {
            guard stem.utf8.count + String(character).utf8.count + rest.utf8.count <= longestName else { break }
            stem.append(character)
        }
        return stem + rest
    }

    /// The most bytes of a name that ``fileName(_:)`` makes: a number, an ending and seven folders still fit.
    package static let longestName = 120

    /// Keeps a second server away from the workspace, as long as the result lives.
    ///
    /// - Throws: `OutputError` if another server has the workspace.
    package func lock() throws(OutputError) -> WorkspaceLock { try WorkspaceLock(notes + "/lock", folder: path) }
}

/// The lock of a workspace. The system drops it when the process ends.
package final class WorkspaceLock: Sendable {
    private let descriptor: Int32

    fileprivate init(_ file: String, folder: String) throws(OutputError) {
        descriptor = FileCalls.open(file, O_RDWR | O_CREAT, mode: 0o600)
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
