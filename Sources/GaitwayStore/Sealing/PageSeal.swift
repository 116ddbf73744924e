// SPDX-License-Identifier: Apache-2.0
/// The last eight bytes of each page of a store: a checksum of the rest of the page and its number.
///
/// With x₁ … xₙ the page's 32-bit words before the seal, little-endian, and modulo 2³²:
///
///     a ← page number, b ← 0;   for each pair (x, y): a ← a + x + b, b ← b + y + a;   the seal is a, b
///
/// Each step maps (a, b) one to one. So any change within one pair of words, such as a flipped bit, changes the seal. A
/// page in the place of another has a wrong seal, too. Larger damage is missed once in 2⁶⁴ cases.
package enum PageSeal {
    /// The bytes of a seal.
    static let length = 8

    /// Writes the seal of a page into its last bytes.
    package static func write(to page: UnsafeMutableRawBufferPointer, number: UInt32) {
        let (a, b) = sums(UnsafeRawBufferPointer(page), number: number)
        page.storeBytes(of: a.littleEndian, toByteOffset: page.count - 8, as: UInt32.self)
        page.storeBytes(of: b.littleEndian, toByteOffset: page.count - 4, as: UInt32.self)
    }

    /// Whether a page matches its seal.
    static func holds(_ page: UnsafeRawBufferPointer, number: UInt32) -> Bool {
        let (a, b) = sums(page, number: number)
        return word(page, page.count - 8) == a && word(page, page.count - 4) == b
    }

    private static func sums(_ page: UnsafeRawBufferPointer, number: UInt32) -> (UInt32, UInt32) {
        var a = number
        var b: UInt32 = 0
        for offset in stride(from: 0, to: page.count - length, by: 8) {
            a &+= word(page, offset) &+ b
            b &+= word(page, offset + 4) &+ a
        }
        return (a, b)
    }

    private static func word(_ page: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        UInt32(littleEndian: page.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}
