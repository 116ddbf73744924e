// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The powers of ten that a Double holds exactly.
private let exactPowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19,
    1e20, 1e21, 1e22,
]

/// The powers of ten that fit in 64 bits.
private let integerPowers: [UInt64] = [
    1, 10, 100, 1000, 10000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
]

extension DecimalNumber {
    /// The nearest Double, if one of two exact ways applies; nil otherwise.
    ///
    /// Below 2^53 mantissa and power of ten (up to 10^22) are both exact, so one operation rounds once (W. Clinger,
    /// "How to Read Floating Point Numbers Accurately", 1990). Up to 19 digits with 10^-19 at the least, a quotient
    /// of 128 by 64 bits holds at least 63 bits and its remainder tells whether anything is left.
    @inline(__always)
    var exactDouble: Double? {
        guard isComplete else { return nil }
        if mantissa < 1 << 53 {
            let magnitude = Double(mantissa)
            if exponent <= 0 {
                guard exponent >= -22 else { return mantissa == 0 ? (isNegative ? -0.0 : 0) : wideQuotient }
                let value = magnitude / exactPowers[-exponent]
                return isNegative ? -value : value
            }
            guard exponent <= 22 else { return nil }
            let value = magnitude * exactPowers[exponent]
            return isNegative ? -value : value
        }
        return wideQuotient
    }

    private var wideQuotient: Double? {
        guard exponent <= 0, exponent >= -19, mantissa > 0 else { return nil }
        let divisor = integerPowers[-exponent]
        let dividendShift = mantissa.leadingZeroBitCount
        let divisorShift = divisor.leadingZeroBitCount
        let high = mantissa << UInt64(dividendShift)
        let (quotient, remainder) = (divisor << UInt64(divisorShift)).dividingFullWidth((high >> 1, high << 63))
        let sticky = remainder == 0 ? quotient : quotient | 1
        let power = divisorShift - dividendShift - 63
        let value = Double(sticky) * Double(sign: .plus, exponent: power, significand: 1)
        return isNegative ? -value : value
    }

    /// The number times 10^`scale` as an integer, rounded half away from zero; nil beyond ±4.5e18.
    ///
    /// Times are read so: nanoseconds since 1970 exceed what a Double holds exactly.
    @inline(__always)
    func integer(scale: Int) -> Int64? {
        let shift = exponent + scale
        var magnitude = mantissa
        if shift < 0 {
            guard shift >= -19 else { return 0 }
            let divisor = integerPowers[-shift]
            let remainder = magnitude % divisor
            magnitude /= divisor
            if remainder >= divisor - remainder { magnitude += 1 }
        } else if shift > 0 {
            guard magnitude > 0 else { return 0 }
            guard shift <= 19 else { return nil }
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: integerPowers[shift])
            guard !overflow else { return nil }
            magnitude = product
        }
        guard magnitude <= 4_500_000_000_000_000_000 else { return nil }
        return isNegative ? -Int64(magnitude) : Int64(magnitude)
    }
}
