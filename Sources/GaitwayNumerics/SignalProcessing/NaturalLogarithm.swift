// SPDX-License-Identifier: Apache-2.0
extension SIMD4<Float> {
    /// The natural logarithm of each lane, for normal numbers above 0; within 2 units in the last place.
    ///
    /// The number is m 2^e with m between √½ and √2, and ln m comes from the polynomial of the Cephes library (S. L.
    /// Moshier, Methods and Programs for Mathematical Functions, 1989). Four logarithms cost a tenth of four calls of
    /// the C library's, and have the same bits on every processor.
    @inline(__always)
    package var naturalLogarithm: SIMD4<Float> {
        let bits = bitPattern
        // The pattern of √½ taken off, what is left above the 23 bits of the fraction is the exponent of m 2^e.
        let exponent = (bits &- 0x3f35_04f3) &>> SIMD4<Int32>(repeating: 23)
        let rest = SIMD4(bitPattern: bits &- (exponent &<< SIMD4<Int32>(repeating: 23))) - 1
        let scale = SIMD4(exponent)
        let square = rest * rest
        var sum = rest * 7.0376836292e-2 - 1.1514610310e-1
        sum = sum * rest + 1.1676998740e-1
        sum = sum * rest - 1.2420140846e-1
        sum = sum * rest + 1.4249322787e-1
        sum = sum * rest - 1.6668057665e-1
        sum = sum * rest + 2.0000714765e-1
        sum = sum * rest - 2.4999993993e-1
        sum = sum * rest + 3.3333331174e-1
        // ln 2 in two parts; the first is exact for every exponent.
        let low = sum * rest * square - scale * 2.12194440e-4 - square * 0.5
        return rest + low + scale * 0.693359375
    }
}

extension SIMD8<Float> {
    /// The natural logarithm of each lane; see the one of four lanes.
    @inline(__always)
    package var naturalLogarithm: SIMD8<Float> {
        SIMD8(lowHalf: lowHalf.naturalLogarithm, highHalf: highHalf.naturalLogarithm)
    }
}
