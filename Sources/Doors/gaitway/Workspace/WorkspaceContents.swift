import Evaluation
import Files
import Formats
import LiveServer
import MotionTypes
import Workspace

/// What the requests see and change: the library, the job, and the pages that wait for news.
struct WorkspaceContents: Sendable {
    var library: RideLibrary
    /// How phones reach the server.
    var reach = ServerReach.none
    /// Grows with each change. It begins with the clock's milliseconds, so that a page which a former server made
    /// never takes this server's state for the one that it knows.
    private(set) var revision = Int(ServerClock.system.wall().nanoseconds / 1_000_000)
    /// Why the manifest cannot be read; nil if it can.
    private(set) var manifestProblem: String?
    var job: WorkspaceJob?
    /// The manifest's file when it was last looked at.
    private var manifestStatus: FileStatus?
    /// The manifest's hashes that pages may know, each with the recordings that the step to it changed.
    private var steps: [(hash: String, changed: Set<String>)] = []
    private var waiters: [Int: @Sendable (ServedAnswer) -> Void] = [:]
    private var nextWaiter = 0

    init(library: RideLibrary) { self.library = library }

    // MARK: News

    /// Tells waiting pages that something changed.
    mutating func publish() {
        revision += 1
        wakeAll()
    }

    mutating func wait(_ reply: @escaping @Sendable (ServedAnswer) -> Void) -> Int {
        nextWaiter += 1
        waiters[nextWaiter] = reply
        return nextWaiter
    }

    mutating func wakeWaiter(_ number: Int) { waiters.removeValue(forKey: number)?(.revision(revision)) }

    mutating func wakeAll() {
        for reply in waiters.values { reply(.revision(revision)) }
        waiters = [:]
    }

    // MARK: The manifest

    /// Reads the manifest anew, as another program may have changed it.
    mutating func readManifest(of folder: WorkspaceFolder) {
        let status = FileStatus(path: folder.manifest)
        guard status != manifestStatus || steps.isEmpty else { return }
        do throws(InputError) {
            try read(folder)
            manifestStatus = status
        } catch {
            manifestProblem = error.description
        }
    }

    private mutating func read(_ folder: WorkspaceFolder) throws(InputError) {
        let bytes = FileStatus(path: folder.manifest) == nil ? [] : try FileBytes.read(folder.manifest)
        let new = try ManifestText(bytes, source: "manifest.csv")
        manifestProblem = nil
        let hash = new.hash
        guard hash != library.manifestHash || steps.isEmpty else { return }
        let (old, now) = (library.manifest.rows, new.rows)
        let changed = Set(old.keys).union(now.keys).filter { old[$0] != now[$0] }
        library.use(new)
        steps.append((hash, changed))
        publish()
    }

    /// Reads the manifest if the file is another one than the workspace knows.
    ///
    /// - Throws: `InputError` for a manifest that cannot be read: it is not overwritten.
    mutating func readIfChanged(_ folder: WorkspaceFolder) throws(InputError) {
        do throws(InputError) {
            try read(folder)
        } catch {
            manifestProblem = error.description
            throw error
        }
    }

    /// Refuses a change of rides whose labels changed since the page saw the manifest.
    func refuseConflict(_ hash: String?, rides: [String]) throws(WorkspaceRefusal) {
        guard let hash else { return }
        guard let known = steps.lastIndex(where: { $0.hash == hash }) else { throw Self.conflict }
        let changed = steps[(known + 1)...].reduce(into: Set<String>()) { $0.formUnion($1.changed) }
        guard rides.allSatisfy({ !changed.contains(WorkspaceFolder.recording(of: $0)) }) else { throw Self.conflict }
    }

    private static let conflict = WorkspaceRefusal(
        409, "The manifest has changed meanwhile.", "Look at the labels that it has now.")

    /// Writes a change to the files, and notes it.
    ///
    /// - Throws: `InputError` if the rows or files are not those that the change replaces, `OutputError` if a file
    ///   cannot be written. The workspace then stays as it was.
    mutating func apply(
        _ change: ChangeHistory.Change, in folder: WorkspaceFolder, noting: (inout ChangeHistory) -> Void
    ) throws {
        if !change.rows.isEmpty {
            let text = try library.manifest(with: change)
            try OutputFile.save(text.bytes, to: folder.manifest)
            library.use(text)
            steps.append((library.manifestHash, Set(change.rows.map(\.recording))))
            if steps.count > 500 { steps.removeFirst(100) }
        }
        for file in change.files { try write(file, in: folder) }
        for log in change.logs { try move(log, in: folder) }
        noting(&library.history)
        WorkspaceNotes(folder: folder).save(library.history)
        publish()
    }

    /// Writes a new change to the files.
    mutating func apply(_ change: ChangeHistory.Change, in folder: WorkspaceFolder) throws {
        try apply(change, in: folder) { $0.append(change) }
    }

    /// Notes a change that has already been written.
    mutating func note(_ change: ChangeHistory.Change, in folder: WorkspaceFolder) {
        library.history.append(change)
        WorkspaceNotes(folder: folder).save(library.history)
        publish()
    }

    private func write(_ file: ChangeHistory.File, in folder: WorkspaceFolder) throws {
        let path = try WorkspaceFolder.path(of: file.path, in: folder.path)
        guard try Self.text(path) == file.before else {
            throw WorkspaceRefusal(409, "\(file.path) has changed meanwhile.", "Look at what it has now.")
        }
        if let after = file.after {
            try OutputFile.save(Array(after.utf8), to: path)
        } else {
            try OutputFile.remove(path)
        }
    }

    /// Brings a log back to `rides/`, or puts it aside.
    private func move(_ log: ChangeHistory.Log, in folder: WorkspaceFolder) throws {
        let place = try WorkspaceFolder.path(of: log.path, in: folder.rides)
        let parts = [log.aside, log.path].filter { !$0.isEmpty }
        let aside = try WorkspaceFolder.path(of: parts.joined(separator: "/"), in: folder.notes + "/removed")
        let (from, to) = log.isAdded ? (aside, place) : (place, aside)
        if let slash = to.lastIndex(of: "/") { try OutputFolder.create(String(to[..<slash])) }
        guard FileStatus(path: from) != nil, try OutputFile.move(from, to: to) else {
            throw WorkspaceRefusal(409, "\(log.path) has changed meanwhile.", "Look at the rides that there are now.")
        }
    }

    /// The text of a file of the workspace; nil if it does not exist.
    static func text(_ path: String) throws(InputError) -> String? {
        guard FileStatus(path: path) != nil else { return nil }
        return String(decoding: try FileBytes.read(path), as: UTF8.self)
    }

    // MARK: Texts

    /// Writes an entry of the library.
    func write(_ ride: String, to json: inout JSONWriter) {
        library.entries[ride]?.write(library.labels(of: ride), to: &json)
    }

    /// The answer to a change of labels.
    func labels(of rides: [String]) -> ServedAnswer {
        .json { json in
            json.object { json in
                json.add("revision", revision)
                json.add("manifest", library.manifestHash)
                json.object("labels") { json in
                    for ride in rides {
                        json.key(ride)
                        library.labels(of: ride).write(to: &json)
                    }
                }
            }
        }
    }
}
