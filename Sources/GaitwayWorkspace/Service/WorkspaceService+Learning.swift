// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
package import GaitwayLiveServer
import Synchronization

/// What to label next, and the map of windows.
extension WorkspaceService {
    private static let mostSuggestions = 60

    package func next() throws -> ServedResponse {
        let windows = reader.windows.withLock { $0 }
        let library = present.library
        let rides = windows.keys.filter { library.entries[$0] != nil }.sorted().map(\.text)
        let labels = rides.map { library.labels(of: $0).spans }
        var stretches: [UnlabelledStretch] = []
        for (index, ride) in rides.enumerated() {
            let labelled = labels[index].map { $0.from...max($0.from, $0.to) }
            stretches += UnlabelledStretch.stretches(of: windows[ride] ?? [], ride: index, labelled: labelled)
        }
        let counts = Dictionary(uniqueKeysWithValues: labels.indices.map { ($0, labels[$0].count) })
        let suggestions = LabelSuggestions(stretches, most: Self.mostSuggestions, labels: counts).suggestions
        return .object { json in
            json.add(
                "measure",
                "These stretches would teach a model most: it hesitates between two activities, or they are "
                    + "most unlike your labelled rides.")
            json.objects("stretches", suggestions) { suggestion, json in
                json.add("ride", rides[suggestion.stretch.ride])
                json.add("from", suggestion.stretch.from, places: 2)
                json.add("to", suggestion.stretch.to, places: 2)
                json.add("value", suggestion.value, places: 3)
                json.add("answer", suggestion.stretch.prediction.name)
                json.add("why", suggestion.reason.rawValue)
            }
        }
    }

    private var mapFile: String { folder.notes + "/map.json" }

    package var map: ServedResponse {
        let text: String?
        var problems: [InputError] = []
        do throws(InputError) {
            text = try WorkspaceContents.json(mapFile, named: ".gaitway/map.json") { json in
                json.members?.first?.key == "state" && json["x"]?.text != nil
            }
        } catch {
            text = nil
            problems = [error]
        }
        guard let text, let body = text.firstIndex(of: ",") else {
            return .object { json in
                json.add("state", "none")
                json.add(problems: problems, in: folder)
            }
        }
        let made = FileStatus(path: mapFile)?.modified ?? 0
        let state = made >= FileStatus(path: folder.manifest)?.modified ?? 0 ? "ready" : "old"
        return ServedResponse(body: Array(("{\"state\":\"" + state + "\"" + text[body...]).utf8))
    }

    /// Makes the map of all windows.
    func makeMap(progress: @Sendable (WorkProgress) throws -> Void) async throws {
        let (rides, text) = contents.withLock { contents in
            (
                contents.library.entries.values.filter { $0.problem == nil }.map(\.ride).sorted(),
                contents.library.manifest
            )
        }
        var rows = text.rows.isEmpty ? [] : try Manifest(csv: text.bytes, source: "manifest.csv").rows
        rows = rows.compactMap { row in
            guard let ride = WorkspaceFolder.ride(of: row.recording) else { return nil }
            var row = row
            row.recording = ride
            return row
        }
        guard !rides.isEmpty else {
            throw InputError(.empty, problem: "the workspace has no rides", remedy: "add logs to its rides")
        }
        let all = try LabelledRides(whole: rides, labelledBy: rows, source: "manifest.csv", root: folder.rides)
        let (windows, _) = try await all.read(progress: progress)
        let map = try WindowMap(windows, labels: rows, model: model, progress: progress)
        try OutputFile.save(Array(map.json(state: "ready").utf8), to: mapFile)
    }
}
