public import MotionTypes

/// The encoding of an activity stream. The raw value is the word of `--format`.
public enum StreamEncoding: String, CaseIterable, Sendable, Hashable {
    /// One JSON object a line.
    case ndjson
    /// A table with the same fields as columns.
    case csv

    /// The version of the format without speeds; see FORMAT.md.
    package static let version = 1
    /// The version of streams whose windows may also rest on speeds.
    package static let versionWithSpeed = 2

    /// The value of the header's field `gaitway`.
    static let kind = "activity-stream"
}

/// One line of an activity stream, decoded.
public enum StreamElement: Sendable, Hashable {
    /// The first line.
    case header(StreamHeader)
    /// A report of the current stream.
    case report(ActivityReport)
    /// The last line: the stream is complete.
    case footer(StreamFooter)
}

extension ActivityProbabilities {
    /// A class's probability, clamped to 0...1, as both encodings write it with ``decimals``.
    package func written(_ activityClass: ActivityClass) -> Double {
        let probability = self[activityClass]
        precondition(!probability.isNaN, "a probability that is not a number")
        return min(max(probability, 0), 1)
    }

    /// The decimals of a written probability.
    package static let decimals = 4
}
