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
        // JSON's grammar is a part of Swift's, which knows no locale.
        guard let value = Double(try numberText()), value.isFinite else { throw fault("a number out of range") }
        return value
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
