// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The first and the last of a set of moments.
struct TimeRange: Sendable, Hashable {
    var first: Timestamp
    var last: Timestamp

    /// Extends the range by a moment.
    static func extend(_ range: inout TimeRange?, by time: Timestamp) {
        range = TimeRange(first: min(range?.first ?? time, time), last: max(range?.last ?? time, time))
    }

    /// Extends the range by another.
    static func extend(_ range: inout TimeRange?, by other: TimeRange?) {
        guard let other else { return }
        extend(&range, by: other.first)
        extend(&range, by: other.last)
    }
}
