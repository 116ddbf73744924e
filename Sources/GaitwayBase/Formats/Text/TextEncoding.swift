// SPDX-License-Identifier: Apache-2.0

/// Texts that are not UTF-8, as UTF-8.
package enum TextEncoding {
    /// The bytes as UTF-8 if they begin with the mark of UTF-16; other bytes unchanged.
    package static func fromUTF16(_ bytes: [UInt8]) -> [UInt8] {
        let isLittle = bytes.starts(with: [0xff, 0xfe])
        guard isLittle || bytes.starts(with: [0xfe, 0xff]) else { return bytes }
        let units = (1..<max(1, bytes.count / 2)).lazy.map { index in
            let (first, second) = (UInt16(bytes[2 * index]), UInt16(bytes[2 * index + 1]))
            return isLittle ? first | second << 8 : first << 8 | second
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// The bytes as UTF-8 if they are not: first as UTF-16 with its mark, then as Windows' code page 1252, which holds
    /// Latin-1.
    package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        let bytes = fromUTF16(bytes)
        return isWindows1252(bytes) ? fromWindows1252(bytes) : bytes
    }

    /// Whether bytes are read as Windows' code page 1252, since they are not UTF-8 and have no mark of UTF-16.
    package static func isWindows1252(_ bytes: [UInt8]) -> Bool {
        guard !bytes.starts(with: [0xff, 0xfe]), !bytes.starts(with: [0xfe, 0xff]) else { return false }
        do {
            _ = try UTF8Span(validating: bytes.span)
            return false
        } catch {
            return true
        }
    }

    /// The name of the file whose bytes are `name` in Windows' code page 1252; nil if its bytes in UTF-8 are the same,
    /// or if the code page lacks a character.
    package static func nameInWindows1252(_ name: String) -> String? {
        var bytes: [UInt8] = []
        for character in name.unicodeScalars {
            if let byte = byte(character) { bytes.append(byte) } else { return nil }
        }
        return bytes.allSatisfy { $0 < 128 } ? nil : ForeignName.text(bytes)
    }

    /// The bytes of code page 1252 as UTF-8.
    static func fromWindows1252(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            if byte < 128 {
                text.append(byte)
            } else {
                text.append(contentsOf: Unicode.Scalar(scalar(byte)).map { String($0).utf8.map(\.self) } ?? [])
            }
        }
        return text
    }

    /// The characters of 0x80 to 0x9F; the others have their own numbers. Source: unicode.org, CP1252.TXT.
    private static let windows: [UInt16] = [
        0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0xfffd,
        0x017d, 0xfffd, 0xfffd, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a,
        0x0153, 0xfffd, 0x017e, 0x0178,
    ]

    private static func byte(_ character: Unicode.Scalar) -> UInt8? {
        if let byte = ForeignName.byte(character) { return byte }
        guard let value = UInt8(exactly: character.value), !(0x80...0x9f).contains(value) else {
            guard character != "\u{fffd}" else { return nil }
            return windows.firstIndex { UInt32($0) == character.value }.map { 0x80 + UInt8(truncatingIfNeeded: $0) }
        }
        return value
    }

    private static func scalar(_ byte: UInt8) -> UInt16 {
        (0x80...0x9f).contains(byte) ? windows[Int(byte) - 0x80] : UInt16(byte)
    }
}
