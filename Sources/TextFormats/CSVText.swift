/// Writing of comma-separated records (RFC 4180, LF line ends).
package enum CSVText {
    /// One record with its line end.
    package static func record(_ fields: [String]) -> String {
        // A record of one empty field would read as a blank line.
        if fields == [""] { return "\"\"\n" }
        return fields.map(field).joined(separator: ",") + "\n"
    }

    /// A field, in quotes where it must be.
    package static func field(_ text: String) -> String {
        // Looked at as UTF-8, since CR LF is one Character.
        let needsQuotes = text.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r")
        }
        guard needsQuotes else { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
