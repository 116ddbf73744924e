// SPDX-License-Identifier: Apache-2.0

/// Reads JSON (RFC 8259) from left to right, strictly, so that a large file is never whole in memory as values.
///
/// Foundation's decoder reports no line, takes the last of two equal keys, needs the whole tree, and slows the start of
/// the command.
package struct JSONReader {
    private(set) var bytes: [UInt8]
    var position: Int
    private var countedTo = 0
    private var countedLine = 1
    private var lineStart = 0
    /// The number of values that a value may lie in.
    static let deepest = 64
    static let tooDeep = "values are nested more than \(deepest) deep"

    /// A reader of a whole text, whose byte-order mark is passed over.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = 0
        skipByteOrderMark()
    }

    mutating func skipByteOrderMark() {
        if bytes[position...].starts(with: [0xef, 0xbb, 0xbf]) { position += 3 }
    }

    /// How many bytes are still to be read.
    var rest: Int { bytes.count - position }

    /// Drops what was read; lines and columns go on.
    mutating func drop() {
        _ = line()
        bytes.removeFirst(position)
        lineStart -= position
        (countedTo, position) = (0, 0)
    }

    /// Adds what comes next.
    mutating func append(_ more: ArraySlice<UInt8>) { bytes += more }

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

    /// The column of the next byte, from 1; in bytes.
    mutating func column() -> Int {
        _ = line()
        return max(1, position - lineStart + 1)
    }

    /// An error at the next byte.
    package mutating func fault(_ problem: String) -> InputError {
        let isCut = position >= bytes.count
        return InputError(
            isCut ? .truncated : .malformed, line: line(), column: column(),
            problem: isCut ? "the JSON ends too early: " + problem : "this is not valid JSON: " + problem,
            remedy: isCut ? "get the file again" : "")
    }

    /// Whether nothing but white space is left.
    package mutating func isAtEnd() -> Bool {
        skipSpace()
        return position == bytes.count
    }

    /// The next byte that is not white space, not taken; nil at the end.
    package mutating func peek() -> UInt8? {
        skipSpace()
        return position < bytes.count ? bytes[position] : nil
    }

    /// Throws unless everything was read.
    package mutating func expectEnd() throws(InputError) {
        guard isAtEnd() else { throw fault("text follows the end of the value") }
    }

    /// Reads an object; `value` must read the value of each key. Equal keys are an error.
    package mutating func object(
        _ value: (_ key: String, _ reader: inout JSONReader) throws(InputError) -> Void
    ) throws(InputError) {
        try expect("{")
        guard !take("}") else { return }
        var keys = JSONKeys()
        repeat {
            let key = try newKey(&keys)
            try value(key, &self)
        } while take(",")
        try expect("}")
    }

    /// Reads an array; `element` must read each element.
    package mutating func array(_ element: (_ reader: inout JSONReader) throws(InputError) -> Void) throws(InputError) {
        try expect("[")
        guard !take("]") else { return }
        repeat { try element(&self) } while take(",")
        try expect("]")
    }

    /// Reads any value whole.
    package mutating func element(depth: Int = 0) throws(InputError) -> JSONElement {
        guard depth < Self.deepest else { throw fault(Self.tooDeep) }
        guard let next = peek() else { throw fault("a value is missing") }
        let line = line()
        switch next {
        case UInt8(ascii: "{"):
            var members: [JSONElement.Member] = []
            try expect("{")
            if !take("}") {
                var keys = JSONKeys()
                repeat {
                    let key = try newKey(&keys)
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
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return JSONElement(content: .boolean(try boolean()), line: line)
        case UInt8(ascii: "n"):
            guard takeNull() else { throw fault("a word is not one that JSON knows") }
            return JSONElement(content: .null, line: line)
        default: return JSONElement(content: .number(try number()), line: line)
        }
    }

    /// Reads a key that the object did not have before, and the colon behind it.
    private mutating func newKey(_ keys: inout JSONKeys) throws(InputError) -> String {
        let key = try string()
        guard keys.insert(key) else { throw fault(Self.repeated(key)) }
        try expect(":")
        return key
    }

    static func repeated(_ key: String) -> String { "the key \(quoted: key) appears twice in one object" }

    /// Reads `true` or `false`.
    package mutating func boolean() throws(InputError) -> Bool {
        if takeWord("true") { return true }
        guard takeWord("false") else { throw fault("true or false is missing") }
        return false
    }

    /// Takes `null` if it comes next.
    package mutating func takeNull() -> Bool { takeWord("null") }

    @inline(__always)
    mutating func skipSpace() { position = JSONScanner.endOfSpace(bytes.span, from: position) }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func expect(_ character: Unicode.Scalar) throws(InputError) {
        guard take(character) else { throw fault("\(quoted: String(character)) is missing") }
    }

    private mutating func takeWord(_ word: String) -> Bool {
        skipSpace()
        guard bytes[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }
}

/// The keys of an object so far: few are compared one by one, which is faster than hashing, many by their hashes.
struct JSONKeys {
    private var few: [String] = []
    private var many: Set<String> = []
    private static let fewest = 32

    /// Adds a key; false if it was there before.
    mutating func insert(_ key: String) -> Bool {
        if few.count < Self.fewest {
            guard !few.contains(key) else { return false }
            few.append(key)
            return true
        }
        if many.isEmpty { many = Set(few) }
        return many.insert(key).inserted
    }
}
