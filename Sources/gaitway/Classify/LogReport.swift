// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayPages
import GaitwayRecognition
import GaitwayReports

/// The page of a log: where it is written, and what it shows about its making.
struct LogReport: Sendable {
    /// The file; `-` is standard output.
    let path: String
    /// The command that makes the page again.
    let command: String
    /// The zone whose clock the page shows.
    let zone: LocalZone
    /// The other files that are read and must not be overwritten.
    let otherInputs: [String]
    /// Whether an existing file is replaced.
    let replaces: Bool
    /// A manifest, whose labels of the log stand above the answer.
    var manifest: Manifest?
    /// The server of map tiles; nil for a map without tiles.
    var tiles: TileServer?

    /// Whether standard output is reserved for the page.
    var takesStandardOutput: Bool { path == OutputPlan.standardOutput }

    /// Writes the page of a log.
    func write(_ record: RideRecord, _ classification: LogClassification) throws {
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
    }
}

/// The data of a log for its page, collected while it is classified.
struct RideRecord {
    let header: RecordingHeader
    /// Labels set while recording.
    let annotations: [Annotation]
    /// What the phone's own recognition said.
    let phoneActivities: [PhoneActivity]
    let smoothing: Smoothing
    private(set) var ride: RideCollector
    private(set) var repairs = RepairReport()
    /// Notes for the top of the page.
    private(set) var notes: [String]
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
    mutating func append(_ step: ReadStep, _ windows: [ActivityReport]) {
        ride.append(step.batch.samples)
        ride.append(step.batch.fixes)
        append(windows)
        repairs = step.repairs
        ride.note(repairs, until: step.end)
    }

    /// Ends a log that was read whole, with its last step.
    mutating func finish(_ windows: [ActivityReport], _ step: ReadStep) {
        append(windows)
        repairs = step.repairs
        ride.note(repairs, until: step.end)
        ride.finish(at: max(step.end, windowsEnd), stretchesEnd: step.end)
    }

    /// Adds a note for the top of the page.
    mutating func add(note: String) { notes.append(note) }

    private mutating func append(_ windows: [ActivityReport]) {
        for window in windows {
            ride.append(window: window)
            windowsEnd = window.window?.upperBound ?? window.delivered
        }
    }
}
