// SPDX-License-Identifier: Apache-2.0
/// Hours of a week, with exceptions on dates, by a local clock: `Mo-Fr 08:00-18:00; Sa 10:00-14:00; 2026-12-25 off`.
///
/// Semicolons separate rules: days or dates, then times or `off`. Days are `Mo Tu We Th Fr Sa Su`, alone, in ranges and
/// in lists; a rule without days holds on every day. Dates are `2026-12-25` and `2026-12-24/2026-12-31`. Times are
/// ranges and lists of them, to the minute. A range that ends at or before its beginning ends on the next day; `24:00`
/// ends a day. A later rule replaces an earlier one for its days, and a rule of a date replaces those of weekdays.
public struct WeeklyHours: Sendable, Hashable {
    /// The hours as they were written.
    public let text: String
    /// The spans of each day from Monday on.
    private let week: [[Span]]
    private let exceptions: [Exception]

    /// A time of a day, in minutes since its midnight; the end may lie on the next day.
    package struct Span: Sendable, Hashable {
        package var from: Int
        package var to: Int
    }

    struct Exception: Sendable, Hashable {
        /// Days since 1970-01-01.
        var days: ClosedRange<Int64>
        var spans: [Span]
    }

    /// Reads the hours.
    ///
    /// - Throws: `InputError` without a line. It quotes the wrong rule and shows a right one.
    public init(_ text: String) throws(InputError) {
        var parser = WeeklyHoursParser()
        try parser.read(text)
        self.text = text
        week = parser.week
        exceptions = parser.exceptions
    }

    /// The spans that begin on a local day, given as days since 1970-01-01.
    package func spans(onDay day: Int64) -> [Span] {
        if let exception = exceptions.last(where: { $0.days.contains(day) }) { return exception.spans }
        // 1 January 1970 was a Thursday.
        let weekday = (day + 3) % 7
        return week[Int(weekday < 0 ? weekday + 7 : weekday)]
    }
}

/// Encoded as its text.
extension WeeklyHours: Codable {
    /// Reads the text.
    ///
    /// - Throws: `DecodingError`, or `InputError` for a text that is not a list of rules.
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
