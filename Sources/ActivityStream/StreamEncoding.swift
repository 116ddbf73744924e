/// How an activity stream is written down. The raw value is what `--format` calls it.
public enum StreamEncoding: String, CaseIterable, Sendable, Hashable {
    /// One JSON object a line.
    case ndjson
    /// A table with the same fields as columns.
    case csv

    /// The version of the format that is written unless speeds were used; see FORMAT.md.
    package static let version = 1
    /// The version of streams whose windows may rest on speeds, too.
    package static let versionWithSpeed = 2

    /// What the header's `gaitway` field says.
    static let kind = "activity-stream"
}
