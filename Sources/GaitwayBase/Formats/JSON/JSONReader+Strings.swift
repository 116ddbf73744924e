// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
    /// Reads a string.
    package mutating func string() throws(InputError) -> String {
        try expect("\"")
        let start = position
        var isASCII = true
        while position < bytes.count, bytes[position] != UInt8(ascii: "\""),
            bytes[position] != UInt8(ascii: "\\")
        {
            guard bytes[position] >= 32 else { throw fault("a string holds a control character") }
            if bytes[position] >= 128 { isASCII = false }
            position += 1
        }
        if isASCII, position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
            // Nothing in it can be wrong or need repair, and so it is not validated once more, which takes far longer.
            position += 1
            return String(decoding: bytes[start..<position - 1], as: UTF8.self)
        }
        var text = bytes[start..<position]
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            let byte = bytes[position]
            guard byte >= 32 else { throw fault("a string holds a control character") }
            position += 1
            if byte == UInt8(ascii: "\\") { try escape(into: &text) } else { text.append(byte) }
        }
        guard position < bytes.count else { throw fault("a string is not closed") }
        position += 1
        guard let string = String(validating: text, as: UTF8.self) else { throw fault("a string is not UTF-8") }
        return string
    }

    private mutating func escape(into text: inout ArraySlice<UInt8>) throws(InputError) {
        guard position < bytes.count else { throw fault("a string is not closed") }
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
                    throw fault("a string holds half a surrogate pair")
                }
                position += 2
                let low = try hexadecimal()
                guard (0xdc00..<0xe000).contains(low) else { throw fault("a string holds half a surrogate pair") }
                code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw fault("a string holds half a surrogate pair") }
            text.append(contentsOf: String(Character(scalar)).utf8)
        default: throw fault("a string holds an unknown escape")
        }
    }

    private mutating func hexadecimal() throws(InputError) -> UInt32 {
        guard bytes.count - position >= 4 else { throw fault("a string is not closed") }
        var code: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard byte < 128, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw fault("a string holds an unknown escape")
            }
            code = code << 4 | UInt32(digit)
        }
        position += 4
        return code
    }
}
