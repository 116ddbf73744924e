// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayEvaluation
package import GaitwayPages
package import GaitwayRecognition
import GaitwayReports

/// The page and the picture of a log: where they are written, and what they show about their making.
package struct LogReport: Sendable {
    /// The file of the page; `-` is standard output, nil for no page.
    package let path: String?
    /// The file of the picture; nil for none.
    package let picture: PictureFile?
    /// The command that makes the page again.
    package let command: String
    /// The zone whose clock the page shows.
    package let zone: LocalZone
    /// The other files that are read and must not be overwritten.
    package let otherInputs: [String]
    /// Whether an existing file is replaced.
    package let replaces: Bool
    /// A manifest, whose labels of the log stand above the answer.
    package var manifest: Manifest?
    /// The server of map tiles; nil for a map without tiles.
    package var tiles: TileServer?

    package init(
        path: String?, picture: PictureFile? = nil, command: String, zone: LocalZone, otherInputs: [String],
        replaces: Bool, manifest: Manifest? = nil, tiles: TileServer? = nil
    ) {
        self.path = path
        self.picture = picture
        self.command = command
        self.zone = zone
        self.otherInputs = otherInputs
        self.replaces = replaces
        self.manifest = manifest
        self.tiles = tiles
    }

    /// Whether standard output is reserved for the page.
    package var takesStandardOutput: Bool { path == OutputPlan.standardOutput }

    /// The files that are written.
    package var paths: [String] { [path, picture?.path].compactMap(\.self) }

    /// Writes the page and the picture of a log.
    package func write(_ record: RideRecord, _ classification: LogClassification) throws {
        let log = record.header.source
        var subject = RideSubject(
            name: FileName.last(StandardInput.name(of: log)), header: record.header,
            repairs: record.repairs, model: classification.model.name,
            smoothing: record.smoothing, zone: zone, command: command, notes: record.notes)
        subject.annotations = record.annotations
        subject.phoneActivities = record.phoneActivities
        if let manifest {
            let rows = manifest.rows(of: log)
            subject.labels = rows.map { row in
                let end = record.ride.end.inSeconds
                return (from: row.start ?? 0, to: row.end ?? end, activity: row.label.name)
            }
            if rows.isEmpty { subject.notes.append("\(manifest.source ?? "The manifest") has no label of this log.") }
        }
        var page = RidePage(subject: subject, ride: record.ride)
        page.tiles = tiles
        var results = ResultFiles(replaces: replaces)
        results.write(page.html, to: path)
        try results.finish()
        try picture?.write(page.picture)
    }
}

/// The data of a log for its page, collected while it is classified.
package struct RideRecord {
    package let header: RecordingHeader
    /// Labels set while recording.
    package let annotations: [Annotation]
    /// What the phone's own recognition said.
    let phoneActivities: [PhoneActivity]
    package let smoothing: Smoothing
    package private(set) var ride: RideCollector
    package private(set) var repairs = RepairReport()
    /// Notes for the top of the page.
    package private(set) var notes: [String]
    private var windowsEnd: Duration = .zero

    init(of reader: RecordingReader, smoothing: Smoothing, showsAll: Bool, notes: [String]) {
        header = reader.header
        annotations = reader.annotations
        phoneActivities = reader.phoneActivities
        self.smoothing = smoothing
        ride = RideCollector(showsAll: showsAll)
        self.notes = notes + header.guesses
    }

    /// Takes a step of reading the log and the windows that it completed.
    package mutating func append(_ step: ReadStep, _ windows: [ActivityReport]) {
        ride.append(step.batch.samples)
        ride.append(step.batch.fixes)
        append(windows)
        repairs = step.repairs
        ride.note(repairs, until: step.end)
    }

    /// Ends a log that was read whole, with its last step.
    package mutating func finish(_ windows: [ActivityReport], _ step: ReadStep) {
        append(windows)
        repairs = step.repairs
        ride.note(repairs, until: step.end)
        ride.finish(at: max(step.end, windowsEnd), stretchesEnd: step.end)
    }

    /// Adds a note for the top of the page.
    package mutating func add(note: String) { notes.append(note) }

    private mutating func append(_ windows: [ActivityReport]) {
        for window in windows {
            ride.append(window: window)
            windowsEnd = window.window?.upperBound ?? window.delivered
        }
    }
}
