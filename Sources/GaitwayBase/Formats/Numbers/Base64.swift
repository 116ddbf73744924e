// SPDX-License-Identifier: Apache-2.0

/// Bytes as text of sixty-four characters (RFC 4648, section 4), for hashes and for arrays of numbers in JSON.
package enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    package static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var group = 0
            for place in 0..<3 { group = group << 8 | (place < count ? Int(bytes[start + place]) : 0) }
            for place in 0..<4 {
                text.append(place <= count ? letters[group >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The text of some numbers, the least byte of each first.
    package static func text<Number: FixedWidthInteger>(_ numbers: [Number]) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(numbers.count * Number.bitWidth / 8)
        for number in numbers {
            for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        return text(bytes)
    }

    /// The text of some numbers in IEEE 754's form of four bytes, the least byte of each first.
    package static func text(_ numbers: [Float]) -> String { text(numbers.map(\.bitPattern)) }
}
