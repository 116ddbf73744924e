// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

extension LabelledRides {
    /// Recordings from beginning to end, whether they have labels or not: what a ``WindowMap`` shows.
    ///
    /// Each recording is read once, as the first of its rows says; those that cannot be read are skipped. Nothing is to
    /// be trained on these rides: their rows count as unlabelled.
    /// - Parameters:
    ///   - recordings: the paths relative to `root`, each once.
    ///   - rows: the labelled rides of a manifest, of these recordings or others.
    ///   - source: the manifest's name, for errors.
    ///   - root: the folder that recordings are relative to.
    /// - Throws: `InputError` `empty` without a recording.
    package init(
        whole recordings: [String], labelledBy rows: [ManifestRow], source: String, root: String
    ) throws(InputError) {
        guard !recordings.isEmpty else {
            throw InputError(.empty, source: source, problem: "there is no recording", remedy: "add a log")
        }
        let known = Dictionary(rows.map { ($0.recording, $0) }) { first, _ in first }
        let whole = recordings.map { recording in
            var row = known[recording] ?? ManifestRow(recording: recording, label: .unknown)
            (row.start, row.end, row.label) = (nil, nil, .unknown)
            row.mode = "unlabelled"
            return row
        }
        self.init(rows: whole, source: source, root: root, skipsUnreadable: true)
    }
}
