// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// One labelled ride of a manifest: a recording, or a span of one, with a label.
package struct ManifestRow: Sendable, Hashable {
    /// The word in ``acceleration`` for a log with linear acceleration and gravity beside it, which add up to the
    /// total.
    package static let bothAccelerations = "linear+gravity"

    /// The recording's path, as the manifest has it: relative to the manifest's root.
    package var recording: String
    package var label: RideLabel
    /// The data set; where the manifest says nothing, the stem of its own name, or `default` without a name.
    package var dataSet: String
    /// The person, known by this name within the data set; where the manifest says nothing, the recording.
    package var user: String
    /// The phone; empty when not known, as all texts below.
    package var device = ""
    /// The kind of the activity: `tram`, `stairs`, …
    package var mode = ""
    package var placement = ""
    /// Where the ride begins, in seconds since the first accelerometer sample; nil is the recording's start.
    package var start: Double?
    /// Where the ride ends, in seconds since the first accelerometer sample; nil is the recording's end.
    package var end: Double?
    /// The logger to read the recording as; empty to detect it.
    package var logger = ""
    /// `total`, `linear`, or empty to detect it.
    package var acceleration = ""
    /// The unit of acceleration, or empty to detect it.
    package var unit = ""
    package var notes = ""
    /// The cells of further columns, by name.
    package var extra: [String: String] = [:]
    /// Whether the manifest is in Windows' code page 1252, so that its paths are, too.
    package var isInWindows1252 = false
    /// The line of the manifest it begins on, from 1; nil for a row that was not read.
    package var line: Int?

    /// A labelled ride; all else is set afterwards.
    package init(recording: String, label: RideLabel, dataSet: String = "default", user: String? = nil) {
        self.recording = recording
        self.label = label
        self.dataSet = dataSet
        self.user = user ?? recording
    }

    /// Whether the span holds several activities without their boundaries (its mode begins `unlabelled`):
    /// such rides are neither trained on nor scored.
    package var isUnlabelled: Bool { mode.hasPrefix("unlabelled") }

    /// The column that says who labelled a span, and its word for a model whose label a person accepted unseen.
    package static let (labeller, model) = ("labelled_by", "model")

    /// Whether a model gave the label. The figures of models that answer as it does are then too good.
    package var isLabelledByModel: Bool { extra[Self.labeller] == Self.model }

    /// What tells the recording from others: names of files are compared byte by byte, as the system does.
    package var recordingBytes: [UInt8] { Array(recording.utf8) }

    /// The recordings' paths that the row may mean: that with the manifest's bytes, then that in the other encoding.
    package var recordings: [String] {
        let other = TextEncoding.nameInWindows1252(recording)
        return (isInWindows1252 ? [other, recording] : [recording, other]).compactMap(\.self)
    }

    /// The length of the span in hours, or nil when the manifest does not give it.
    package var hours: Double? {
        guard let end else { return nil }
        return (end - (start ?? 0)) / 3600
    }

    /// The cell of a column, as it would be written; empty without one.
    package subscript(column: String) -> String {
        switch column {
        case "recording": recording
        case "activity": label.name
        case "dataset": dataSet
        case "user": user
        case "device": device
        case "mode": mode
        case "placement": placement
        case "start_s": Self.text(start)
        case "end_s": Self.text(end)
        case "logger": logger
        case "acceleration": acceleration
        case "unit": unit
        case "notes": notes
        default: extra[column] ?? ""
        }
    }

    /// The shortest decimal that reads back as `seconds`, without a trailing `.0`.
    private static func text(_ seconds: Double?) -> String {
        guard let seconds else { return "" }
        let text = seconds.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
