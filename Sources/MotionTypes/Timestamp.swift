/// A moment by the wall clock: nanoseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// An integer, since nanoseconds since 1970 exceed what a Double holds exactly (2^53).
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    public var nanoseconds: Int64

    /// The moment `nanoseconds` after 1970-01-01T00:00:00Z.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Earlier lies below later.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Whether it lies between 1685 and 2255; what lies beyond is no time of a log.
    package var isUsable: Bool { nanoseconds.magnitude < 9_000_000_000_000_000_000 }

    /// The moment that a duration later; stops at the ends of the range, and cuts off what is less than a nanosecond.
    public static func + (moment: Timestamp, duration: Duration) -> Timestamp {
        let nanoseconds = duration.wholeNanoseconds
        guard nanoseconds == .min || nanoseconds == .max else { return moment.advanced(byNanoseconds: nanoseconds) }
        // Longer than its nanoseconds can tell: the sum is taken before it is cut to the range.
        return Timestamp(nanoseconds: (moment.sinceEpoch + clamped(duration)).wholeNanoseconds)
    }

    /// A duration, or one that leads from any moment beyond the range: a sum with the longest that there are would have none.
    private static func clamped(_ duration: Duration) -> Duration {
        let longest = Duration.nanoseconds(Int64.max) * 3
        return min(max(duration, .zero - longest), longest)
    }

    /// The moment that a duration earlier; stops at the ends of the range, and cuts off what is less than a nanosecond.
    public static func - (moment: Timestamp, duration: Duration) -> Timestamp {
        moment + (.zero - clamped(duration))
    }

    /// The time from one moment to another; negative if the other is earlier.
    public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        .nanoseconds(later.nanoseconds) - .nanoseconds(earlier.nanoseconds)
    }

    /// The moment `nanoseconds` later; stops at the ends of the range instead of overflowing.
    package func advanced(byNanoseconds nanoseconds: Int64) -> Timestamp {
        let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
        guard overflow else { return Timestamp(nanoseconds: sum) }
        return Timestamp(nanoseconds: nanoseconds < 0 ? .min : .max)
    }
}

/// Saved as its nanoseconds alone, a single number.
extension Timestamp: Codable {
    /// Reads the nanoseconds.
    ///
    /// - Throws: `DecodingError` for what is no whole number of 64 bits.
    public init(from decoder: any Decoder) throws {
        self.init(nanoseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    /// Writes the nanoseconds.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(nanoseconds)
    }
}
