// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import GaitwayEvaluation
package import GaitwayLiveServer

/// What the requests see and change: the library, the job, and the pages that wait for news.
package struct WorkspaceContents: Sendable {
    var library: RideLibrary
    /// How phones reach the server.
    package var reach = ServerReach.none
    /// Grows with each change. It begins with the clock's milliseconds, so that a page which a former server made
    /// never takes this server's state for the one that it knows.
    private(set) var revision = Int(ServerClock.system.wall().nanoseconds / 1_000_000)
    /// Why the manifest cannot be read; nil if it can.
    private(set) var manifestProblem: String?
    var job: WorkspaceJob?
    /// What the server could not read when it started.
    private(set) var problems: [InputError]
    /// The manifest's hashes that pages may know, each with the recordings that the step to it changed.
    private var steps: [(hash: String, changed: Set<ExactName>)] = []
    private var waiters: [Int: @Sendable (ServedResponse) -> Void] = [:]
    private var nextWaiter = 0

    init(library: RideLibrary, problems: [InputError]) {
        self.library = library
        self.problems = problems
        steps = [(library.manifestHash, [])]
    }

    // MARK: News

    /// Tells waiting pages that something changed.
    mutating func publish() {
        revision += 1
        wakeAll()
    }

    package mutating func wait(_ reply: @escaping @Sendable (ServedResponse) -> Void) -> Int {
        nextWaiter += 1
        waiters[nextWaiter] = reply
        return nextWaiter
    }

    mutating func wakeWaiter(_ number: Int) { waiters.removeValue(forKey: number)?(.revision(revision)) }

    mutating func wakeAll() {
        for reply in waiters.values { reply(.revision(revision)) }
        waiters = [:]
    }

    /// Notes a file that cannot be read.
    package mutating func note(_ problem: InputError) {
        problems.append(problem)
        publish()
    }

    // MARK: The manifest

    /// Notes why the manifest cannot be read; nil if it can.
    package mutating func note(manifestProblem: String?) {
        guard self.manifestProblem != manifestProblem else { return }
        self.manifestProblem = manifestProblem
        publish()
    }

    /// Takes a manifest with other rows than before.
    package mutating func use(_ manifest: RideLibrary.ChangedManifest) {
        library.use(manifest)
        steps.append((manifest.hash, Set(manifest.rows.keys)))
        if steps.count > 500 { steps.removeFirst(100) }
    }

    /// Refuses a change of rides whose labels changed since the page saw the manifest.
    func refuseConflict(_ hash: String?, rides: [String]) throws(WorkspaceRefusal) {
        guard let hash else { return }
        guard let known = steps.lastIndex(where: { $0.hash == hash }) else { throw Self.conflict }
        let recordings = rides.map { ExactName(WorkspaceFolder.recording(of: $0)) }
        guard !steps[(known + 1)...].contains(where: { recordings.contains(where: $0.changed.contains) }) else {
            throw Self.conflict
        }
    }

    private static let conflict = WorkspaceRefusal(
        409, "The manifest has changed meanwhile.", "Look at the labels that it has now.")

    /// The text of a file of the workspace; nil if it does not exist.
    package static func text(_ path: String) throws(InputError) -> String? {
        guard FileStatus(path: path) != nil else { return nil }
        return String(decoding: try FileBytes.read(path), as: UTF8.self)
    }

    /// The text of a file that answers hold as it is, whose JSON was checked; nil if the file does not exist.
    ///
    /// - Throws: `InputError` for a file that is not JSON, or has another shape.
    package static func json(
        _ path: String, named name: String, hasShape: (JSONElement) -> Bool
    ) throws(InputError) -> String? {
        guard FileStatus(path: path) != nil else { return nil }
        do throws(InputError) {
            let bytes = try FileBytes.read(path)
            var reader = JSONReader(bytes)
            let json = try reader.element()
            try reader.expectEnd()
            guard hasShape(json), let text = String(validating: bytes, as: UTF8.self) else {
                throw InputError(
                    .malformed, line: json.line, problem: "the file has not the shape that it needs",
                    remedy: "delete the file, or bring an older one back")
            }
            return text
        } catch {
            var error = error
            error.source = name
            if error.remedy.description.isEmpty { error.remedy = "delete the file, or bring an older one back" }
            throw error
        }
    }

    // MARK: Texts

    /// Writes an entry of the library.
    package func write(_ ride: String, to json: inout JSONWriter) {
        library.entries[ride]?.write(library.labels(of: ride), to: &json)
    }

    /// The answer to a change of labels, with further members.
    package func labels(of rides: [String], and more: (inout JSONWriter) -> Void = { _ in }) -> ServedResponse {
        .object { json in
            more(&json)
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
