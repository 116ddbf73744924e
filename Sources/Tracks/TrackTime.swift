import MotionTypes
import TextFormats

/// Times as track files write them.
enum TrackTime {
    /// Seconds since 1970, to the microsecond: what a `Double` holds of them.
    static func moment(seconds: Double) -> Timestamp? {
        guard seconds.magnitude < 9e9 else { return nil }
        return Timestamp(nanoseconds: Int64((seconds * 1e6).rounded()) * 1000)
    }

    /// A number since 1970 whose unit its size tells: seconds, milliseconds, microseconds or nanoseconds.
    static func moment(number: Double) -> Timestamp? {
        switch number.magnitude {
        case ..<1e11: moment(seconds: number)
        case ..<1e14: moment(seconds: number / 1e3)
        case ..<1e17: moment(seconds: number / 1e6)
        default: moment(seconds: Nanoseconds.seconds(number))
        }
    }

    /// A time in ISO 8601, or a number since 1970.
    static func moment(_ element: JSONElement?) -> Timestamp? {
        switch element?.content {
        case .text(let text): Timestamp(iso8601: text) ?? Double(text).flatMap(moment(number:))
        case .number(let number): moment(number: number)
        default: nil
        }
    }

    /// Whether a time in ISO 8601 names its zone (`Z` or an offset); nil for what is no such time.
    static func namesZone(_ text: String) -> Bool? {
        guard Timestamp(iso8601: text) != nil else { return nil }
        return text.utf8.dropFirst(10).contains {
            $0 == UInt8(ascii: "Z") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
        }
    }

    /// What to say of a time that is none of these.
    static func fault(line: Int?) -> InputError {
        InputError(
            .malformed, line: line, problem: "the time cannot be read",
            remedy: "write it as 2026-05-01T08:00:12.800Z or in seconds since 1970")
    }
}
