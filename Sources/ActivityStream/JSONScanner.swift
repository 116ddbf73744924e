import MotionTypes

/// Reads one line of JSON (RFC 8259) from left to right, strictly.
///
/// Why not Foundation's decoder: it loses the order of keys (the repairs have one), takes the last of two equal keys,
/// turns times into binary fractions, and costs the command its start-up time. Tests compare the two.
struct JSONScanner {
    private let bytes: [UInt8]
    private var position = 0
    private static let deepest = 32

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// An error at the current byte.
    func fault(_ problem: String) -> InputError {
        InputError(.malformed, column: position + 1, problem: problem)
    }

    private mutating func skipSpace() {
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }

    /// Takes `character` if it is the next after white space.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws {
        guard take(character) else { throw fault("expected \(character)") }
    }

    /// Throws unless everything was read.
    mutating func expectEnd() throws {
        skipSpace()
        guard position == bytes.count else { throw fault("unexpected text") }
    }

    /// Reads an object; `value` must read the value of each key.
    mutating func object(_ value: (_ key: String, inout JSONScanner) throws -> Void) throws {
        try expect("{")
        guard !take("}") else { return }
        repeat {
            let key = try string()
            try expect(":")
            try value(key, &self)
        } while take(",")
        try expect("}")
    }

    /// Reads an array; `element` must read each element.
    mutating func array(_ element: (inout JSONScanner) throws -> Void) throws {
        try expect("[")
        guard !take("]") else { return }
        repeat { try element(&self) } while take(",")
        try expect("]")
    }

    /// Reads `true` or `false`.
    mutating func boolean() throws -> Bool {
        if takeWord("true") { return true }
        if takeWord("false") { return false }
        throw fault("expected true or false")
    }

    /// Takes `null` if it comes next.
    mutating func takeNull() -> Bool { takeWord("null") }

    private mutating func takeWord(_ word: String) -> Bool {
        skipSpace()
        guard bytes[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    /// Reads a string.
    mutating func string() throws -> String {
        try expect("\"")
        var text: [UInt8] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            let byte = bytes[position]
            guard byte >= 32 else { throw fault("a control character within a string") }
            position += 1
            if byte == UInt8(ascii: "\\") { try escape(into: &text) } else { text.append(byte) }
        }
        guard position < bytes.count else { throw fault("a string without end") }
        position += 1
        guard let string = String(validating: text, as: UTF8.self) else {
            throw fault("a string that is not UTF-8")
        }
        return string
    }

    private mutating func escape(into text: inout [UInt8]) throws {
        guard position < bytes.count else { throw fault("a string without end") }
        let letter = bytes[position]
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "u"):
            var code = try hexadecimal()
            if (0xd800..<0xdc00).contains(code) {
                guard bytes[position...].starts(with: "\\u".utf8) else {
                    throw fault("half a surrogate pair")
                }
                position += 2
                let low = try hexadecimal()
                guard (0xdc00..<0xe000).contains(low) else { throw fault("half a surrogate pair") }
                code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw fault("half a surrogate pair") }
            text.append(contentsOf: String(Character(scalar)).utf8)
        default: throw fault("an unknown escape within a string")
        }
    }

    private mutating func hexadecimal() throws -> UInt32 {
        guard bytes.count - position >= 4 else { throw fault("a string without end") }
        var code: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 128 else {
                throw fault("an unknown escape within a string")
            }
            code = code << 4 | UInt32(digit)
        }
        position += 4
        return code
    }

    /// Reads a number and returns its text, which has JSON's grammar: no `+`, no leading zeros, no NaN.
    mutating func number() throws -> String {
        skipSpace()
        let start = position
        if peek(UInt8(ascii: "-")) { position += 1 }
        let first = position
        try digits()
        guard position == first + 1 || bytes[first] != UInt8(ascii: "0") else {
            throw fault("a number that begins with 0")
        }
        if peek(UInt8(ascii: ".")) {
            position += 1
            try digits()
        }
        if peek(UInt8(ascii: "e")) || peek(UInt8(ascii: "E")) {
            position += 1
            if peek(UInt8(ascii: "+")) || peek(UInt8(ascii: "-")) { position += 1 }
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private func peek(_ byte: UInt8) -> Bool { position < bytes.count && bytes[position] == byte }

    private mutating func digits() throws {
        let start = position
        while position < bytes.count, (48...57).contains(bytes[position]) { position += 1 }
        guard position > start else { throw fault("expected a number") }
    }

    /// Reads any value and forgets it.
    mutating func skip(depth: Int = 0) throws {
        guard depth < Self.deepest else {
            throw fault("values within values, more than \(Self.deepest) deep")
        }
        skipSpace()
        if peek(UInt8(ascii: "{")) {
            try object { _, scanner in try scanner.skip(depth: depth + 1) }
        } else if peek(UInt8(ascii: "[")) {
            try array { scanner in try scanner.skip(depth: depth + 1) }
        } else if peek(UInt8(ascii: "\"")) {
            _ = try string()
        } else if !takeNull() {
            if peek(UInt8(ascii: "t")) || peek(UInt8(ascii: "f")) {
                _ = try boolean()
            } else {
                _ = try number()
            }
        }
    }
}

extension JSONScanner {
    /// Reads a whole number of at most 2^63 - 1.
    mutating func integer() throws -> Int {
        guard let value = Int(try number()) else { throw fault("expected a whole number") }
        return value
    }

    /// Reads a number.
    mutating func double() throws -> Double {
        // JSON's grammar is a part of Swift's, which knows no locale.
        guard let value = Double(try number()), value.isFinite else { throw fault("a number out of range") }
        return value
    }

    /// Reads seconds and returns nanoseconds. Up to nine decimals are exact; further ones, and exponents, are rounded.
    mutating func seconds() throws -> Int64 {
        let text = try number()
        if let exact = Self.nanoseconds(text) { return exact }
        guard let value = Double(text), abs(value) < 9e9 else { throw fault("a time out of range") }
        return Int64((value * 1e9).rounded())
    }

    /// The nanoseconds of seconds in plain decimals, if they are whole and fit.
    private static func nanoseconds(_ text: String) -> Int64? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1)
        guard let whole = parts.first.flatMap({ Int64(Substring($0)) }), whole.magnitude < 9_000_000_000
        else {
            return nil
        }
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        guard parts.count == 2 else { return whole * 1_000_000_000 }
        guard parts[1].count <= 9, var fraction = Int64(Substring(parts[1])) else { return nil }
        for _ in parts[1].count..<9 { fraction *= 10 }
        return whole * 1_000_000_000 + (isNegative ? -fraction : fraction)
    }
}
