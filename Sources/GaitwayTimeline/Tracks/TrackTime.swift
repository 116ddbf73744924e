// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Reads times in the forms that track files use.
enum TrackTime {
    /// Seconds since 1970, to the microsecond, which is the precision of a `Double`.
    static func moment(seconds: Double) -> Timestamp? {
        guard seconds.magnitude < 9e9 else { return nil }
        return Timestamp(nanoseconds: Int64(clamping: (seconds * 1e6).rounded()) * 1000)
    }

    /// A number since 1970 in seconds, milliseconds, microseconds or nanoseconds; its size decides the unit.
    static func moment(number: Double) -> Timestamp? {
        switch number.magnitude {
        case ..<1e11: moment(seconds: number)
        case ..<1e14: moment(seconds: number / 1e3)
        case ..<1e17: moment(seconds: number / 1e6)
        default: moment(seconds: Nanoseconds.seconds(number))
        }
    }

    /// A time as XML has it, perhaps on a line of its own.
    static func trimmed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// A time with its date, in ISO 8601 or another form that shows the order of day and month.
    static func moment(text: String) -> Timestamp? {
        if let moment = Timestamp(iso8601: text) { return moment }
        if let time = other(text) {
            return time.hasDate && !time.isOpen ? Timestamp(nanoseconds: time.nanoseconds) : nil
        }
        // A number since 1970, from 1990 to 2096; others may be dates without marks.
        return Double(text).flatMap(moment(number:)).flatMap {
            TrackBuilder.earliest...Duration.seconds(4_000_000_000) ~= $0.sinceEpoch ? $0 : nil
        }
    }

    private static func other(_ text: String) -> TimeText? { TimeText.parse(text, lacksSeconds: true) }

    /// A time as text, or a number since 1970.
    static func moment(_ element: JSONElement?) -> Timestamp? {
        switch element?.content {
        case .text(let text): moment(text: text) ?? Double(text).flatMap(moment(number:))
        case .number(let number): moment(number: number)
        default: nil
        }
    }

    /// Whether a time names its zone (`Z` or an offset); nil for any other text.
    static func namesZone(_ text: String) -> Bool? {
        Timestamp(iso8601: text) == nil ? other(text)?.hasZone : Timestamp.hasOffset(iso8601: text)
    }

    /// The error for a time in no known form.
    static func fault(line: Int?) -> InputError {
        InputError(
            .malformed, line: line, problem: "the time cannot be read",
            remedy: "write it as 2026-05-01T08:00:12.800Z or in seconds since 1970")
    }
}
