/// Numbers as text with a fixed count of decimals, whatever the locale.
package enum DecimalText {
    /// `value` rounded to `places` decimals (half away from zero), as `-12.3400`; `nan` and `inf` as Swift writes them.
    package static func text(_ value: Double, places: Int) -> String {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let scaled = (value * scale).rounded()
        // Beyond 2^53 there are no decimals left to round.
        guard scaled.magnitude < 9_007_199_254_740_992 else { return value.description }
        let digits = String(Int64(scaled.magnitude))
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        let sign = scaled < 0 ? "-" : ""
        guard places > 0 else { return sign + padded }
        return sign + padded.dropLast(places) + "." + padded.suffix(places)
    }
}
