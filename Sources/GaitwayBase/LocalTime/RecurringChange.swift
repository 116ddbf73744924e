// SPDX-License-Identifier: Apache-2.0

/// A rule for all years: one offset, or two that follow each other every year. POSIX writes it as
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct RecurringChange: Sendable {
    /// A moment of every year, on the clock that is then in force.
    struct Moment: Sendable {
        enum Day: Sendable {
            /// The weekday (0 is Sunday) for the nth time in a month; the fifth is the last.
            case weekday(Int64, nth: Int64, month: Int64)
            /// From 1 to 365; 29 February is left out.
            case withoutLeapDay(Int64)
            /// From 0 to 365.
            case ofYear(Int64)
        }

        var day: Day
        /// Seconds since midnight; may lie in other days.
        var time: Int64

        /// Seconds from 1970 to it in a year, as if the clock showed UTC.
        func seconds(in year: Int64) -> Int64 {
            let newYear = CivilDate.days(year: year, month: 1, day: 1)
            let date: Int64
            switch day {
            case .weekday(let weekday, let nth, let month):
                let first = CivilDate.days(year: year, month: month, day: 1)
                // 1970-01-01 was a Thursday.
                let shift = ((weekday - first - 4) % 7 + 7) % 7
                let next =
                    month == 12
                    ? CivilDate.days(year: year + 1, month: 1, day: 1)
                    : CivilDate.days(year: year, month: month + 1, day: 1)
                let wanted = first + shift + 7 * (nth - 1)
                date = wanted < next ? wanted : wanted - 7
            case .withoutLeapDay(let number):
                let isLeap = CivilDate.days(year: year, month: 3, day: 1) - newYear == 60
                date = newYear + number - (isLeap && number >= 60 ? 0 : 1)
            case .ofYear(let number): date = newYear + number
            }
            return date * 86400 + time
        }
    }

    private var standard: Int64
    private var summer: (offset: Int64, from: Moment, to: Moment)?

    /// Reads a rule; nil for other text.
    init?(_ text: [UInt8]) {
        var reader = RuleReader(text: text[...])
        guard reader.skipName(), let standard = reader.time() else { return nil }
        self.standard = -standard
        guard !reader.text.isEmpty else { return }
        guard reader.skipName() else { return nil }
        var offset = self.standard + 3600
        if reader.text.first != UInt8(ascii: ",") {
            guard let time = reader.time() else { return nil }
            offset = -time
        }
        guard let from = reader.moment(), let to = reader.moment(), reader.text.isEmpty else { return nil }
        summer = (offset, from, to)
    }

    /// Seconds to add to UTC at a moment.
    func offset(at seconds: Int64) -> Int64 {
        guard let summer else { return standard }
        let year = CivilDate.fromDays((seconds + standard - ((seconds + standard) % 86400 + 86400) % 86400) / 86400)
            .year
        // The last change up to the moment decides; one of either year beside may be it. Where both are at once, summer
        // begins.
        var last = (moment: Int64.min, offset: standard)
        for near in year - 1...year + 1 {
            let end = summer.to.seconds(in: near) - summer.offset
            if end <= seconds, end > last.moment { last = (end, standard) }
            let begin = summer.from.seconds(in: near) - standard
            if begin <= seconds, begin >= last.moment { last = (begin, summer.offset) }
        }
        return last.offset
    }
}

/// Reads the parts of a rule in their order.
private struct RuleReader {
    var text: ArraySlice<UInt8>

    /// Takes a character, if it comes next.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard text.first == UInt8(ascii: character) else { return false }
        text.removeFirst()
        return true
    }

    /// Takes `CEST` or `<+03>`.
    mutating func skipName() -> Bool {
        if skip("<") {
            guard let end = text.firstIndex(of: UInt8(ascii: ">")) else { return false }
            text = text[(end + 1)...]
            return true
        }
        let rest = text.drop { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
        defer { text = rest }
        return rest.count < text.count
    }

    /// A number of at most three digits.
    mutating func number() -> Int64? {
        let digits = text.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        guard !digits.isEmpty, digits.count <= 3 else { return nil }
        text = text[digits.endIndex...]
        return digits.reduce(0) { 10 * $0 + Int64($1 - UInt8(ascii: "0")) }
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    mutating func time() -> Int64? {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        guard let hours = number(), hours <= 167 else { return nil }
        var seconds = hours * 3600
        for unit: Int64 in [60, 1] where skip(":") {
            guard let part = number(), part < 60 else { return nil }
            seconds += part * unit
        }
        return isNegative ? -seconds : seconds
    }

    /// `,M3.5.0/3`, `,J60` or `,59/-2`.
    mutating func moment() -> RecurringChange.Moment? {
        guard skip(",") else { return nil }
        let day: RecurringChange.Moment.Day
        if skip("M") {
            guard let month = number(), skip("."), let nth = number(), skip("."), let weekday = number(),
                (1...12).contains(month), (1...5).contains(nth), weekday < 7
            else { return nil }
            day = .weekday(weekday, nth: nth, month: month)
        } else if skip("J") {
            guard let number = number(), (1...365).contains(number) else { return nil }
            day = .withoutLeapDay(number)
        } else {
            guard let number = number(), number < 366 else { return nil }
            day = .ofYear(number)
        }
        guard skip("/") else { return .init(day: day, time: 7200) }
        return time().map { .init(day: day, time: $0) }
    }
}
