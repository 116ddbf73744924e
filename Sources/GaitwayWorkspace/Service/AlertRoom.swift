// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
package import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import GaitwayReplay
import Synchronization

/// The rides of a workspace on a desk: read once, to try places and policies on.
package final class AlertRoom: Sendable {
    let desk = AlertDesk(workers: 2)
    private let known = Mutex<[String: Ride]>([:])
    /// The reading under way, for which all callers wait.
    private let reading = Mutex<Task<Void, Never>?>(nil)

    private let manifest = Mutex<(hash: String, rows: [String: [ManifestRow]])?>(nil)

    private struct Ride {
        var entry: RideEntry
        var rows: [LabelRow]
        var path: [Location]
    }

    /// The most rides that are kept ready.
    private static let most = 500
    private static let longestPath = 600

    /// The paths of the rides with fixes, by ride.
    package var paths: [String: [Location]] {
        known.withLock { $0.mapValues(\.path).filter { !$0.value.isEmpty } }
    }

    /// The number of rides on the desk.
    package var count: Int { known.withLock { $0.count } }

    /// Puts the rides on the desk that have a label or fixes, and those again that changed.
    package func read(_ service: WorkspaceService) async {
        let task = reading.withLock { reading in
            let task =
                reading
                ?? Task {
                    await readAll(service)
                    self.reading.withLock { $0 = nil }
                }
            reading = task
            return task
        }
        await task.value
    }

    private func readAll(_ service: WorkspaceService) async {
        let (library, model) = (service.contents.withLock { $0.library }, service.model)
        let useful = library.entries.values
            .filter { $0.problem == nil && $0.model != nil }
            .filter { $0.hasFixes || !library.labels(of: $0.ride).spans.isEmpty }
            .sorted { $0.ride < $1.ride }.prefix(Self.most)
        let names = Set(useful.map(\.ride))
        for gone in known.withLock({ $0.keys.filter { !names.contains($0) } }) {
            await desk.remove(gone)
            known.withLock { $0[gone] = nil }
        }
        for entry in useful {
            let labels = library.labels(of: entry.ride).rows
            let isKnown = known.withLock { $0[entry.ride].map { $0.entry == entry && $0.rows == labels } ?? false }
            guard !isKnown else { continue }
            let rows = rows(of: library)
            let recording = WorkspaceFolder.recording(of: entry.ride)
            let path = service.folder.rides + "/" + entry.ride
            guard let ride = try? Self.ride(entry, at: path, rows: rows[recording] ?? [], model: model) else {
                continue
            }
            await desk.put([ride])
            let fixes = ride.recorded.fixes
            let step = max(1, fixes.count / Self.longestPath)
            let thinned = fixes.indices.filter { $0 % step == 0 }.map { fixes[$0] }
            known.withLock { $0[entry.ride] = Ride(entry: entry, rows: labels, path: thinned) }
        }
    }

    /// The rows of a manifest by recording, read once for each of its states.
    private func rows(of library: RideLibrary) -> [String: [ManifestRow]] {
        if let known = manifest.withLock({ $0?.hash == library.manifestHash ? $0?.rows : nil }) { return known }
        let all = (try? Manifest(csv: library.manifest.bytes))?.rows ?? []
        let rows = Dictionary(grouping: all) { $0.recording }
        manifest.withLock { $0 = (library.manifestHash, rows) }
        return rows
    }

    /// Reads a ride's fixes and its causal stream.
    private static func ride(
        _ entry: RideEntry, at path: String, rows: [ManifestRow], model: ActivityModel
    ) throws(InputError) -> DeskRide {
        let reading = try LogReading(model: model) { options throws(InputError) in
            try RecordingReader(path: path, options: options)
        }
        let reports = try reading.reports(smoothing: .causal, everyWindow: false)
        return try DeskRide(
            name: entry.ride, log: path, reports: reports, model: model.name, end: reading.end, rows: rows)
    }
}
