// SPDX-License-Identifier: Apache-2.0

/// Text, numbers and times as all formats write them, appended without a String in between. Nothing depends on a
/// locale.
extension [UInt8] {
    package mutating func append(text: String) { append(contentsOf: text.utf8) }

    /// A whole number.
    package mutating func append(decimal number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(digits: UInt64(number.magnitude), atLeast: 1)
    }

    /// A number rounded to `places` decimals, halves away from zero: `-12.3400`; `nan`, `inf` and numbers from
    /// 2^53 of the last place on, which have no decimals left to round, as Swift writes them.
    package mutating func append(fixed number: Double, places: Int, mark: Unicode.Scalar = ".") {
        var power = 1.0
        var unit: UInt64 = 1
        for _ in 0..<places {
            power *= 10
            unit *= 10
        }
        let scaled = (number * power).rounded()
        guard scaled.magnitude < 9_007_199_254_740_992 else { return append(text: number.description) }
        if scaled < 0 { append(UInt8(ascii: "-")) }
        let digits = UInt64(proven: scaled.magnitude)
        append(digits: digits / unit, atLeast: 1)
        guard places > 0 else { return }
        append(UInt8(ascii: mark))
        append(digits: digits % unit, atLeast: places)
    }

    /// A number with the fewest digits that give it back; a whole one without a fraction.
    package mutating func append(shortest number: Double) {
        let text = number.description
        append(contentsOf: text.hasSuffix(".0") ? text.utf8.dropLast(2) : text.utf8[...])
    }

    /// Nanoseconds as seconds, rounded to `places` decimals (0 to 9), halves away from zero, zeros at the end cut off:
    /// `12.8`, `17.92`, `-3`.
    package mutating func append(seconds nanoseconds: Int64, places: Int) {
        var unit: UInt64 = 1
        for _ in places..<9 { unit *= 10 }
        let scaled = (nanoseconds.magnitude + unit / 2) / unit
        if nanoseconds < 0, scaled > 0 { append(UInt8(ascii: "-")) }
        let second = UInt64(Nanoseconds.perSecond) / unit
        append(digits: scaled / second, atLeast: 1)
        var fraction = scaled % second
        guard fraction > 0 else { return }
        var width = places
        while fraction % 10 == 0 {
            fraction /= 10
            width -= 1
        }
        append(UInt8(ascii: "."))
        append(digits: fraction, atLeast: width)
    }

    /// A duration as seconds; see ``append(seconds:places:)-(Int64,_)``.
    package mutating func append(seconds duration: Duration, places: Int) {
        append(seconds: duration.wholeNanoseconds, places: places)
    }

    /// A field for readers of lines, from bytes: control characters, line breaks and quotes are left out.
    package mutating func append(csvField bytes: ArraySlice<UInt8>) {
        let needsQuotes = bytes.contains(UInt8(ascii: ","))
        if needsQuotes { append(UInt8(ascii: "\"")) }
        for byte in bytes where byte != UInt8(ascii: "\"") && byte >= 32 { append(byte) }
        if needsQuotes { append(UInt8(ascii: "\"")) }
    }

    /// A field of separated records, in quotes where it must be (RFC 4180).
    package mutating func append(csvField text: String, separator: UInt8 = UInt8(ascii: ",")) {
        let quote = UInt8(ascii: "\"")
        // Looked at as UTF-8, since CR LF is one Character.
        let needsQuotes = text.utf8.contains {
            $0 == separator || $0 == quote || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
        }
        guard needsQuotes else { return append(text: text) }
        append(quote)
        for byte in text.utf8 {
            if byte == quote { append(quote) }
            append(byte)
        }
        append(quote)
    }

    /// A JSON string with its quotes, and with the fewest escapes.
    package mutating func append(jsonString text: String) {
        append(UInt8(ascii: "\""))
        if text.utf8.allSatisfy({ $0 >= 32 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            append(contentsOf: text.utf8)
        } else {
            for byte in text.utf8 { append(escaped: byte) }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            append(UInt8(ascii: "\\"))
            append(byte)
        case UInt8(ascii: "\n"): append(text: "\\n")
        case UInt8(ascii: "\r"): append(text: "\\r")
        case UInt8(ascii: "\t"): append(text: "\\t")
        case 0..<32:
            append(text: byte < 16 ? "\\u000" : "\\u001")
            let digit = byte % 16
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        default: append(byte)
        }
    }
}

/// Numbers as text with a fixed count of decimals, whatever the locale.
package enum DecimalText {
    /// `value` rounded to `places` decimals (half away from zero), as `-12.3400`; `nan` and `inf` as Swift writes them.
    package static func text(_ value: Double, places: Int) -> String {
        var bytes: [UInt8] = []
        bytes.append(fixed: value, places: places)
        return String(decoding: bytes, as: UTF8.self)
    }
}
