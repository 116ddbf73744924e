/// Numbers as text with a fixed count of decimals, whatever the locale.
package enum DecimalText {
    /// `value` rounded to `places` decimals (half away from zero), as `-12.3400`; `nan` and `inf` as Swift writes them.
    package static func text(_ value: Double, places: Int) -> String {
        var bytes: [UInt8] = []
        bytes.append(fixed: value, places: places)
        return String(decoding: bytes, as: UTF8.self)
    }
}
