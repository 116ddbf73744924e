// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Writes numbers into bytes, the same in every locale.
package struct ExportText {
    package private(set) var bytes: [UInt8] = []
    /// The decimal separator: a point or a comma.
    let point: UInt8

    package init(point: Unicode.Scalar = ".") { self.point = UInt8(ascii: point) }

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// A number with `decimals` digits after the point, as `-0.0123`; rounded, ties away from zero. Not a number:
    /// `NaN`.
    package mutating func appendFixed(_ number: Double, decimals: Int) {
        guard number.isFinite else { return append("NaN") }
        bytes.append(fixed: number, places: decimals, mark: Unicode.Scalar(point))
    }

    /// A number with one digit before the point and `decimals` after it, as `1.596920834E-2`. Not a number: `NaN`.
    package mutating func appendScientific(_ number: Double, decimals: Int) {
        guard number.isFinite else { return append("NaN") }
        let size = number.magnitude
        var exponent = size > 0 ? Int(proven: logarithm10(size).rounded(.down)) : 0
        var scaled = Self.scaled(size, by: decimals - exponent)
        // The logarithm may be off by one near a power of ten, and rounding may carry.
        if scaled >= Self.power(decimals + 1) {
            exponent += 1
            scaled = Self.scaled(size, by: decimals - exponent)
        } else if size > 0, scaled < Self.power(decimals) {
            exponent -= 1
            scaled = Self.scaled(size, by: decimals - exponent)
        }
        let unit = UInt64(proven: Self.power(decimals))
        let digits = UInt64(proven: scaled)
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes.append(digits: digits / unit, atLeast: 1)
        if decimals > 0 {
            bytes.append(point)
            bytes.append(digits: digits % unit, atLeast: decimals)
        }
        append("E")
        append(String(exponent))
    }

    private static func scaled(_ size: Double, by exponent: Int) -> Double {
        (exponent >= 0 ? size * power(exponent) : size / power(-exponent)).rounded()
    }

    private static func power(_ exponent: Int) -> Double {
        var result = 1.0
        for _ in 0..<max(0, exponent) { result *= 10 }
        return result
    }
}
