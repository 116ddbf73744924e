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
        do {
            _ = try UTF8Span(validating: bytes.span)
            return bytes
        } catch {
            return fromWindows1252(bytes)
        }
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

    private static func scalar(_ byte: UInt8) -> UInt16 {
        (0x80...0x9f).contains(byte) ? windows[Int(byte) - 0x80] : UInt16(byte)
    }
}
