// SPDX-License-Identifier: Apache-2.0
/// A span of time, start included, end excluded.
public struct TimeSpan: Sendable, Hashable {
    /// The first moment.
    public var start: Timestamp
    /// The first moment after it.
    public var end: Timestamp

    /// The span from `start` to `end`.
    public init(start: Timestamp, end: Timestamp) {
        self.start = start
        self.end = end
    }

    /// From start to end.
    public var duration: Duration { end - start }

    package var seconds: Double { end.seconds(since: start) }

    /// Whether two spans share time.
    package func overlaps(_ other: TimeSpan) -> Bool { start < other.end && other.start < end }
}
