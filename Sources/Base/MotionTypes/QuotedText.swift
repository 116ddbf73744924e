/// Text of an input as messages quote it: short, on one line, and in its written order.
///
/// A message quotes with `"the activity \(quoted: text) is not known"`. A field of a file may have megabytes, line
/// ends, or characters that reverse the order in which a terminal shows a line.
package enum QuotedText {
    /// The most characters that are quoted.
    package static let longest = 80

    /// The start of a text, with control characters as escapes; `…` stands for the rest.
    package static func text(_ text: some StringProtocol) -> String {
        let start = text.unicodeScalars.prefix(longest)
        return printable(String(String.UnicodeScalarView(start)))
            + (start.endIndex < text.unicodeScalars.endIndex ? "…" : "")
    }

    /// The text of bytes, which may not be valid UTF-8.
    package static func text(_ bytes: some Collection<UInt8>) -> String {
        // A character takes four bytes at the most.
        let text = String(decoding: bytes.prefix(4 * longest + 4), as: UTF8.self)
        return Self.text(text)
    }

    /// The most characters of a sentence that are shown at its start and at its end.
    private static let longestParts = (start: 400, end: 200)

    /// A sentence or a path; only the start and the end of a very long one.
    package static func shortened(_ text: String) -> String {
        // Most are short; counting bytes is faster than counting characters.
        let most = longestParts.start + longestParts.end
        guard text.utf8.count > most, text.count > most else { return text }
        return text.prefix(longestParts.start) + "…" + text.suffix(longestParts.end)
    }

    /// `text` with its control characters as escapes. No name in a file can then move the cursor, end a line, or
    /// reverse the order in which the line is shown.
    package static func printable(_ text: String) -> String {
        // Nearly all text is ASCII without control characters, which is quick to check.
        guard text.utf8.contains(where: { $0 < 32 || $0 >= 127 }), text.unicodeScalars.contains(where: isControl) else {
            return text
        }
        return text.unicodeScalars.reduce(into: "") { shown, scalar in
            shown += isControl(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: scalar.properties.isBidiControl
        default: false
        }
    }
}

extension DefaultStringInterpolation {
    /// Adds text of an input in quotation marks, made safe by ``QuotedText``.
    package mutating func appendInterpolation(quoted text: some StringProtocol) {
        appendLiteral("\"" + QuotedText.text(text) + "\"")
    }

    /// The text of bytes, which may not be valid UTF-8.
    package mutating func appendInterpolation(quoted bytes: some Collection<UInt8>) {
        appendLiteral("\"" + QuotedText.text(bytes) + "\"")
    }
}
