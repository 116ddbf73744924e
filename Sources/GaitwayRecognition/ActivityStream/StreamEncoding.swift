// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// The encoding of an activity stream. The raw value is the word of `--format`.
public enum StreamEncoding: String, CaseIterable, Sendable, Hashable {
    /// One JSON object a line.
    case ndjson
    /// A table with the same fields as columns.
    case csv

    /// The version of the format that is written; see FORMAT.md.
    package static let version = 3
    /// The versions that are read. Version 2 has speeds; version 3 has the activity as a word, and CSV of rows alone.
    static let readVersions = 1...version
    /// The version whose streams all may have speeds.
    static let versionWithSpeed = 2
    /// The begin of a comment line in CSV, whose rest is a line of NDJSON.
    static let comment = Array("# {".utf8)

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
