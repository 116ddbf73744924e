/// One labelled ride of a manifest: a recording, or a span of one, with a label.
public struct ManifestRow: Sendable, Hashable {
    /// The word in ``acceleration`` for a log with linear acceleration and gravity beside it, which add up to the total.
    public static let bothAccelerations = "linear+gravity"

    /// The recording's path, as the manifest has it: relative to the manifest's root.
    public var recording: String
    /// What the person did.
    public var label: RideLabel
    /// The data set; where the manifest says nothing, the stem of its own name, or `default` without a name.
    public var dataSet: String
    /// The person, known by this name within the data set; where the manifest says nothing, the recording.
    public var user: String
    /// The phone; empty when not known, as all texts below.
    public var device = ""
    /// The kind of the activity: `tram`, `stairs`, …
    public var mode = ""
    /// Where the phone was.
    public var placement = ""
    /// Where the ride begins, in seconds since the first accelerometer sample; nil is the recording's start.
    public var start: Double?
    /// Where the ride ends, in seconds since the first accelerometer sample; nil is the recording's end.
    public var end: Double?
    /// The logger to read the recording as; empty to detect it.
    public var logger = ""
    /// `total`, `linear`, or empty to detect it.
    public var acceleration = ""
    /// The unit of acceleration, or empty to detect it.
    public var unit = ""
    /// Free text.
    public var notes = ""
    /// The cells of further columns, by name.
    public var extra: [String: String] = [:]
    /// The line of the manifest it begins on, from 1; nil for a row that was not read.
    public var line: Int?

    /// A labelled ride; all else is set afterwards.
    public init(recording: String, label: RideLabel, dataSet: String = "default", user: String? = nil) {
        self.recording = recording
        self.label = label
        self.dataSet = dataSet
        self.user = user ?? recording
    }

    /// Whether the span holds several activities that nobody separated (its mode begins `unlabelled`):
    /// such rides are neither trained on nor scored.
    public var isUnlabelled: Bool { mode.hasPrefix("unlabelled") }

    /// The length of the span in hours, or nil when the manifest does not give it.
    public var hours: Double? {
        guard let end else { return nil }
        return (end - (start ?? 0)) / 3600
    }

    /// The cell of a column, as it would be written; empty when there is none.
    public subscript(column: String) -> String {
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
