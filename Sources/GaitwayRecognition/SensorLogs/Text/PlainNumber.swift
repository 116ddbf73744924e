// SPDX-License-Identifier: Apache-2.0
/// A number of an optional sign, one to seven digits and, behind a mark, one to seven decimals, as nearly all fields
/// of a log are.
///
/// ``DecimalNumber`` reads the same numbers to the same values, and all others; this takes half of its instructions.
/// Digits before the mark are few and read one by one. Decimals are read as a word, whose bytes behind them become
/// zeros, so that there are always eight: the quotient by 10^8 is that of the same number, without a branch or a
/// table for their count.
struct PlainNumber {
    /// The number without its sign times 10^8, below 10^15.
    let scaled: UInt64
    /// 1 for a negative number, 0 for another.
    let sign: UInt64

    /// How many bytes behind the end of a line are looked at.
    static let lookahead = 10

    /// Reads the number that starts at `position`, and moves `position` behind it; nil for any other text.
    ///
    /// The caller knows that a line ends at `position` or behind it, with a line break, and ``lookahead`` bytes before
    /// the end of `bytes`: what is read stops there, as a line break is not part of a number.
    @inline(__always)
    init?(_ bytes: Span<UInt8>, at position: inout Int, mark: UInt8) {
        // "+" is 43 and "-" is 45. Signs change from field to field, so a branch would be slow.
        let first = bytes.byte(position) &- 43
        let isSigned: UInt8 = first & 0xfd == 0 ? 1 : 0
        sign = UInt64(truncatingIfNeeded: first >> 1 & isSigned)
        position &+= Int(truncatingIfNeeded: isSigned)
        var digit = bytes.byte(position) &- 48
        guard digit < 10 else { return nil }
        var whole = UInt64(truncatingIfNeeded: digit)
        position &+= 1
        // With a fixed number of turns the loop is unrolled.
        for _ in 0..<6 {
            digit = bytes.byte(position) &- 48
            guard digit < 10 else { break }
            whole = whole &* 10 &+ UInt64(truncatingIfNeeded: digit)
            position &+= 1
        }
        guard bytes.byte(position) == mark else {
            scaled = whole &* 100_000_000
            return
        }
        let run = DigitRun(bytes.eightBytes(position &+ 1))
        guard run.count > 0, run.count < 8 else { return nil }
        scaled = whole &* 100_000_000 &+ run.decimals
        position &+= 1 &+ run.count
    }

    /// The nearest Double: the number and 10^8 are whole and exact, so the quotient is rounded once.
    @inline(__always)
    var double: Double {
        let magnitude = Double(Int64(truncatingIfNeeded: scaled)) / 1e8
        return Double(bitPattern: magnitude.bitPattern | sign &<< 63)
    }

    /// The number times 10^`scale`; nil if that is not a whole number, or the scale is not 6 or 9.
    @inline(__always)
    func integer(scale: Int) -> Int64? {
        var magnitude = Int64(truncatingIfNeeded: scaled)
        switch scale {
        case 9: magnitude &*= 10
        case 6:
            let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: 100)
            guard remainder == 0 else { return nil }
            magnitude = quotient
        default: return nil
        }
        return sign == 0 ? magnitude : -magnitude
    }
}
