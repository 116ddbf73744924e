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

    /// The moment `nanoseconds` later; stops at the ends of the range instead of overflowing.
    public func advanced(byNanoseconds nanoseconds: Int64) -> Timestamp {
        let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
        guard overflow else { return Timestamp(nanoseconds: sum) }
        return Timestamp(nanoseconds: nanoseconds < 0 ? .min : .max)
    }
}
