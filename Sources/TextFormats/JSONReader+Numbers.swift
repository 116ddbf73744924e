package import MotionTypes

extension JSONReader {
    /// Reads a number and returns its text, which has JSON's grammar: no `+`, no leading zeros, no NaN.
    package mutating func numberText() throws(InputError) -> String {
        skipSpace()
        let start = position
        if has("-") { position += 1 }
        let first = position
        try digits()
        guard position == first + 1 || bytes[first] != UInt8(ascii: "0") else {
            throw fault("a number that begins with 0")
        }
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
        if let value = shortNumber() { return value }
        // JSON's grammar is a part of Swift's, which knows no locale.
        guard let value = Double(try numberText()), value.isFinite else { throw fault("a number out of range") }
        return value
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// Reads a number of at most 15 digits without an exponent, as nearly all are; nil, with nothing read, for another.
    ///
    /// Its digits make a whole number and the decimals a power of ten, which are both exact as Doubles, so their quotient
    /// is the nearest Double to the number (W. D. Clinger, How to Read Floating Point Numbers Accurately, 1990). A tenth
    /// of the time that the way over a String takes.
    private mutating func shortNumber() -> Double? {
        skipSpace()
        var here = position
        let isNegative = here < bytes.count && bytes[here] == UInt8(ascii: "-")
        if isNegative { here += 1 }
        let first = here
        var digits = 0
        var point: Int?
        while here < bytes.count {
            let byte = bytes[here]
            if byte &- 48 < 10 {
                digits = digits &* 10 &+ Int(byte &- 48)
            } else if byte == UInt8(ascii: "."), point == nil {
                point = here
            } else {
                break
            }
            here += 1
        }
        let end = point ?? here
        let decimals = point.map { here - $0 - 1 } ?? 0
        let isAtLetter = here < bytes.count && bytes[here] | 32 == UInt8(ascii: "e")
        guard end > first, end - first == 1 || bytes[first] != UInt8(ascii: "0"), point == nil || decimals > 0,
            end - first + decimals <= 15, !isAtLetter
        else { return nil }
        position = here
        let value = Double(digits) / Self.powersOfTen[decimals]
        return isNegative ? -value : value
    }

    /// Reads an array of numbers. Nearly all the bytes of a model are such arrays, so that they do not pay for a closure.
    package mutating func numbers() throws(InputError) -> [Double] {
        try expect("[")
        var numbers: [Double] = []
        guard !take("]") else { return numbers }
        repeat { numbers.append(try number()) } while take(",")
        try expect("]")
        return numbers
    }

    /// Reads a whole number of 64 bits, exactly.
    package mutating func integer() throws(InputError) -> Int {
        guard let value = Int(try numberText()) else { throw fault("expected a whole number") }
        return value
    }

    private func has(_ character: Unicode.Scalar) -> Bool {
        position < bytes.count && bytes[position] == UInt8(ascii: character)
    }

    private mutating func digits() throws(InputError) {
        let start = position
        while position < bytes.count, (48...57).contains(bytes[position]) { position += 1 }
        guard position > start else { throw fault("expected a value") }
    }
}
