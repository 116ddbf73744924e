internal import MotionTypes

/// A time within the gate's state: a ``Timestamp`` that can be saved, with arithmetic that stops at the ends of the range.
struct Moment: Hashable, Comparable, Codable {
    var nanoseconds: Int64

    init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    init(_ timestamp: Timestamp) { nanoseconds = timestamp.nanoseconds }

    init(from decoder: any Decoder) throws {
        nanoseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(nanoseconds)
    }

    var timestamp: Timestamp { Timestamp(nanoseconds: nanoseconds) }

    /// Whole seconds since 1970, rounded down.
    var seconds: Int64 {
        let quotient = nanoseconds / 1_000_000_000
        return nanoseconds % 1_000_000_000 < 0 ? quotient - 1 : quotient
    }

    static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }

    static func + (moment: Moment, duration: Duration) -> Moment {
        Moment(moment.timestamp.advanced(byNanoseconds: duration.wholeNanoseconds))
    }

    static func - (later: Moment, earlier: Moment) -> Duration {
        let (difference, overflow) = later.nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return .nanoseconds(overflow ? (later < earlier ? Int64.min : Int64.max) : difference)
    }
}
