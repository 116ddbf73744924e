package import MotionTypes

extension JSONReader {
    /// The place of the next byte; a reader of the same bytes can go on from there.
    package var place: Int { position }

    /// A reader of bytes from a place on.
    package init(_ bytes: [UInt8], at place: Int) {
        self.init(bytes)
        position = place
    }

    /// Passes over a value. Little of it is looked at, so this is for bytes that are known to be JSON, and for them a small part
    /// of the work of reading.
    package mutating func skip() throws(InputError) {
        switch peek() {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard let end = Self.endOfBrackets(bytes.span, from: position) else {
                position = bytes.count
                throw fault("a bracket is not closed")
            }
            position = end
        case UInt8(ascii: "\""): _ = try string()
        default:
            // A number or a word.
            let start = position
            while position < bytes.count, !Self.endsWord(bytes[position]) { position += 1 }
            guard position > start else { throw fault("a value is missing") }
        }
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 32, 9, 10, 13: true
        default: false
        }
    }

    /// The place behind the bracket that closes the one at `start`; nil if none does.
    private static func endOfBrackets(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        var depth = 0
        var here = start
        while here < bytes.count {
            let byte = bytes[here]
            here += 1
            // Numbers and commas, which are nearly all, lie between the quotation mark and the brackets.
            if byte &- 35 < UInt8(ascii: "[") - 35 { continue }
            switch byte {
            case UInt8(ascii: "\""):
                while here < bytes.count, bytes[here] != UInt8(ascii: "\"") {
                    here += bytes[here] == UInt8(ascii: "\\") ? 2 : 1
                }
                here += 1
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return here }
            default: break
            }
        }
        return nil
    }
}
