import MotionTypes

extension Timestamp {
    /// Whether it lies between 1685 and 2255, as the segmenter demands of a log's time.
    var isUsable: Bool { nanoseconds.magnitude < 9_000_000_000_000_000_000 }
}

/// The first and the last of some moments.
struct TimeRange: Sendable, Hashable {
    var first: Timestamp
    var last: Timestamp

    /// Takes in one more moment.
    static func extend(_ range: inout TimeRange?, by time: Timestamp) {
        range = TimeRange(first: min(range?.first ?? time, time), last: max(range?.last ?? time, time))
    }

    /// Takes in another range.
    static func extend(_ range: inout TimeRange?, by other: TimeRange?) {
        guard let other else { return }
        extend(&range, by: other.first)
        extend(&range, by: other.last)
    }
}
