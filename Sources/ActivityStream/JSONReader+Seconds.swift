import MotionTypes
import TextFormats

extension JSONReader {
    /// Reads seconds and returns nanoseconds. Up to nine decimals are exact; further ones, and exponents, are rounded.
    mutating func seconds() throws(InputError) -> Int64 {
        let text = try numberText()
        if let exact = Self.nanoseconds(text) { return exact }
        guard let value = Double(text), abs(value) < 9e9 else { throw fault("a time out of range") }
        return Int64((value * 1e9).rounded())
    }

    /// The nanoseconds of seconds in plain decimals, if they are whole and fit.
    private static func nanoseconds(_ text: String) -> Int64? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1)
        guard let whole = parts.first.flatMap({ Int64(Substring($0)) }), whole.magnitude < 9_000_000_000 else {
            return nil
        }
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        guard parts.count == 2 else { return whole * 1_000_000_000 }
        guard parts[1].count <= 9, var fraction = Int64(Substring(parts[1])) else { return nil }
        for _ in parts[1].count..<9 { fraction *= 10 }
        return whole * 1_000_000_000 + (isNegative ? -fraction : fraction)
    }
}
