import MotionTypes

/// A time written as text: a clock time, or a date with a clock time.
///
/// Loggers write more than ISO 8601, which `Timestamp(iso8601:)` reads: clock times without a date, colons before a
/// fraction, slashes, names of months; and a table asks for it row by row, so that this works on bytes in place.
struct TimeText {
    /// What the digits behind the last colon of `HH:MM:SS:ffff` count.
    enum ColonFraction: Int64, Sendable, Hashable {
        case milliseconds = 1_000_000
        case tenthsOfMilliseconds = 100_000
    }

    /// Nanoseconds since midnight, or since 1970-01-01 when there is a date; UTC where no zone is given.
    var nanoseconds: Int64
    var hasDate: Bool
    var hasZone: Bool
    /// How many digits stand behind a last colon; 0 without one.
    var colonDigits = 0
}

extension TimeText {
    /// Reads `HH:MM:SS`, `HH:MM:SS.fff`, `HH:MM:SS:ffff`, and these behind `2021-06-04`, `2021/06/04`,
    /// `27-Aug-2023` or `27/08/2023` (a day above 12); an ISO zone may follow. Nil if the text is anything else.
    static func parse(
        _ bytes: Span<UInt8>, _ field: Range<Int>, colon: ColonFraction = .milliseconds
    ) -> TimeText? {
        var scanner = Scanner(position: field.lowerBound, end: field.upperBound)
        guard let first = scanner.number(bytes) else { return nil }
        var days: Int64?
        if scanner.skip(bytes, "-") || scanner.skip(bytes, "/") {
            guard let date = scanner.date(bytes, first: first) else { return nil }
            days = date
            guard scanner.skip(bytes, "T") || scanner.skip(bytes, " ") || scanner.skip(bytes, "_") else {
                return nil
            }
            while scanner.skip(bytes, " ") {}
        }
        guard let hour = days == nil ? first : scanner.number(bytes), hour.value < 24,
            scanner.skip(bytes, ":"),
            let minute = scanner.number(bytes), minute.value < 60, scanner.skip(bytes, ":"),
            let second = scanner.number(bytes), second.value < 61
        else { return nil }
        var result = TimeText(nanoseconds: 0, hasDate: days != nil, hasZone: false)
        var nanoseconds = (hour.value * 3600 + minute.value * 60 + second.value) * Nanoseconds.perSecond
        if scanner.skip(bytes, ".") || scanner.skip(bytes, ",") {
            guard let fraction = scanner.number(bytes), fraction.digits <= 9 else { return nil }
            var value = fraction.value
            for _ in fraction.digits..<9 { value *= 10 }
            nanoseconds += value
        } else if scanner.skip(bytes, ":") {
            guard let fraction = scanner.number(bytes), fraction.digits <= 4 else { return nil }
            result.colonDigits = fraction.digits
            nanoseconds += fraction.value * (fraction.digits == 4 ? .tenths : colon.rawValue)
        }
        if let offset = scanner.zone(bytes) {
            result.hasZone = true
            nanoseconds -= offset * Nanoseconds.perSecond
        }
        guard scanner.position == scanner.end else { return nil }
        result.nanoseconds = nanoseconds + (days ?? 0) * 86_400_000_000_000
        return result
    }
}

extension Int64 {
    /// The nanoseconds in a tenth of a millisecond.
    fileprivate static let tenths = TimeText.ColonFraction.tenthsOfMilliseconds.rawValue
}

/// Reads short runs of digits and single characters.
private struct Scanner {
    var position: Int
    let end: Int

    mutating func skip(_ bytes: Span<UInt8>, _ character: Unicode.Scalar) -> Bool {
        guard position < end, bytes.byte(position) == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func number(_ bytes: Span<UInt8>) -> (value: Int64, digits: Int)? {
        var value: Int64 = 0
        let start = position
        while position < end, bytes.byte(position) &- 48 < 10, position - start < 10 {
            value = value * 10 + Int64(bytes.byte(position) - 48)
            position += 1
        }
        return position > start ? (value, position - start) : nil
    }

    /// The rest of a date whose first number is read, in days since 1970; the year stands first or last.
    mutating func date(_ bytes: Span<UInt8>, first: (value: Int64, digits: Int)) -> Int64? {
        let month: Int64
        if let number = number(bytes) {
            month = number.value
        } else if let named = monthName(bytes) {
            month = named
        } else {
            return nil
        }
        guard skip(bytes, "-") || skip(bytes, "/"), let last = number(bytes) else { return nil }
        let (year, day) = first.digits == 4 ? (first.value, last.value) : (last.value, first.value)
        // 04/06/2021 may be April or June: such a date needs a named month, or a day that is not a month.
        guard first.digits == 4 || hasNamedMonth || first.value > 12, (1...12).contains(month), (1...31).contains(day),
            (1970...2110).contains(year)
        else { return nil }
        return CivilDate.days(year: year, month: month, day: day)
    }

    private var hasNamedMonth = false

    init(position: Int, end: Int) {
        self.position = position
        self.end = end
    }

    private mutating func monthName(_ bytes: Span<UInt8>) -> Int64? {
        guard position + 3 <= end else { return nil }
        var word = ""
        for offset in 0..<3 {
            word.unicodeScalars.append(Unicode.Scalar(bytes.byte(position + offset) | 0x20))
        }
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        guard let index = names.firstIndex(of: word) else { return nil }
        position += 3
        hasNamedMonth = true
        return Int64(index + 1)
    }

    /// An offset from UTC in seconds; nil if none is written.
    mutating func zone(_ bytes: Span<UInt8>) -> Int64? {
        if skip(bytes, "Z") { return 0 }
        let start = position
        let sign: Int64 = skip(bytes, "-") ? -1 : 1
        guard sign == -1 || skip(bytes, "+"), let hours = number(bytes) else {
            position = start
            return nil
        }
        guard hours.digits == 4 || hours.value < 24 else {
            position = start
            return nil
        }
        if hours.digits == 4 { return sign * (hours.value / 100 * 3600 + hours.value % 100 * 60) }
        guard skip(bytes, ":"), let minutes = number(bytes), minutes.value < 60 else {
            position = start
            return nil
        }
        return sign * (hours.value * 3600 + minutes.value * 60)
    }
}
