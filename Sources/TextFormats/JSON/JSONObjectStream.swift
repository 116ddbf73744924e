package import MotionTypes

/// Reads the objects of a JSON text that is too large for memory, one after the other: keys and values as text.
///
/// ``JSONReader`` needs the whole text, and makes values of it. Here a logger's export of any size passes through one buffer, its
/// numbers stay text until a table's reader takes them, and a text that was cut ends with what it still tells.
///
/// It serves arrays of flat objects. A nested object's members count as its parent's; what stands before an array
/// inside an object is left out, and the array's objects follow.
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

    private let fill: (_ buffer: inout [UInt8]) throws(InputError) -> Int
    private let name: String
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var position = 0
    private var end = 0
    /// How many line feeds came before the buffer.
    private var earlierLines = 0

    /// The objects of a text.
    ///
    /// - Parameters:
    ///   - name: the text's name, for errors.
    ///   - fill: puts the next bytes at the start of a buffer and returns how many; 0 at the end.
    package init(name: String, fill: @escaping (_ buffer: inout [UInt8]) throws(InputError) -> Int) {
        self.name = name
        self.fill = fill
    }

    /// Reads the next object; false at the end, and in an object that the end cuts.
    ///
    /// - Throws: `malformed` where the text is no JSON, `limitExceeded` for an object that is too large.
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
        guard depth <= Self.deepest else {
            throw InputError(.limitExceeded, source: name, problem: "the objects are nested too deep")
        }
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
                guard let value = try literal(first) else { return .cut }
                members.append(Member(key: key, value: value))
            }
        }
        return .cut
    }

    /// The rest of a string behind its first quote; nil if it is cut.
    private mutating func string(keeps: Bool) throws(InputError) -> Range<Int>? {
        let start = text.count
        while let byte = try take() {
            if byte == UInt8(ascii: "\"") { return start..<text.count }
            var character = byte
            if byte == UInt8(ascii: "\\") {
                guard let escaped = try take() else { return nil }
                // A \u is kept as it stands: no number or name that is looked for has one.
                character =
                    escaped == UInt8(ascii: "n") || escaped == UInt8(ascii: "t") ? UInt8(ascii: " ") : escaped
            }
            if keeps { try append(character) }
        }
        return nil
    }

    /// A number or a word that begins with `first`; nil if it is cut.
    private mutating func literal(_ first: UInt8) throws(InputError) -> Range<Int>? {
        let start = text.count
        try append(first)
        while let byte = try take() {
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 9, 10, 13, 32:
                position -= 1
                return start..<text.count
            default: try append(byte)
            }
        }
        return nil
    }

    private mutating func append(_ byte: UInt8) throws(InputError) {
        guard text.count < Self.largest else {
            throw InputError(
                .limitExceeded, source: name, problem: "an object is larger than \(Self.largest) bytes")
        }
        text.append(byte)
    }

    private var malformed: InputError {
        let before = position > 0 && position <= end ? buffer[position - 1] : 0
        let line = earlierLines + buffer[..<position].count { $0 == UInt8(ascii: "\n") } + 1
        return InputError(
            .malformed, source: name, line: line,
            problem: "this is not valid JSON: \(QuotedText.text([before])) is out of place",
            remedy: "give an array of objects")
    }

    private mutating func takeVisible() throws(InputError) -> UInt8? {
        while let byte = try take() {
            if byte > 32 { return byte }
        }
        return nil
    }

    @inline(__always)
    private mutating func take() throws(InputError) -> UInt8? {
        if position == end {
            earlierLines += buffer[..<end].count { $0 == UInt8(ascii: "\n") }
            end = try fill(&buffer)
            position = 0
            guard end > 0 else { return nil }
        }
        defer { position += 1 }
        return buffer[position]
    }
}
