// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
    /// Reads a number and returns its text, which has JSON's grammar: no `+`, no leading zeros, no NaN.
    package mutating func numberText() throws(InputError) -> String {
        skipSpace()
        let start = position
        if has("-") { position += 1 }
        let first = position
        try digits()
        guard position == first + 1 || bytes[first] != UInt8(ascii: "0") else { throw fault("a number begins with 0") }
        if has(".") {
            position += 1
            try digits()
        }
        if has("e") || has("E") {
            position += 1
            if has("+") || has("-") { position += 1 }
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Reads a number.
    package mutating func number() throws(InputError) -> Double {
        skipSpace()
        if let short = Self.shortNumber(bytes.span, at: position) {
            position = short.end
            return short.value
        }
        // JSON's grammar is a part of Swift's, which knows no locale.
        guard let value = Double(try numberText()), value.isFinite else { throw fault("a number is out of range") }
        return value
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// A number of at most 15 digits without an exponent, as nearly all are, and the place behind it; nil for another.
    ///
    /// Its digits make a whole number and the decimals a power of ten, which are both exact as Doubles, so their
    /// quotient is the nearest Double to the number (W. D. Clinger, How to Read Floating Point Numbers Accurately,
    /// 1990). It takes a twentieth of the time that a String would.
    @inline(__always)
    private static func shortNumber(_ bytes: Span<UInt8>, at start: Int) -> (value: Double, end: Int)? {
        var here = start
        let isNegative = here < bytes.count && bytes[here] == UInt8(ascii: "-")
        if isNegative { here += 1 }
        let first = here
        var digits = 0
        takeDigits(bytes, at: &here, into: &digits)
        let whole = here - first
        guard whole == 1 || whole > 1 && bytes[first] != UInt8(ascii: "0") else { return nil }
        var decimals = 0
        if here < bytes.count, bytes[here] == UInt8(ascii: ".") {
            here += 1
            let point = here
            takeDigits(bytes, at: &here, into: &digits)
            decimals = here - point
            guard decimals > 0 else { return nil }
        }
        let isAtLetter = here < bytes.count && bytes[here] | 32 == UInt8(ascii: "e")
        guard whole + decimals <= 15, !isAtLetter else { return nil }
        let value = Double(digits) / powersOfTen[decimals]
        return (isNegative ? -value : value, here)
    }

    /// Takes all digits that follow, as a whole number; the caller does not use the number if they are too many.
    @inline(__always)
    private static func takeDigits(_ bytes: Span<UInt8>, at place: inout Int, into number: inout Int) {
        while place < bytes.count, bytes[place] &- 48 < 10 {
            number = number &* 10 &+ Int(bytes[place] &- 48)
            place += 1
        }
    }

    /// Reads an array of numbers without a closure: nearly all bytes of a model are such arrays.
    package mutating func numbers() throws(InputError) -> [Double] {
        try expect("[")
        var numbers: [Double] = []
        guard !take("]") else { return numbers }
        repeat {
            position = Self.takeShortNumbers(bytes.span, from: position, into: &numbers)
            numbers.append(try number())
        } while take(",")
        try expect("]")
        return numbers
    }

    /// Takes short numbers while a comma directly follows each; returns the place behind the last comma.
    private static func takeShortNumbers(_ bytes: Span<UInt8>, from start: Int, into numbers: inout [Double]) -> Int {
        var here = start
        while let short = shortNumber(bytes, at: here), short.end < bytes.count, bytes[short.end] == UInt8(ascii: ",") {
            numbers.append(short.value)
            here = short.end + 1
        }
        return here
    }

    /// Reads a whole number of a range, exactly.
    package mutating func integer(in range: ClosedRange<Int> = .countable) throws(InputError) -> Int {
        let text = try numberText()
        guard let value = Int(text, in: range) else {
            throw fault(
                text.utf8.contains { !(48...57).contains($0) && $0 != UInt8(ascii: "-") }
                    ? "a whole number is missing"
                    : "the number \(text) is outside \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    private func has(_ character: Unicode.Scalar) -> Bool {
        position < bytes.count && bytes[position] == UInt8(ascii: character)
    }

    private mutating func digits() throws(InputError) {
        let start = position
        while position < bytes.count, (48...57).contains(bytes[position]) { position += 1 }
        guard position > start else { throw fault("a value is missing") }
    }
}
