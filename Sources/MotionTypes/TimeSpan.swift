/// A stretch of time, start included, end excluded.
public struct TimeSpan: Sendable, Hashable {
    /// First moment of it.
    public var start: Timestamp
    /// First moment after it.
    public var end: Timestamp

    /// The stretch from `start` to `end`.
    public init(start: Timestamp, end: Timestamp) {
        self.start = start
        self.end = end
    }

    /// From start to end.
    public var duration: Duration { end - start }

    /// Seconds from start to end.
    package var seconds: Double { end.seconds(since: start) }

    /// Whether two stretches share time.
    public func overlaps(_ other: TimeSpan) -> Bool { start < other.end && other.start < end }
}
