// SPDX-License-Identifier: Apache-2.0
extension String {
    /// The text with `%` and two digits for each byte (RFC 3986) but letters and digits of ASCII, `-`, `.`, `_` and
    /// `kept`.
    package func percentEncoded(keeping kept: String = "") -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let plain = Set("-._0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8).union(kept.utf8)
        let bytes = utf8.flatMap { byte in
            plain.contains(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
