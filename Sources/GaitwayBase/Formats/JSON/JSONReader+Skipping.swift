// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
    /// The place of the next byte; a reader of the same bytes can go on from there.
    package var place: Int { position }

    /// A reader of bytes from a place on.
    package init(_ bytes: [UInt8], at place: Int) {
        self.init(bytes)
        position = place
    }

    /// Passes over a value. It obeys the rules of one that is read, but nothing of it is kept, which takes a part of
    /// the time.
    ///
    /// - Parameter depth: the number of values that it lies in.
    package mutating func skip(depth: Int = 0) throws(InputError) {
        guard depth < Self.deepest else { throw fault(Self.tooDeep) }
        switch peek() {
        case UInt8(ascii: "{"):
            position += 1
            guard !take("}") else { return }
            var keys = SkippedKeys()
            repeat {
                try skipKey(&keys)
                try skip(depth: depth + 1)
            } while take(",")
            try expect("}")
        case UInt8(ascii: "["):
            position += 1
            guard !take("]") else { return }
            repeat { try skip(depth: depth + 1) } while take(",")
            try expect("]")
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try boolean()
        case UInt8(ascii: "n"): guard takeNull() else { throw fault("a word is not one that JSON knows") }
        case nil: throw fault("a value is missing")
        default: _ = try number()
        }
    }

    /// Passes over a key that the object did not have before, and the colon behind it.
    private mutating func skipKey(_ keys: inout SkippedKeys) throws(InputError) {
        skipSpace()
        let start = position
        if let end = JSONScanner.endOfPlainString(bytes.span, from: start) {
            position = end
            guard keys.insert(start + 1..<end - 1, of: bytes.span) else {
                throw fault(Self.repeated(String(decoding: bytes[start + 1..<end - 1], as: UTF8.self)))
            }
        } else {
            let key = try string()
            guard keys.insert(key, of: bytes) else { throw fault(Self.repeated(key)) }
        }
        try expect(":")
    }

    private mutating func skipString() throws(InputError) {
        if let end = JSONScanner.endOfPlainString(bytes.span, from: position) {
            position = end
        } else {
            _ = try string()
        }
    }
}

/// The keys of an object that is passed over. Short objects, as nearly all are, compare their bytes; the keys of
/// others, and keys with escapes or beyond ASCII, become texts.
private struct SkippedKeys {
    private var plain: [Range<Int>] = []
    private var texts: Set<String>?
    private static let fewest = 16

    /// Adds a key of ASCII without escapes; false if it was there before.
    mutating func insert(_ key: Range<Int>, of bytes: Span<UInt8>) -> Bool {
        if texts == nil, plain.count < Self.fewest {
            for known in plain where Self.areEqual(known, key, bytes) { return false }
            plain.append(key)
            return true
        }
        return insert(Self.text(key, bytes), of: bytes)
    }

    /// Adds another key; false if it was there before.
    mutating func insert(_ key: String, of bytes: [UInt8]) -> Bool { insert(key, of: bytes.span) }

    private mutating func insert(_ key: String, of bytes: Span<UInt8>) -> Bool {
        if texts == nil { texts = Set(plain.map { Self.text($0, bytes) }) }
        return texts?.insert(key).inserted ?? false
    }

    private static func areEqual(_ left: Range<Int>, _ right: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        for place in 0..<left.count where bytes[left.lowerBound + place] != bytes[right.lowerBound + place] {
            return false
        }
        return true
    }

    private static func text(_ range: Range<Int>, _ bytes: Span<UInt8>) -> String {
        var text = ""
        text.reserveCapacity(range.count)
        for place in range { text.unicodeScalars.append(Unicode.Scalar(bytes[place])) }
        return text
    }
}
