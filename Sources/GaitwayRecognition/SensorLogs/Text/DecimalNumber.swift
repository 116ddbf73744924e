// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A decimal number as it stands in a text: sign, digits, exponent; or what stands there instead.
///
/// Numbers are read without the C library, whose functions depend on the locale.
struct DecimalNumber {
    enum Kind: UInt8 {
        case number
        /// Empty, NaN, infinite or a word for "no value".
        case missing
        /// Something else.
        case text
    }

    /// The digits as an integer; at most 19 of them.
    var mantissa: UInt64 = 0
    /// The power of ten that the mantissa is multiplied by.
    var exponent = 0
    var isNegative = false
    /// Whether the mantissa holds every digit.
    var isComplete = true
    var kind = Kind.number
}

extension DecimalNumber {
    /// Reads a number that starts at `position` and moves `position` behind it.
    ///
    /// - Parameters:
    ///   - end: where the line ends; at most `bytes.count`.
    ///   - mark: the decimal mark, a point or a comma.
    @inline(__always)
    static func scan(_ bytes: Span<UInt8>, at position: inout Int, end: Int, mark: UInt8) -> DecimalNumber {
        var result = DecimalNumber()
        let start = position
        var here = start
        if here < end {
            let sign = bytes.byte(here)
            if sign == UInt8(ascii: "-") {
                result.isNegative = true
                here += 1
            } else if sign == UInt8(ascii: "+") {
                here += 1
            }
        }
        let firstDigit = here
        var mantissa: UInt64 = 0
        readDigits(bytes, at: &here, end: end, into: &mantissa)
        var digits = here - firstDigit
        if here < end, bytes.byte(here) == mark {
            here += 1
            let firstDecimal = here
            readDigits(bytes, at: &here, end: end, into: &mantissa)
            result.exponent = firstDecimal - here
            digits += here - firstDecimal
        }
        if digits == 0 {
            result.kind = .text
            return result
        }
        result.mantissa = mantissa
        if digits > 19 { result.rescan(bytes, from: firstDigit, to: here, mark: mark) }
        if here < end, bytes.byte(here) | 0x20 == UInt8(ascii: "e") {
            result.scanExponent(bytes, at: &here, end: end)
        }
        position = here
        return result
    }

    /// Reads more than 19 digits again: leading zeros do not count, and what is behind the 19th is left out.
    private mutating func rescan(_ bytes: Span<UInt8>, from start: Int, to end: Int, mark: UInt8) {
        mantissa = 0
        exponent = 0
        var kept = 0
        var isDecimal = false
        for index in start..<end {
            let byte = bytes.byte(index)
            if byte == mark {
                isDecimal = true
                continue
            }
            if kept < 19 {
                mantissa = mantissa &* 10 &+ UInt64(byte &- 48)
                if mantissa > 0 { kept += 1 }
                if isDecimal { exponent -= 1 }
            } else {
                if byte != UInt8(ascii: "0") { isComplete = false }
                if !isDecimal { exponent += 1 }
            }
        }
    }

    /// Reads `e`, an optional sign and digits; leaves `here` where it is if that is not what follows.
    @inline(__always)
    private mutating func scanExponent(_ bytes: Span<UInt8>, at here: inout Int, end: Int) {
        var next = here + 1
        var isNegative = false
        if next < end {
            let sign = bytes.byte(next)
            isNegative = sign == UInt8(ascii: "-")
            if isNegative || sign == UInt8(ascii: "+") { next += 1 }
        }
        let first = next
        var value = 0
        while next < end {
            let digit = bytes.byte(next) &- 48
            guard digit < 10 else { break }
            if value < 100_000 { value = value * 10 + Int(digit) }
            next += 1
        }
        guard next > first else { return }
        exponent += isNegative ? -value : value
        here = next
    }
}
