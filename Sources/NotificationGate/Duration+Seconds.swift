internal import MotionTypes

extension Duration {
    /// The duration in seconds, exact to the nanosecond, without trailing zeros.
    var decimalSeconds: String {
        let nanoseconds = wholeNanoseconds
        let magnitude = nanoseconds.magnitude
        let digits = String(magnitude % 1_000_000_000)
        var fraction = String(repeating: "0", count: 9 - digits.count) + digits
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return (nanoseconds < 0 ? "-" : "") + String(magnitude / 1_000_000_000)
            + (fraction.isEmpty ? "" : "." + fraction)
    }
}

extension Double {
    /// The number as JSON has it; whole ones without a fraction. It must be finite.
    var jsonText: String { Int(exactly: self).map(String.init) ?? String(self) }
}
