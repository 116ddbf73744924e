// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayLiveServer

/// Rides that go away, and labels that come with a manifest.
extension RideLibrary {
    /// The change that puts rides aside with their labels; `place` gives the file or folder of a ride below `rides/`.
    ///
    /// - Throws: `WorkspaceRefusal` if a file also holds rides that are not named.
    func removing(_ rides: [String], place: (String) -> String?) throws -> ChangeHistory.Change {
        let named = Set(rides.map(ExactName.init))
        var places: Set<ExactName> = []
        for ride in rides {
            guard let place = place(ride) else {
                throw WorkspaceRefusal(409, "\(ride) has no file of its own.", "Delete its files in the folder.")
            }
            places.insert(ExactName(place))
        }
        // A folder that goes takes what lies in it.
        let outer = places.filter { place in
            !places.contains { $0 != place && place.text.hasPrefix($0.text + "/") }
        }
        var change = ChangeHistory.Change(
            name: rides.count == 1 ? "deletion of \(rides[0])" : "deletion of \(rides.count) rides")
        for place in outer.sorted().map(\.text) {
            let others = entries.keys.filter { ride in
                (ride == ExactName(place) || ride.text.hasPrefix(place + "/")) && !named.contains(ride)
            }
            guard others.isEmpty else {
                throw WorkspaceRefusal(
                    409, "\(place) also holds other rides, such as \(others.min()?.text ?? "").",
                    "Choose all rides of \(place), or leave it.")
            }
            change.logs.append(.init(path: place, isAdded: false, aside: AccessToken.random()))
        }
        change.rows = rides.compactMap { ride in
            let recording = WorkspaceFolder.recording(of: ride)
            let rows = ChangeHistory.Rows(recording: recording, from: manifest.rows(of: recording), to: [])
            return rows.isEmpty ? nil : rows
        }
        return change
    }

    /// The ride that a manifest from elsewhere means: of the same path, or else the only one whose path ends so.
    func ride(of recording: String) -> String? {
        let parts = recording.split { $0 == "/" || $0 == "\\" }.filter { $0 != "." && $0 != ".." }.map(String.init)
        let names = parts.indices.map { parts[$0...].joined(separator: "/") }
        for name in names {
            for candidate in [name, name + ".zip"] {
                if entries[candidate] != nil { return candidate }
                let matches = entries.keys.filter { $0.text.hasSuffix("/" + candidate) }
                if matches.count == 1 { return matches[0].text }
            }
        }
        return nil
    }

    /// The change that takes a manifest's rows over for rides that have no label yet.
    ///
    /// - Returns: the change, and the recordings whose rows were left out: no ride is theirs, or it has labels.
    func taking(
        _ text: ManifestText, named name: String
    ) -> (change: ChangeHistory.Change, rides: Int, missing: [String], labelled: [String]) {
        var change = ChangeHistory.Change(name: "labels of \(name)")
        var (missing, labelled): ([String], [String]) = ([], [])
        var taken: Set<ExactName> = []
        for (recording, rows) in text.rows.sorted(by: { $0.key < $1.key }) {
            guard let ride = ride(of: recording.text), taken.insert(ExactName(ride)).inserted else {
                missing.append(recording.text)
                continue
            }
            let own = WorkspaceFolder.recording(of: ride)
            let before = manifest.rows(of: own)
            guard before.allSatisfy(\.isUnlabelled) else {
                labelled.append(ride)
                continue
            }
            let after = rows.map { row in
                var new = LabelRow(recording: own).cut(start: row.start, end: row.end)
                new.label = row.label
                for column in Manifest.standardColumns where column != "recording" { new[column] = row[column] }
                return new
            }
            change.rows.append(.init(recording: own, from: before, to: after))
        }
        return (change, change.rows.count, missing, labelled)
    }
}
