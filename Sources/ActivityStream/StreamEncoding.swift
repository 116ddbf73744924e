/// How an activity stream is written down. The raw value is what `--format` calls it.
public enum StreamEncoding: String, CaseIterable, Sendable, Hashable {
    /// One JSON object a line.
    case ndjson
    /// A table with the same fields as columns.
    case csv

    /// The version of the format that is written, and the only one that is read; see FORMAT.md.
    package static let version = 1

    /// What the header's `gaitway` field says.
    static let kind = "activity-stream"
}
