// SPDX-License-Identifier: Apache-2.0
/// A moment by the wall clock: nanoseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// An integer, since nanoseconds since 1970 exceed what a Double holds exactly (2^53).
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    public var nanoseconds: Int64

    /// The moment `nanoseconds` after 1970-01-01T00:00:00Z.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Whether the first moment is earlier.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Whether it lies between 1685 and 2255, as every time of a log does.
    package var isUsable: Bool { nanoseconds.magnitude < 9_000_000_000_000_000_000 }

    /// The moment a duration later, clamped to the range; fractions of a nanosecond are cut off.
    public static func + (moment: Timestamp, duration: Duration) -> Timestamp {
        let nanoseconds = duration.wholeNanoseconds
        guard nanoseconds == .min || nanoseconds == .max else { return moment.advanced(byNanoseconds: nanoseconds) }
        // The duration exceeds Int64 nanoseconds: the sum is computed before it is clamped.
        return Timestamp(nanoseconds: (moment.sinceEpoch + clamped(duration)).wholeNanoseconds)
    }

    /// A duration, cut to one that leads beyond the range from any moment: sums with the longest durations would
    /// overflow.
    private static func clamped(_ duration: Duration) -> Duration {
        let longest = Duration.nanoseconds(Int64.max) * 3
        return min(max(duration, .zero - longest), longest)
    }

    /// The moment a duration earlier, clamped to the range; fractions of a nanosecond are cut off.
    public static func - (moment: Timestamp, duration: Duration) -> Timestamp { moment + (.zero - clamped(duration)) }

    /// The time from one moment to another; negative if the other is earlier.
    public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        .nanoseconds(later.nanoseconds) - .nanoseconds(earlier.nanoseconds)
    }

    /// The moment `nanoseconds` later, clamped to the range.
    package func advanced(byNanoseconds nanoseconds: Int64) -> Timestamp {
        let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
        guard overflow else { return Timestamp(nanoseconds: sum) }
        return Timestamp(nanoseconds: nanoseconds < 0 ? .min : .max)
    }
}

/// Encoded as a single number, its nanoseconds.
extension Timestamp: Codable {
    /// Reads the nanoseconds.
    ///
    /// - Throws: `DecodingError` unless it is a whole number of 64 bits.
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
