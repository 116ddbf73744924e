// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Up to eight decimal digits in the bytes of one word, the first digit lowest.
///
/// A run of digits is counted and valued in a dozen operations, without a branch on its length, which changes from
/// field to field (D. Lemire, Number Parsing at a Gigabyte per Second, 2021, section 6.5).
struct DigitRun {
    /// How many of the word's first bytes are digits, 0 to 8.
    let count: Int
    /// The bytes less the code of "0".
    private let digits: UInt64
    /// The top bit of each byte up to the first that is not a digit: set there, and clear before it.
    private let isOther: UInt64

    @inline(__always)
    init(_ word: UInt64) {
        digits = word ^ 0x3030_3030_3030_3030
        // Adding 118 sets the top bit of what is above 9; a carry out of a byte changes only bytes behind a non-digit.
        isOther = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
        count = isOther.trailingZeroBitCount >> 3
    }

    /// The number that the digits and zeros behind them make, eight in all; for fewer than eight digits.
    @inline(__always)
    var decimals: UInt64 {
        // All bits below the lowest bit of the first byte that is not a digit.
        let lowest = isOther >> 7
        let kept = digits & ((lowest &- 1) & ~lowest)
        // Pairs, fours and eights are joined.
        let pairs = (kept &* 10 &+ (kept >> 8)) & 0x00ff_00ff_00ff_00ff
        let fours = ((pairs &* (1 + 100 << 16)) >> 16) & 0x0000_ffff_0000_ffff
        return (fours &* (1 + 10000 << 32)) >> 32
    }

    /// The number that the first `count` digits make; `count` is 1 to 8.
    @inline(__always)
    func value(_ count: Int) -> UInt64 {
        // The digits move to the end of the word, behind zeros; then pairs, fours and eights are joined.
        let aligned = digits &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        let pairs = aligned &* 10 &+ (aligned >> 8)
        let first = (pairs & 0x0000_00ff_0000_00ff) &* 0x000f_4240_0000_0064
        let second = ((pairs >> 16) & 0x0000_00ff_0000_00ff) &* 0x0000_2710_0000_0001
        return (first &+ second) >> 32
    }
}

extension DecimalNumber {
    private static let powers: InlineArray<9, UInt64> =
        [1, 10, 100, 1000, 10000, 100_000, 1_000_000, 10_000_000, 100_000_000]

    /// Appends the digits from `position` on to `mantissa`, modulo 2^64, and moves `position` behind them.
    ///
    /// - Parameter end: where the line ends; at most `bytes.count`.
    @inline(__always)
    static func readDigits(_ bytes: Span<UInt8>, at position: inout Int, end: Int, into mantissa: inout UInt64) {
        while position < end, position &+ 8 <= bytes.count {
            let run = DigitRun(bytes.eightBytes(position))
            let count = min(run.count, end &- position)
            guard count > 0 else { return }
            mantissa = mantissa &* powers[count] &+ run.value(count)
            position &+= count
            guard count == 8 else { return }
        }
        // The last bytes of a buffer.
        while position < end {
            let digit = bytes.byte(position) &- 48
            guard digit < 10 else { return }
            mantissa = mantissa &* 10 &+ UInt64(digit)
            position &+= 1
        }
    }
}
