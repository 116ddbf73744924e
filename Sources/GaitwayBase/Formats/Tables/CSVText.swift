// SPDX-License-Identifier: Apache-2.0
/// Writing of comma-separated records (RFC 4180, LF line ends).
package enum CSVText {
    /// One record with its line end; `separator` stands between its fields.
    package static func record(_ fields: [String], separator: UInt8 = UInt8(ascii: ",")) -> String {
        // A record of one empty field would read as a blank line.
        if fields == [""] { return "\"\"\n" }
        var bytes: [UInt8] = []
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(separator) }
            bytes.append(csvField: field, separator: separator)
        }
        bytes.append(UInt8(ascii: "\n"))
        return String(decoding: bytes, as: UTF8.self)
    }
}
