/// The last eight bytes of each page of a store: a sum over the rest of the page and its number.
///
/// With x₁ … xₙ the page's 32-bit words before the seal, little-endian, and modulo 2³²:
///
///     a ← page number, b ← 0;   for each pair (x, y): a ← a + x + b, b ← b + y + a;   the seal is a, b
///
/// Each step maps (a, b) one to one. So whatever changes within one pair of words changes the seal, a flipped bit for certain; so does
/// a page that stands in another's stead. What damages more goes unseen once in 2⁶⁴.
package enum PageSeal {
    /// Bytes.
    static let length = 8

    /// Writes the seal of a page into its last bytes.
    package static func write(to page: UnsafeMutableRawBufferPointer, number: UInt32) {
        let (a, b) = sums(UnsafeRawBufferPointer(page), number: number)
        page.storeBytes(of: a.littleEndian, toByteOffset: page.count - 8, as: UInt32.self)
        page.storeBytes(of: b.littleEndian, toByteOffset: page.count - 4, as: UInt32.self)
    }

    /// Whether a page is as it was sealed.
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
