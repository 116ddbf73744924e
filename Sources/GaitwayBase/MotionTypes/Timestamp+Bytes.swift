// SPDX-License-Identifier: Apache-2.0
/// Times as bytes: the one writer of ISO 8601. It appends without making a String.
extension [UInt8] {
    /// A moment in ISO 8601, UTC, rounded down to `decimals` of a second (0 to 9): `2026-05-01T08:00:12.800Z`.
    package mutating func append(iso8601 moment: Timestamp, decimals: Int = 3) {
        let day: Int64 = 86_400_000_000_000
        let days = moment.nanoseconds.flooringDivision(by: day)
        // The remainder is computed directly: the quotient times the divisor may lie below Int64.min.
        let rest = moment.nanoseconds % day
        let date = CivilDate.fromDays(days)
        append(digits: date.year.magnitude, atLeast: 4)
        append(UInt8(ascii: "-"))
        append(digits: date.month.magnitude, atLeast: 2)
        append(UInt8(ascii: "-"))
        append(digits: date.day.magnitude, atLeast: 2)
        append(UInt8(ascii: "T"))
        let nanoseconds = UInt64(rest < 0 ? rest + day : rest)
        let second = UInt64(Nanoseconds.perSecond)
        let seconds = nanoseconds / second
        append(digits: seconds / 3600, atLeast: 2)
        append(UInt8(ascii: ":"))
        append(digits: seconds / 60 % 60, atLeast: 2)
        append(UInt8(ascii: ":"))
        append(digits: seconds % 60, atLeast: 2)
        if decimals > 0 {
            var unit: UInt64 = 1
            for _ in decimals..<9 { unit *= 10 }
            append(UInt8(ascii: "."))
            append(digits: nanoseconds % second / unit, atLeast: decimals)
        }
        append(UInt8(ascii: "Z"))
    }

    /// A whole number with zeros before it, up to `width` digits.
    package mutating func append(digits number: UInt64, atLeast width: Int) {
        let start = count
        var rest = number
        repeat {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0 || count - start < width
        self[start...].reverse()
    }
}
