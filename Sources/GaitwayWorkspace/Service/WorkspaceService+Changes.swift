// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayLiveServer
import Glibc
import Synchronization

/// What changes of the workspace's files need; it belongs to the change under way.
struct ChangeState {
    /// The bytes of the manifest when it was last read or written; nil before.
    var manifest: [UInt8]?
    /// The manifest's file when it was last looked at; nil after it was written.
    var status: FileStatus?
    let journal: HistoryJournal
}

/// Changes of the workspace's files: one at a time. What requests see has another lock, which is not held meanwhile.
extension WorkspaceService {
    // MARK: The manifest

    /// Reads the manifest if its file is another one, as another program may have changed it.
    func readManifest() {
        changing.withLock { state in
            let status = FileStatus(path: folder.manifest)
            guard status != state.status || state.manifest == nil && manifestProblem == nil else { return }
            do throws(InputError) {
                try readManifest(&state)
                state.status = status
            } catch {
                // A file that could not be opened may be open to us at any time.
                state.status = error.code == .unreadable ? nil : status
            }
        }
    }

    private var manifestProblem: String? { contents.withLock { $0.manifestProblem } }

    /// Reads the manifest if its bytes differ from those before.
    ///
    /// - Throws: `InputError` for a manifest that cannot be read: it is not overwritten.
    private func readManifest(_ state: inout ChangeState) throws(InputError) {
        do throws(InputError) {
            let bytes = FileStatus(path: folder.manifest) == nil ? [] : try FileBytes.read(folder.manifest)
            if bytes != state.manifest {
                let library = contents.withLock { $0.library }
                let manifest = library.manifest(replacedBy: try ManifestText(bytes, source: "manifest.csv"))
                state.manifest = bytes
                if manifest.hash != library.manifestHash {
                    contents.withLock { contents in
                        contents.use(manifest)
                        contents.publish()
                    }
                }
            }
            contents.withLock { $0.note(manifestProblem: nil) }
        } catch {
            state.manifest = nil
            contents.withLock { $0.note(manifestProblem: folder.message("\(error)")) }
            throw error
        }
    }

    // MARK: Changes

    /// Writes the change that `make` gives to the files, and notes it as `step` says.
    ///
    /// - Returns: the change; nil if nothing changes.
    /// - Throws: what `make` throws; `InputError` if the rows or files are not those that the change replaces,
    ///   `OutputError` if a file cannot be written. The workspace then stays as it was.
    @discardableResult
    package func change(
        as step: (ChangeHistory.Change, ChangeHistory) -> ChangeHistory.Step = { change, _ in .made(change) },
        by make: (WorkspaceContents) throws -> ChangeHistory.Change?
    ) throws -> ChangeHistory.Change? {
        try changing.withLock { state in
            // A manifest that cannot be read stops the changes of its rows alone.
            let reading = Result { try readManifest(&state) }
            let present = contents.withLock { $0 }
            let made = Result { try make(present) }
            guard let change = try? made.get() else {
                try reading.get()
                return try made.get()
            }
            var manifest: RideLibrary.ChangedManifest?
            var moved: [ChangeHistory.Log] = []
            do {
                for log in change.logs {
                    try move(log)
                    moved.append(log)
                }
                if !change.rows.isEmpty {
                    try reading.get()
                    let changed = try present.library.manifest(with: change)
                    try OutputFile.save(changed.text.bytes, to: folder.manifest)
                    (state.manifest, state.status) = (changed.text.bytes, nil)
                    manifest = changed
                }
                for file in change.files { try write(file) }
                if let choice = change.model { try take(choice) }
            } catch {
                // A log without its labels would be half a change.
                for log in moved.reversed() { try? move(log.reversed) }
                throw error
            }
            note(step(change, present.library.history), manifest, &state)
            return change
        }
    }

    /// Notes a change that has already been written.
    package func note(_ change: ChangeHistory.Change) { changing.withLock { note(.made(change), nil, &$0) } }

    private func note(
        _ step: ChangeHistory.Step, _ manifest: RideLibrary.ChangedManifest?, _ state: inout ChangeState
    ) {
        var history = contents.withLock { $0.library.history }
        history.take(step)
        contents.withLock { contents in
            if let manifest { contents.use(manifest) }
            contents.library.history = history
            contents.publish()
        }
        state.journal.append(step, of: history)
    }

    private func write(_ file: ChangeHistory.File) throws {
        let path = try WorkspaceFolder.path(of: file.path, in: folder.path)
        guard try WorkspaceContents.text(path) == file.before else {
            throw WorkspaceRefusal(409, "\(file.path) has changed meanwhile.", "Look at what it has now.")
        }
        if let after = file.after {
            try OutputFile.save(Array(after.utf8), to: path)
        } else {
            guard file.path != modelFile else {
                throw WorkspaceRefusal(409, "Phones and rides use this model.", "Use another model first.")
            }
            try OutputFile.remove(path)
        }
    }

    /// Brings a log back to `rides/`, or puts it aside.
    private func move(_ log: ChangeHistory.Log) throws {
        let place = try WorkspaceFolder.path(of: log.path, in: folder.rides)
        let aside = try WorkspaceFolder.path(of: log.aside + "/" + log.path, in: folder.notes + "/removed")
        let (from, to) = log.isAdded ? (aside, place) : (place, aside)
        if let slash = to.lastIndex(of: "/") { try OutputFolder.create(String(to[..<slash])) }
        guard FileStatus(path: from) != nil, try OutputFile.move(from, to: to) else {
            throw WorkspaceRefusal(409, "\(log.path) has changed meanwhile.", "Look at the rides that there are now.")
        }
    }
}
