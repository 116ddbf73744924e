// SPDX-License-Identifier: Apache-2.0
/// Finds where the tokens of a JSON text end. All readers of JSON share it, whether the text is whole or comes in
/// pieces.
enum JSONScanner {
    /// The place behind JSON's white space.
    @inline(__always)
    static func endOfSpace(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var here = start
        while here < bytes.count {
            switch bytes[here] {
            case 32, 9, 10, 13: here += 1
            default: return here
            }
        }
        return here
    }

    /// The place behind white space and control characters, which a damaged file may hold.
    @inline(__always)
    static func endOfBlanks(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var here = start
        while here < bytes.count, bytes[here] <= 32 { here += 1 }
        return here
    }

    /// The place of the next quotation mark or backslash within a string, or the end of the bytes.
    @inline(__always)
    static func endOfPlainText(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var here = start
        while here < bytes.count, bytes[here] != UInt8(ascii: "\""), bytes[here] != UInt8(ascii: "\\") { here += 1 }
        return here
    }

    /// The place behind the string that begins here, if it is ASCII without escapes or control characters; nil for
    /// another.
    @inline(__always)
    static func endOfPlainString(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { return nil }
        var here = start + 1
        while here < bytes.count {
            let byte = bytes[here]
            here += 1
            if byte == UInt8(ascii: "\"") { return here }
            guard byte != UInt8(ascii: "\\"), (32..<128).contains(byte) else { return nil }
        }
        return nil
    }

    /// The place behind a number or a word, which a separator, a closing bracket or a blank ends, or the end of the
    /// bytes.
    @inline(__always)
    static func endOfWord(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var here = start
        while here < bytes.count, !endsWord(bytes[here]) { here += 1 }
        return here
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
        byte <= 32 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
    }
}

/// Passes over a string, an object or an array, whose bytes may come in pieces.
struct JSONPass {
    private var depth = 0
    private var isInString = false

    /// Goes on from `here`; returns the place behind the value, or nil if these bytes end before it does.
    ///
    /// Without an end, `here` is where the next piece is to be looked at: the end of the bytes, or one byte behind it
    /// where they end with a backslash.
    mutating func end(in bytes: Span<UInt8>, from here: inout Int) -> Int? {
        while here < bytes.count {
            if isInString {
                here = JSONScanner.endOfPlainText(bytes, from: here)
                guard here < bytes.count else { return nil }
                isInString = bytes[here] != UInt8(ascii: "\"")
                here += isInString ? 2 : 1
                if !isInString, depth == 0 { return here }
                continue
            }
            let byte = bytes[here]
            here += 1
            // Numbers and commas, which are nearly all, lie between the quotation mark and the brackets.
            if byte &- 35 < UInt8(ascii: "[") - 35 { continue }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
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
