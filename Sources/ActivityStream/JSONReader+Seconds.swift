import MotionTypes
import TextFormats

extension JSONReader {
    /// Reads seconds. Up to nine decimals are exact; further ones, and exponents, are rounded.
    mutating func seconds() throws(InputError) -> Duration {
        let text = try numberText()
        if let exact = Nanoseconds.exactly(text) { return .nanoseconds(exact) }
        guard let value = Double(text), abs(value) < 9e9 else { throw fault("a time is out of range") }
        return Duration(inSeconds: value)
    }
}
