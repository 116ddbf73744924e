import MotionTypes

/// Numbers, times and text as both encodings write them, appended without a String in between.
extension [UInt8] {
    /// A whole number.
    mutating func append(decimal number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(digits: UInt64(number.magnitude), atLeast: 1)
    }

    /// A length of time as seconds with up to three decimals, zeros at the end cut off: `12.8`, `17.92`, `-3`.
    /// Rounded to the millisecond, halves away from zero.
    mutating func append(seconds duration: Duration) {
        let nanoseconds = duration.wholeNanoseconds
        let milliseconds = (nanoseconds.magnitude + 500_000) / 1_000_000
        if nanoseconds < 0, milliseconds > 0 { append(UInt8(ascii: "-")) }
        append(digits: milliseconds / 1000, atLeast: 1)
        var fraction = milliseconds % 1000
        guard fraction > 0 else { return }
        var width = 3
        while fraction % 10 == 0 {
            fraction /= 10
            width -= 1
        }
        append(UInt8(ascii: "."))
        append(digits: fraction, atLeast: width)
    }

    /// A probability with four decimals, `0.0100`; rounded to the nearest, halves up.
    mutating func append(probability: Double) {
        precondition(!probability.isNaN, "a probability that is not a number")
        let scaled = UInt64((Swift.min(Swift.max(probability, 0), 1) * 10_000).rounded())
        append(digits: scaled / 10_000, atLeast: 1)
        append(UInt8(ascii: "."))
        append(digits: scaled % 10_000, atLeast: 4)
    }

    /// A moment in ISO 8601, UTC, rounded down to the millisecond, as `Timestamp.iso8601` has it.
    mutating func append(iso8601 moment: Timestamp) {
        var rest = moment.nanoseconds % 86_400_000_000_000
        if rest < 0 { rest += 86_400_000_000_000 }
        // The quotient of a difference of two multiples is exact; dividing the parts avoids an overflow near Int64.min.
        let whole = moment.nanoseconds / 86_400_000_000_000
        let isBefore = moment.nanoseconds < 0 && moment.nanoseconds % 86_400_000_000_000 != 0
        let date = CivilDate.fromDays(isBefore ? whole - 1 : whole)
        let milliseconds = UInt64(rest) / 1_000_000
        append(digits: date.year.magnitude, atLeast: 4)
        append(UInt8(ascii: "-"))
        append(digits: date.month.magnitude, atLeast: 2)
        append(UInt8(ascii: "-"))
        append(digits: date.day.magnitude, atLeast: 2)
        append(UInt8(ascii: "T"))
        append(digits: milliseconds / 3_600_000, atLeast: 2)
        append(UInt8(ascii: ":"))
        append(digits: milliseconds / 60_000 % 60, atLeast: 2)
        append(UInt8(ascii: ":"))
        append(digits: milliseconds / 1000 % 60, atLeast: 2)
        append(UInt8(ascii: "."))
        append(digits: milliseconds % 1000, atLeast: 3)
        append(UInt8(ascii: "Z"))
    }

    /// `true` or `false`.
    mutating func append(boolean: Bool) { append(text: boolean ? "true" : "false") }

    /// Text that needs no quoting.
    mutating func append(text: String) { append(contentsOf: text.utf8) }

    /// A JSON string with its quotes. Only what must be escaped is.
    mutating func append(jsonString text: String) {
        append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case UInt8(ascii: "\n"): self.append(text: "\\n")
            case UInt8(ascii: "\r"): self.append(text: "\\r")
            case UInt8(ascii: "\t"): self.append(text: "\\t")
            case 0..<32:
                self.append(text: byte < 16 ? "\\u000" : "\\u001")
                append(Array("0123456789abcdef".utf8)[Int(byte % 16)])
            default: append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(digits number: UInt64, atLeast width: Int) {
        let start = count
        var rest = number
        repeat {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0 || count - start < width
        self[start...].reverse()
    }
}
