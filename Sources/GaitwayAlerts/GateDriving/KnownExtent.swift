// SPDX-License-Identifier: Apache-2.0
/// Up to when the inputs of one kind are known.
enum KnownExtent {
    case nothing
    case until(Duration)
    case all

    /// Whether all that comes before a time is known.
    func covers(before time: Duration) -> Bool {
        switch self {
        case .nothing: false
        case .until(let end): time <= end
        case .all: true
        }
    }

    /// Whether all that comes up to a time, and at it, is known.
    func covers(through time: Duration) -> Bool {
        if case .until(let end) = self { time < end } else { covers(before: time) }
    }

    /// All that comes before a time is known.
    mutating func extend(to time: Duration) {
        if !covers(before: time) { self = .until(time) }
    }

    /// The end of what both know; nil if one knows nothing or both know all.
    func earlier(_ other: Self) -> Duration? {
        switch (self, other) {
        case (.until(let end), .until(let otherEnd)): min(end, otherEnd)
        case (.until(let end), .all), (.all, .until(let end)): end
        default: nil
        }
    }
}
