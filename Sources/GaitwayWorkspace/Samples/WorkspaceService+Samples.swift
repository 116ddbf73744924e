// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayLiveServer
import GaitwayStore
import Synchronization

/// Samples in the workspace: added by one press, and taken away by another. Undo takes either back.
extension WorkspaceService {
    /// The sample day's track, a source of the store as long as the samples are there.
    private var sampleTrack: String { folder.notes + Self.sampleSource }
    private static let sampleSource = "/samples/day.gpx"
    private var sampleRides: String { folder.rides + "/" + WorkspaceSamples.folder }

    /// Whether the workspace has samples.
    package var hasSamples: Bool { FileStatus(path: sampleRides) != nil || FileStatus(path: sampleTrack) != nil }

    package func samples(_ body: JSONElement) throws -> ServedResponse {
        if body["remove"]?.boolean == true { try removeSamples() } else { try addSamples() }
        reader.wake()
        contents.withLock { $0.publish() }
        return .revision(present.revision)
    }

    private func addSamples() throws {
        guard !hasSamples else {
            throw WorkspaceRefusal(409, "The workspace already has the samples.", "Take them away first.")
        }
        let samples = try WorkspaceSamples()
        let log = ChangeHistory.Log(
            path: WorkspaceSamples.folder, isAdded: true, aside: AccessToken.random())
        try samples.saveLogs(to: "\(folder.notes)/removed/\(log.aside)/\(log.path)")
        try change { contents in
            var change = ChangeHistory.Change(name: "adding the samples")
            change.logs = [log]
            for (recording, rows) in samples.rows.sorted(by: { $0.key < $1.key }) {
                let before = contents.library.manifest.rows(of: recording)
                change.rows.append(.init(recording: recording, from: before, to: rows))
            }
            let files = ["places.geojson": samples.places, WorkspaceSamples.policyFile: WorkspaceSamples.policy]
            for (file, text) in files where try WorkspaceContents.text(folder.path + "/" + file) == nil {
                change.files.append(.init(path: file, before: nil, after: text))
            }
            return change
        }
        // Another person's day among one's own would confuse both.
        guard try days.store.read({ try $0.inputs().isEmpty }) ?? true else { return }
        try OutputFolder.create(folder.notes + "/samples")
        try OutputFile.save(samples.track, to: sampleTrack)
        _ = try ArrivalFile(path: sampleTrack).keep(in: days.store, of: folder)
    }

    private func removeSamples() throws {
        try change { contents in
            var change = ChangeHistory.Change(name: "taking the samples away")
            if FileStatus(path: sampleRides) != nil {
                change.logs = [.init(path: WorkspaceSamples.folder, isAdded: false, aside: AccessToken.random())]
            }
            let prefix = WorkspaceFolder.recording(of: WorkspaceSamples.folder + "/")
            for (recording, rows) in contents.library.manifest.rows.sorted(by: { $0.key < $1.key })
            where recording.text.hasPrefix(prefix) {
                change.rows.append(.init(recording: recording.text, from: rows, to: []))
            }
            if let places = try WorkspaceContents.text(folder.places) {
                let own = try WorkspaceSamples.withoutSamples(places)
                if own != places { change.files.append(.init(path: "places.geojson", before: places, after: own)) }
            }
            let policy = WorkspaceSamples.policyFile
            if let text = try WorkspaceContents.text(folder.path + "/" + policy) {
                change.files.append(.init(path: policy, before: text, after: nil))
            }
            let isNothing = change.logs.isEmpty && change.rows.isEmpty && change.files.isEmpty
            return isNothing ? nil : change
        }
        guard FileStatus(path: sampleTrack) != nil else { return }
        // The workspace may have been served by another path meanwhile.
        let sources = try days.store.read { try $0.inputs().map(\.source) } ?? []
        for source in Set(sources) where source.hasSuffix(".gaitway" + Self.sampleSource) {
            try days.store.write { _ = try $0.forget(.input(source)) }
        }
        try OutputFile.remove(sampleTrack)
    }
}
