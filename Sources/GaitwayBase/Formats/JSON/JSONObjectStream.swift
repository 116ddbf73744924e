// SPDX-License-Identifier: Apache-2.0

/// Reads the objects of a JSON text that is too large for memory, one after the other: keys and values as text.
///
/// A logger's export of any size passes through one window. Numbers stay text until a table's reader takes them. A text
/// that was cut gives the members before the cut.
///
/// It serves arrays of flat objects. A nested object's members count as its parent's. If an object holds an array, the
/// array's objects follow and the object's own members are left out.
package struct JSONObjectStream {
    /// A member: ranges of ``text``.
    package struct Member: Sendable {
        package var key: Range<Int>
        package var value: Range<Int>
    }

    /// An object larger than this, in bytes of text, is refused.
    private static let largest = 65536
    private static let deepest = 8

    /// The bytes of the keys and values of the object read last.
    package private(set) var text: [UInt8] = []
    /// The members of the object read last.
    package private(set) var members: [Member] = []
    /// Whether the text ended inside an object.
    package private(set) var isCut = false

    private let name: String
    private var window: JSONWindow

    /// The objects of a text.
    ///
    /// - Parameters:
    ///   - name: the text's name, for errors.
    ///   - fill: puts the next bytes at the start of a buffer and returns how many; 0 at the end.
    package init(name: String, fill: @escaping (_ buffer: inout [UInt8]) throws(InputError) -> Int) {
        self.name = name
        window = JSONWindow(chunk: 1 << 16, fill: fill)
    }

    /// Reads the next object; false at the end, and in an object that the end cuts.
    ///
    /// - Throws: `malformed` if the text is not JSON, `limitExceeded` for an object that is too large.
    package mutating func next() throws(InputError) -> Bool {
        text.removeAll(keepingCapacity: true)
        members.removeAll(keepingCapacity: true)
        while let byte = try take() {
            if byte == UInt8(ascii: "\"") {
                guard try string(keeps: false) != nil else { return false }
            } else if byte == UInt8(ascii: "{") {
                switch try object(depth: 1) {
                case .whole: return true
                case .cut:
                    isCut = true
                    return false
                case .opened:
                    text.removeAll(keepingCapacity: true)
                    members.removeAll(keepingCapacity: true)
                }
            }
        }
        return false
    }

    /// The value of a member, or nil.
    package func value(_ key: String) -> String? {
        for member in members where text[member.key].elementsEqual(key.utf8) {
            return String(decoding: text[member.value], as: UTF8.self)
        }
        return nil
    }

    private enum Ending {
        case whole
        case cut
        /// An array begins inside the object.
        case opened
    }

    private mutating func object(depth: Int) throws(InputError) -> Ending {
        guard depth <= Self.deepest else { throw .limitExceeded("the objects are nested too deep", source: name) }
        while let byte = try takeVisible() {
            if byte == UInt8(ascii: "}") { return .whole }
            if byte == UInt8(ascii: ",") { continue }
            guard byte == UInt8(ascii: "\"") else { throw malformed }
            guard let key = try string(keeps: true), let colon = try takeVisible() else { return .cut }
            guard colon == UInt8(ascii: ":") else { throw malformed }
            guard let first = try takeVisible() else { return .cut }
            switch first {
            case UInt8(ascii: "["): return .opened
            case UInt8(ascii: "{"):
                let ending = try object(depth: depth + 1)
                if ending != .whole { return ending }
            case UInt8(ascii: "\""):
                guard let value = try string(keeps: true) else { return .cut }
                members.append(Member(key: key, value: value))
            default:
                guard let value = try literal() else { return .cut }
                members.append(Member(key: key, value: value))
            }
        }
        return .cut
    }

    /// The rest of a string behind its first quote; nil if it is cut.
    private mutating func string(keeps: Bool) throws(InputError) -> Range<Int>? {
        let start = text.count
        while true {
            let end = JSONScanner.endOfPlainText(window.reader.bytes.span, from: window.reader.position)
            if keeps { try takeText(to: end) }
            window.reader.position = end
            guard let byte = try take() else { return nil }
            if byte == UInt8(ascii: "\"") { return start..<text.count }
            if byte != UInt8(ascii: "\\") {
                // The string goes on in the next piece.
                window.reader.position -= 1
                continue
            }
            guard let escaped = try take() else { return nil }
            // Of \u the digits are kept as they stand: numbers, and the names that are looked for, have none.
            let isBlank = escaped == UInt8(ascii: "n") || escaped == UInt8(ascii: "t")
            if keeps {
                try makeRoom(for: 1)
                text.append(isBlank ? UInt8(ascii: " ") : escaped)
            }
        }
    }

    /// A number or a word, whose first byte was taken; nil if it is cut.
    private mutating func literal() throws(InputError) -> Range<Int>? {
        let start = text.count
        // Its first byte belongs to it, whatever it is.
        window.reader.position -= 1
        try takeText(to: window.reader.position + 1)
        while true {
            try takeText(to: JSONScanner.endOfWord(window.reader.bytes.span, from: window.reader.position))
            guard window.reader.rest == 0 else { return start..<text.count }
            guard try more() else { return nil }
        }
    }

    /// Moves bytes of the window, up to a place in it, to the text.
    private mutating func takeText(to end: Int) throws(InputError) {
        let bytes = window.reader.position..<end
        try makeRoom(for: bytes.count)
        text.append(contentsOf: window.reader.bytes[bytes])
        window.reader.position = end
    }

    private func makeRoom(for count: Int) throws(InputError) {
        guard text.count + count <= Self.largest else {
            throw .limitExceeded("an object is larger than \(Self.largest) bytes", source: name)
        }
    }

    private var malformed: InputError {
        var reader = window.reader
        let before = reader.position > 0 ? reader.bytes[reader.position - 1] : 0
        return .malformed(
            "this is not valid JSON: \(QuotedText.text([before])) is out of place", remedy: "give an array of objects",
            source: name, line: reader.line())
    }

    /// The next byte that is not a blank; nil at the end.
    private mutating func takeVisible() throws(InputError) -> UInt8? {
        while true {
            window.reader.position = JSONScanner.endOfBlanks(window.reader.bytes.span, from: window.reader.position)
            if window.reader.rest > 0 { return try take() }
            guard try more() else { return nil }
        }
    }

    /// The next byte; nil at the end.
    @inline(__always)
    private mutating func take() throws(InputError) -> UInt8? {
        if window.reader.rest == 0 {
            guard try more() else { return nil }
        }
        defer { window.reader.position += 1 }
        return window.reader.bytes[window.reader.position]
    }

    /// Replaces the window, whose bytes were all taken.
    private mutating func more() throws(InputError) -> Bool {
        window.reader.drop()
        return try window.more()
    }
}
