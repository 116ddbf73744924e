internal import MotionTypes
internal import TextFormats

extension Duration {
    /// The duration in seconds, exact to the nanosecond, without trailing zeros.
    var decimalSeconds: String {
        var bytes: [UInt8] = []
        bytes.append(seconds: self, places: 9)
        return String(decoding: bytes, as: UTF8.self)
    }
}
