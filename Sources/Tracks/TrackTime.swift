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
        default: moment(seconds: number / 1e9)
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

    /// ISO 8601's basic form, `20140603T152242-0700`.
    static func moment(basic text: String) -> Timestamp? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 15, bytes[8] == UInt8(ascii: "T") else { return nil }
        func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let date = part(0..<4) + "-" + part(4..<6) + "-" + part(6..<8)
        let time = part(9..<11) + ":" + part(11..<13) + ":" + part(13..<15)
        return Timestamp(iso8601: date + "T" + time + part(15..<bytes.count))
    }

    /// What to say of a time that is none of these.
    static func fault(line: Int?) -> InputError {
        InputError(
            .malformed, line: line, problem: "a time that cannot be read",
            remedy: "write it as 2026-05-01T08:00:12.800Z or in seconds since 1970")
    }
}
