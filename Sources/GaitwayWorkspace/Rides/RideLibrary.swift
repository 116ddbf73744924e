// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayEvaluation

/// The rides of a workspace with their labels, and the changes to them: a pure state machine.
///
/// The caller reads and writes the files. Each change gives the manifest's new text; the caller writes it and then
/// confirms with the new value.
package struct RideLibrary: Sendable {
    /// The logs by their paths below `rides/`.
    package private(set) var entries: [ExactName: RideEntry] = [:]
    /// The manifest as it was last read or written.
    package private(set) var manifest = ManifestText()
    /// The changes that can be taken back.
    package var history = ChangeHistory()
    /// The hash of the manifest's text.
    private(set) var manifestHash = ManifestText().hash
    private var rows: [ExactName: [LabelRow]] = [:]

    /// Replaces the manifest by what ``manifest(with:)`` or ``manifest(replacedBy:)`` gave.
    package mutating func use(_ changed: ChangedManifest) {
        manifest = changed.text
        manifestHash = changed.hash
        for (recording, rows) in changed.rows { self.rows[recording] = rows.isEmpty ? nil : rows }
    }

    /// A new manifest, and the rows of the recordings that differ.
    package struct ChangedManifest: Sendable {
        package let text: ManifestText
        package let hash: String
        package let rows: [ExactName: [LabelRow]]
    }

    /// Replaces the list of logs. Entries of unchanged files keep what is known of them.
    ///
    /// - Returns: whether the list differs.
    package mutating func list(_ logs: [RideEntry]) -> Bool {
        var new: [ExactName: RideEntry] = [:]
        for log in logs {
            let known = entries[log.ride]
            // A fault of the search itself stands; one of reading stands as long as the file.
            new[log.ride] = log.problem == nil && known.map { $0.isOf(log) } == true ? known : log
        }
        defer { entries = new }
        return new != entries
    }

    /// Notes what reading a log gave; ignored for a log that is gone or has changed.
    package mutating func note(_ entry: RideEntry) {
        guard let known = entries[entry.ride], known.isOf(entry) else { return }
        entries[entry.ride] = entry
    }

    /// The logs that no model has read yet, or another one.
    package func unread(by model: String) -> [String] {
        entries.values.filter { $0.problem == nil && $0.model != model }.map(\.ride).sorted()
    }

    /// The labels of a ride.
    package func labels(of ride: String) -> RideLabels {
        let recording = WorkspaceFolder.recording(of: ride)
        return RideLabels(recording: recording, rows: rows[recording] ?? [], duration: entries[ride]?.duration)
    }

    /// The number of rides with a label.
    package var labelled: Int {
        rows.count { recording, rows in isListed(recording) && rows.contains { !$0.isUnlabelled } }
    }

    /// The number of activities that rides are labelled with.
    package var labelledActivities: Int {
        var seen: Set<RideLabel> = []
        for (recording, rows) in rows where isListed(recording) {
            for row in rows where !row.isUnlabelled && row.label.activity != nil { seen.insert(row.label) }
        }
        return seen.count
    }

    private func isListed(_ recording: ExactName) -> Bool {
        WorkspaceFolder.ride(of: recording.text).map { entries[$0] != nil } == true
    }

    // MARK: Changes

    /// Changes the labels of rides.
    ///
    /// - Returns: the change to apply; nil if nothing would change.
    /// - Throws: `InputError` for a ride that does not exist.
    package func changing(_ rides: [String], by change: LabelChange) throws(InputError) -> ChangeHistory.Change? {
        try changing(rides, "labels") { _, labels in _ = labels.apply(change) }
    }

    /// Gives spans of rides a label as one change; nil removes the labels in them.
    ///
    /// - Returns: the change to apply; nil if nothing would change.
    /// - Throws: `InputError` for a ride that does not exist.
    package func labelling(
        _ spans: [ExactName: [(from: Double, to: Double, label: RideLabel?)]], labeller: String = ""
    ) throws(InputError) -> ChangeHistory.Change? {
        try changing(spans.keys.sorted().map(\.text), "labels") { ride, labels in
            labels.put(spans[ride] ?? [], labeller: labeller)
        }
    }

    /// Sets cells of rides, such as the person.
    ///
    /// - Returns: the change to apply; nil if nothing would change.
    /// - Throws: `InputError` for a ride that does not exist.
    package func setting(
        _ cells: [(column: String, text: String)], of rides: [String]
    ) throws(InputError) -> ChangeHistory.Change? {
        let columns = cells.map { $0.column == "user" ? "person" : $0.column }
        return try changing(rides, columns.joined(separator: ", ")) { _, labels in labels.set(cells) }
    }

    /// Replaces the labels of a ride, as those that were pressed while it was recorded.
    package func replacing(
        _ spans: [(from: Double, to: Double, label: RideLabel)], of ride: String
    ) -> ChangeHistory.Change? {
        let recording = WorkspaceFolder.recording(of: ride)
        var labels = RideLabels(recording: recording, rows: rows[recording] ?? [], duration: nil)
        labels.put(spans.map { ($0.from, $0.to, $0.label) })
        let rows = ChangeHistory.Rows(recording: recording, from: rows[recording] ?? [], to: labels.rows)
        guard !rows.isEmpty else { return nil }
        var change = ChangeHistory.Change(name: "labels of \(ride)")
        change.rows = [rows]
        return change
    }

    private func changing(
        _ rides: [String], _ what: String, _ body: (String, inout RideLabels) -> Void
    ) throws(InputError) -> ChangeHistory.Change? {
        var change = ChangeHistory.Change(
            name: rides.count == 1 ? "\(what) of \(rides[0])" : "\(what) of \(rides.count) rides")
        for ride in rides {
            guard entries[ride] != nil else {
                throw InputError(
                    .unreadable, source: QuotedText.text(ride), problem: "the ride does not exist",
                    remedy: "load the list again")
            }
            var labels = labels(of: ride)
            let before = labels.rows
            body(ride, &labels)
            let rows = ChangeHistory.Rows(
                recording: WorkspaceFolder.recording(of: ride), from: before, to: labels.rows)
            if !rows.isEmpty { change.rows.append(rows) }
        }
        return change.rows.isEmpty ? nil : change
    }

    /// The manifest with a change.
    ///
    /// - Throws: `InputError` if the rows that the change replaces are not those of the manifest any more.
    package func manifest(with change: ChangeHistory.Change) throws(InputError) -> ChangedManifest {
        var changed: [ExactName: [LabelRow]] = [:]
        for difference in change.rows {
            let present = changed[difference.recording] ?? rows[difference.recording] ?? []
            let duration = WorkspaceFolder.ride(of: difference.recording).flatMap { entries[$0]?.duration }
            let new = difference.applied(to: present).map {
                RideLabels(recording: difference.recording, rows: $0, duration: duration)
            }
            guard let new, !new.overlaps else {
                throw InputError(
                    .unsupported, source: QuotedText.text(difference.recording),
                    problem: "its labels have changed since then", remedy: "change them by hand")
            }
            changed[difference.recording] = new.rows
        }
        var text = manifest
        text.replace(changed)
        return ChangedManifest(text: text, hash: text.hash, rows: changed)
    }

    /// Another manifest in place of this one, as after the file changed.
    package func manifest(replacedBy text: ManifestText) -> ChangedManifest {
        let new = text.rows
        let changed = Set(rows.keys).union(new.keys).filter { rows[$0] != new[$0] }
        return ChangedManifest(
            text: text, hash: text.hash, rows: changed.reduce(into: [:]) { $0[$1] = new[$1] ?? [] })
    }
}
