package import Evaluation
import Formats
package import MotionTypes

/// The rides of a workspace with their labels, and the changes to them: a pure state machine.
///
/// The caller reads and writes the files. Each change gives the manifest's new text; the caller writes it and then
/// confirms with the new value.
package struct RideLibrary: Sendable {
    /// The logs by their paths below `rides/`.
    package private(set) var entries: [String: RideEntry] = [:]
    /// The manifest as it was last read or written.
    package private(set) var manifest = ManifestText()
    /// The changes that can be taken back.
    package var history = ChangeHistory()
    /// The hash of the manifest's text.
    package private(set) var manifestHash = ManifestText().hash
    private var rows: [String: [LabelRow]] = [:]

    /// A workspace without rides.
    package init() {}

    /// Replaces the manifest, as after the file changed.
    package mutating func use(_ manifest: ManifestText) {
        self.manifest = manifest
        manifestHash = manifest.hash
        rows = manifest.rows
    }

    /// Replaces the list of logs. Entries of unchanged files keep what is known of them.
    ///
    /// - Returns: whether the list differs.
    package mutating func list(_ logs: [RideEntry]) -> Bool {
        var new: [String: RideEntry] = [:]
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
        rows.count { key, rows in
            WorkspaceFolder.ride(of: key).map { entries[$0] != nil } == true && rows.contains { !$0.isUnlabelled }
        }
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
        _ spans: [String: [(from: Double, to: Double, label: RideLabel?)]]
    ) throws(InputError) -> ChangeHistory.Change? {
        try changing(spans.keys.sorted(), "labels") { ride, labels in
            for span in spans[ride] ?? [] { _ = labels.apply(.put(from: span.from, to: span.to, span.label)) }
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
        for span in spans { _ = labels.apply(.put(from: span.from, to: span.to, span.label)) }
        guard labels.rows != rows[recording] ?? [] else { return nil }
        var change = ChangeHistory.Change(name: "labels of \(ride)")
        change.rows = [.init(recording: recording, before: rows[recording] ?? [], after: labels.rows)]
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
            guard labels.rows != before else { continue }
            change.rows.append(
                .init(recording: WorkspaceFolder.recording(of: ride), before: before, after: labels.rows))
        }
        return change.rows.isEmpty ? nil : change
    }

    /// The manifest with a change.
    ///
    /// - Throws: `InputError` if the rows that the change replaces are not those of the manifest any more.
    package func manifest(with change: ChangeHistory.Change) throws(InputError) -> ManifestText {
        var text = manifest
        for rows in change.rows {
            guard Set(self.rows[rows.recording] ?? []) == Set(rows.before) else {
                throw InputError(
                    .unsupported, source: QuotedText.text(rows.recording),
                    problem: "its labels have changed since then", remedy: "change them by hand")
            }
            text.replace(rows.recording, with: rows.after)
        }
        return text
    }
}
