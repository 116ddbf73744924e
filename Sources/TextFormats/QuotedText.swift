/// Text of a file as a message may quote it: short, and on one line.
package enum QuotedText {
    /// The most characters that are quoted.
    package static let longest = 80

    /// The start of a text, control characters as escapes; what is cut off shows as `…`.
    package static func text(_ text: some StringProtocol) -> String {
        let start = text.unicodeScalars.prefix(longest)
        return TextWidth.printable(String(String.UnicodeScalarView(start)))
            + (start.endIndex < text.unicodeScalars.endIndex ? "…" : "")
    }

    /// The same of bytes, which may be no UTF-8.
    package static func text(_ bytes: some Collection<UInt8>) -> String {
        // A character takes four bytes at the most.
        let text = String(decoding: bytes.prefix(4 * longest + 4), as: UTF8.self)
        return Self.text(text)
    }
}
