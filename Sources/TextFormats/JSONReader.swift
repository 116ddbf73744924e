package import MotionTypes

/// Reads JSON (RFC 8259) from left to right, strictly, so that a large file is never whole in memory as values.
///
/// Why not Foundation's decoder: it tells no line, takes the last of two equal keys, needs the whole tree, and costs
/// the command its start-up time.
package struct JSONReader {
    private let bytes: [UInt8]
    private var position: Int
    private var countedTo = 0
    private var countedLine = 1
    private var lineStart = 0
    private static let deepest = 64

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    }

    /// The line of the next byte, from 1.
    package mutating func line() -> Int {
        while countedTo < position {
            if bytes[countedTo] == UInt8(ascii: "\n") {
                countedLine += 1
                lineStart = countedTo + 1
            }
            countedTo += 1
        }
        return countedLine
    }

    /// An error at the next byte.
    package mutating func fault(_ problem: String) -> InputError {
        let isCut = position >= bytes.count
        return InputError(
            isCut ? .truncated : .malformed, line: line(), column: max(1, position - lineStart + 1),
            problem: isCut ? "the JSON ends too early: " + problem : "no JSON: " + problem,
            remedy: isCut ? "get the file again" : "")
    }

    /// Whether nothing but white space is left.
    package mutating func isAtEnd() -> Bool {
        skipSpace()
        return position == bytes.count
    }

    /// The next byte that is no white space, not taken.
    package mutating func peek() -> UInt8? {
        skipSpace()
        return position < bytes.count ? bytes[position] : nil
    }

    /// Throws unless everything was read.
    package mutating func expectEnd() throws(InputError) {
        guard isAtEnd() else { throw fault("text after the end") }
    }

    /// Reads an object; `value` must read the value of each key. Equal keys are an error.
    package mutating func object(
        _ value: (_ key: String, _ reader: inout JSONReader) throws(InputError) -> Void
    ) throws(InputError) {
        try expect("{")
        guard !take("}") else { return }
        var keys: Set<String> = []
        repeat {
            let key = try string()
            guard keys.insert(key).inserted else { throw fault("the key \"\(key)\" twice in one object") }
            try expect(":")
            try value(key, &self)
        } while take(",")
        try expect("}")
    }

    /// Reads an array; `element` must read each element.
    package mutating func array(_ element: (_ reader: inout JSONReader) throws(InputError) -> Void)
        throws(InputError)
    {
        try expect("[")
        guard !take("]") else { return }
        repeat { try element(&self) } while take(",")
        try expect("]")
    }

    /// Reads any value whole.
    package mutating func element(depth: Int = 0) throws(InputError) -> JSONElement {
        guard depth < Self.deepest else {
            throw fault("values within values, more than \(Self.deepest) deep")
        }
        guard let next = peek() else { throw fault("expected a value") }
        let line = line()
        switch next {
        case UInt8(ascii: "{"):
            var members: [JSONElement.Member] = []
            try expect("{")
            if !take("}") {
                repeat {
                    let key = try string()
                    guard !members.contains(where: { $0.key == key }) else {
                        throw fault("the key \"\(key)\" twice in one object")
                    }
                    try expect(":")
                    members.append(.init(key: key, value: try element(depth: depth + 1)))
                } while take(",")
                try expect("}")
            }
            return JSONElement(content: .object(members), line: line)
        case UInt8(ascii: "["):
            var elements: [JSONElement] = []
            try expect("[")
            if !take("]") {
                repeat { elements.append(try element(depth: depth + 1)) } while take(",")
                try expect("]")
            }
            return JSONElement(content: .array(elements), line: line)
        case UInt8(ascii: "\""): return JSONElement(content: .text(try string()), line: line)
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            if takeWord("true") { return JSONElement(content: .boolean(true), line: line) }
            if takeWord("false") { return JSONElement(content: .boolean(false), line: line) }
            throw fault("expected true or false")
        case UInt8(ascii: "n"):
            guard takeWord("null") else { throw fault("expected null") }
            return JSONElement(content: .null, line: line)
        default: return JSONElement(content: .number(try number()), line: line)
        }
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 32, 9, 10, 13: position += 1
            default: return
            }
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(InputError) {
        guard take(character) else { throw fault("expected \(character)") }
    }

    private mutating func takeWord(_ word: String) -> Bool {
        guard bytes[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    /// Reads a number of JSON's grammar: no `+`, no leading zeros, no NaN.
    private mutating func number() throws(InputError) -> Double {
        let start = position
        if has(UInt8(ascii: "-")) { position += 1 }
        let first = position
        try digits()
        guard position == first + 1 || bytes[first] != UInt8(ascii: "0") else {
            throw fault("a number that begins with 0")
        }
        if has(UInt8(ascii: ".")) {
            position += 1
            try digits()
        }
        if has(UInt8(ascii: "e")) || has(UInt8(ascii: "E")) {
            position += 1
            if has(UInt8(ascii: "+")) || has(UInt8(ascii: "-")) { position += 1 }
            try digits()
        }
        // JSON's grammar is a part of Swift's, which knows no locale.
        guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)), value.isFinite
        else { throw fault("a number out of range") }
        return value
    }

    private func has(_ byte: UInt8) -> Bool { position < bytes.count && bytes[position] == byte }

    private mutating func digits() throws(InputError) {
        let start = position
        while position < bytes.count, (48...57).contains(bytes[position]) { position += 1 }
        guard position > start else { throw fault("expected a value") }
    }
}

extension JSONReader {
    /// Reads a string.
    package mutating func string() throws(InputError) -> String {
        try expect("\"")
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\""),
            bytes[position] != UInt8(ascii: "\\")
        {
            guard bytes[position] >= 32 else { throw fault("a control character within a string") }
            position += 1
        }
        var text = bytes[start..<position]
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

    private mutating func escape(into text: inout ArraySlice<UInt8>) throws(InputError) {
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

    private mutating func hexadecimal() throws(InputError) -> UInt32 {
        guard bytes.count - position >= 4 else { throw fault("a string without end") }
        var code: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard byte < 128, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw fault("an unknown escape within a string")
            }
            code = code << 4 | UInt32(digit)
        }
        position += 4
        return code
    }
}
