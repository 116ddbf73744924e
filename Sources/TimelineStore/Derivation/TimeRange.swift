import MotionTypes

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
