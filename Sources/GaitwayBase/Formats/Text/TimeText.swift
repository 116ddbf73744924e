// SPDX-License-Identifier: Apache-2.0

/// A time written as text: a clock time, or a date with a clock time.
///
/// Loggers write more than ISO 8601, which `Timestamp(iso8601:)` reads: clock times without a date, colons before a
/// fraction, slashes, names of months, clocks of 12 hours; and a table asks for it row by row, so that this works on
/// bytes in place.
package struct TimeText: Sendable {
    /// What the digits behind the last colon of `HH:MM:SS:ffff` count.
    package enum ColonFraction: Int64, Sendable, Hashable {
        case milliseconds = 1_000_000
        case tenthsOfMilliseconds = 100_000
    }

    /// The order of day and month in a date that ends with its year.
    package enum DateOrder: Sendable, Hashable {
        case dayFirst
        case monthFirst
    }

    /// Nanoseconds since midnight, or since 1970-01-01 when there is a date; UTC where no zone is given.
    package var nanoseconds: Int64
    package var hasDate: Bool
    package var hasZone: Bool
    /// The number of digits behind a last colon; 0 without one.
    package var colonDigits = 0
    /// The order of day and month that the text itself shows: by a number above 12, dots, or a clock of 12 hours. Nil
    /// if it shows none, and if the year comes first.
    package var order: DateOrder?
    /// Whether the date is another one if day and month change places, and the text does not show their order.
    package var isOpen = false
}

extension TimeText {
    /// Reads `HH:MM:SS`, `HH:MM:SS.fff`, `HH:MM:SS:ffff`, and these behind `2021-06-04`, `2021/06/04`, `27-Aug-2023`,
    /// `27.08.2023` or `27/08/2023`; `AM` or `PM`, an ISO zone, `UTC` or `GMT` may follow. Behind dots, slashes and
    /// names of months, a year may have two digits. Nil if the text is anything else.
    ///
    /// - Parameters:
    ///   - order: the order of day and month where the text does not show it.
    ///   - lacksSeconds: whether a date with `HH:MM` is a time, too.
    package static func parse(
        _ bytes: Span<UInt8>, _ field: Range<Int>, colon: ColonFraction = .milliseconds, order: DateOrder = .dayFirst,
        lacksSeconds: Bool = false
    ) -> TimeText? {
        var scanner = Scanner(position: field.lowerBound, end: field.upperBound)
        guard let first = scanner.number(bytes) else { return nil }
        var date: WrittenDate?
        // EXIF writes 2026:05:01.
        if let separator = scanner.dateSeparator(bytes) ?? (first.digits == 4 && scanner.skip(bytes, ":") ? ":" : nil) {
            guard let written = scanner.date(bytes, first: first, separator) else { return nil }
            date = written
            _ = scanner.skip(bytes, ",")
            guard scanner.gap(bytes) else { return nil }
        } else if first.digits == 8, scanner.gap(bytes) {
            date = WrittenDate(
                year: first.value / 10_000, first: first.value % 100, second: first.value / 100 % 100, order: nil,
                isSettled: true)
        }
        guard
            let (hour, minute, second) = first.digits == 8 && date != nil
                ? scanner.basicClock(bytes) : scanner.clock(bytes, hour: date == nil ? first : nil, lacksSeconds)
        else { return nil }
        var result = TimeText(nanoseconds: 0, hasDate: date != nil, hasZone: false)
        var fraction: Int64 = 0
        if scanner.skip(bytes, ".") || scanner.skip(bytes, ",") {
            guard let digits = scanner.number(bytes), digits.digits <= 9 else { return nil }
            fraction = digits.value
            for _ in digits.digits..<9 { fraction *= 10 }
        } else if scanner.skip(bytes, ":") {
            guard let digits = scanner.number(bytes), digits.digits <= 4 else { return nil }
            result.colonDigits = digits.digits
            let unit = digits.digits == 4 ? .tenthsOfMilliseconds : colon
            fraction = digits.value * unit.rawValue
        }
        var hours = hour
        let isAfternoon = scanner.halfOfDay(bytes)
        if let isAfternoon {
            guard (1...12).contains(hours) else { return nil }
            hours = hours % 12 + (isAfternoon ? 12 : 0)
        }
        var nanoseconds = (hours * 3600 + minute * 60 + second) * Nanoseconds.perSecond + fraction
        if let offset = scanner.zone(bytes) {
            result.hasZone = true
            // Go writes "+0000 UTC".
            _ = scanner.zoneName(bytes)
            scanner.skipRegion(bytes)
            nanoseconds -= offset * Nanoseconds.perSecond
        }
        guard scanner.position == scanner.end else { return nil }
        if let date {
            // Clocks of 12 hours go with the month first.
            result.order = date.order ?? (date.isSettled || isAfternoon == nil ? nil : .monthFirst)
            result.isOpen = !date.isSettled && result.order == nil
            guard let days = date.days(date.isSettled ? .dayFirst : result.order ?? order) else { return nil }
            nanoseconds += days * 86_400_000_000_000
        }
        result.nanoseconds = nanoseconds
        return result
    }

    /// The time that a whole text gives.
    package static func parse(_ text: String, order: DateOrder = .dayFirst, lacksSeconds: Bool = false) -> TimeText? {
        let bytes = Array(text.utf8)
        return parse(bytes.span, 0..<bytes.count, order: order, lacksSeconds: lacksSeconds)
    }
}

/// A date as its numbers stand.
private struct WrittenDate {
    var year: Int64
    /// The day and the month, in the order of the text; the month first if the year came before them.
    var first: Int64
    var second: Int64
    /// The order that the text shows; nil if it shows none.
    var order: TimeText.DateOrder?
    /// Whether there is only one reading: the year is first, the month has a name, or both numbers are equal.
    var isSettled: Bool

    /// Days since 1970 in an order that the text does not show; nil for a date that does not exist.
    func days(_ order: TimeText.DateOrder) -> Int64? {
        let (month, day) = order == .monthFirst ? (first, second) : (second, first)
        guard (1...12).contains(month), (1...31).contains(day), (1970...2110).contains(year) else { return nil }
        return CivilDate.days(year: year, month: month, day: day)
    }
}

/// Reads short runs of digits and single characters.
private struct Scanner {
    var position: Int
    let end: Int

    mutating func skip(_ bytes: Span<UInt8>, _ character: Unicode.Scalar) -> Bool {
        guard position < end, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// What parts a date from its clock.
    mutating func gap(_ bytes: Span<UInt8>) -> Bool {
        guard skip(bytes, "T") || skip(bytes, "t") || skip(bytes, " ") || skip(bytes, "_") else { return false }
        while skip(bytes, " ") {}
        return true
    }

    /// `08:00:12`, or `08-00-12` behind a date; nil for anything else.
    ///
    /// - Parameter hour: the hour, if it is read already, and no date stands before it.
    mutating func clock(
        _ bytes: Span<UInt8>, hour: (value: Int64, digits: Int)?, _ lacksSeconds: Bool
    ) -> (Int64, Int64, Int64)? {
        let hasDate = hour == nil
        guard let hour = hour ?? number(bytes), hour.value < 24,
            skip(bytes, ":") || hasDate && skip(bytes, "-"), let minute = number(bytes), minute.value < 60
        else { return nil }
        let hasSecond = skip(bytes, ":") || hasDate && skip(bytes, "-")
        let second = hasSecond ? number(bytes) : lacksSeconds && hasDate ? (0, 0) : nil
        guard let second, second.value < 61 else { return nil }
        return (hour.value, minute.value, second.value)
    }

    /// `080012`; nil for anything else.
    mutating func basicClock(_ bytes: Span<UInt8>) -> (Int64, Int64, Int64)? {
        guard let clock = number(bytes), clock.digits == 6, clock.value < 240_000, clock.value / 100 % 100 < 60,
            clock.value % 100 < 61
        else { return nil }
        return (clock.value / 10_000, clock.value / 100 % 100, clock.value % 100)
    }

    /// Passes over the name of a zone behind its offset, as Java writes it: `+02:00[Europe/Berlin]`.
    mutating func skipRegion(_ bytes: Span<UInt8>) {
        guard end > position + 2, bytes[position] == UInt8(ascii: "["), bytes[end - 1] == UInt8(ascii: "]") else {
            return
        }
        position = end
    }

    mutating func number(_ bytes: Span<UInt8>) -> (value: Int64, digits: Int)? {
        var value: Int64 = 0
        let start = position
        while position < end, bytes[position] &- 48 < 10, position - start < 10 {
            value = value * 10 + Int64(bytes[position] - 48)
            position += 1
        }
        return position > start ? (value, position - start) : nil
    }

    /// The byte between the parts of a date.
    mutating func dateSeparator(_ bytes: Span<UInt8>) -> Unicode.Scalar? {
        (["-", "/", "."] as [Unicode.Scalar]).first { skip(bytes, $0) }
    }

    /// The rest of a date whose first number is read; the year stands first or last.
    mutating func date(
        _ bytes: Span<UInt8>, first: (value: Int64, digits: Int), _ separator: Unicode.Scalar
    ) -> WrittenDate? {
        var named: Int64?
        let middle: Int64
        if let number = number(bytes) {
            middle = number.value
        } else if let month = monthName(bytes) {
            (middle, named) = (month, month)
        } else {
            return nil
        }
        guard skip(bytes, separator), let last = number(bytes) else { return nil }
        if first.digits == 4 {
            return WrittenDate(year: first.value, first: last.value, second: middle, order: nil, isSettled: true)
        }
        let order: TimeText.DateOrder? =
            named != nil || separator == "." || first.value > 12 ? .dayFirst : middle > 12 ? .monthFirst : nil
        // 26/05/01 has its year first.
        let isShort = last.digits == 2 && last.value >= 7 && (separator != "-" || named != nil)
        return WrittenDate(
            year: isShort ? 2000 + last.value : last.value, first: first.value, second: middle,
            order: named == nil ? order : nil, isSettled: named != nil || first.value == middle)
    }

    private mutating func monthName(_ bytes: Span<UInt8>) -> Int64? {
        guard position + 3 <= end else { return nil }
        var word = ""
        for offset in 0..<3 {
            word.unicodeScalars.append(Unicode.Scalar(bytes[position + offset] | 0x20))
        }
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        guard let index = names.firstIndex(of: word) else { return nil }
        position += 3
        return Int64(index + 1)
    }

    /// Whether `AM` or `PM` follows, perhaps behind blanks; nil if neither does.
    mutating func halfOfDay(_ bytes: Span<UInt8>) -> Bool? {
        let start = position
        while skip(bytes, " ") {}
        let isAfternoon = skip(bytes, "P") || skip(bytes, "p")
        let isHalf = isAfternoon || skip(bytes, "A") || skip(bytes, "a")
        let hasDot = isHalf && skip(bytes, ".")
        guard isHalf, skip(bytes, "M") || skip(bytes, "m") else {
            position = start
            return nil
        }
        if hasDot { _ = skip(bytes, ".") }
        return isAfternoon
    }

    /// Whether the field ends with `UTC` or `GMT`, perhaps behind blanks.
    mutating func zoneName(_ bytes: Span<UInt8>) -> Bool {
        let start = position
        while skip(bytes, " ") {}
        for name in ["UTC", "GMT"] where position + 3 == end && name.unicodeScalars.allSatisfy({ skip(bytes, $0) }) {
            return true
        }
        position = start
        return false
    }

    /// An offset from UTC in seconds, perhaps behind blanks; nil if none is written.
    mutating func zone(_ bytes: Span<UInt8>) -> Int64? {
        let start = position
        while skip(bytes, " ") {}
        if skip(bytes, "Z") || skip(bytes, "z") || zoneName(bytes) { return 0 }
        let sign: Int64 = skip(bytes, "-") ? -1 : 1
        guard sign == -1 || skip(bytes, "+"), let hours = number(bytes) else {
            position = start
            return nil
        }
        guard hours.digits == 4 || hours.value < 24 else {
            position = start
            return nil
        }
        if position == end, hours.digits == 2 { return sign * hours.value * 3600 }
        if hours.digits == 4 { return sign * (hours.value / 100 * 3600 + hours.value % 100 * 60) }
        guard skip(bytes, ":"), let minutes = number(bytes), minutes.value < 60 else {
            position = start
            return nil
        }
        return sign * (hours.value * 3600 + minutes.value * 60)
    }
}
