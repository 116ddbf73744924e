// SPDX-License-Identifier: Apache-2.0
/// Text of an input as messages quote it: short, on one line, and in its written order.
///
/// A message quotes with `"the activity \(quoted: text) is not known"`. A field of a file may have megabytes, line
/// ends, or characters that reverse the order in which a terminal shows a line.
package enum QuotedText {
    /// The most characters that a quote has, with its escapes.
    package static let longest = 80

    /// The most characters of a quote in a message that quotes what a whole file is.
    package static let shortest = 32

    /// The start of a text, with control characters as escapes; `…` stands for the rest. No escape is cut.
    package static func text(_ text: some StringProtocol) -> String { Self.text(text, most: longest) }

    /// The same, of at most `most` characters.
    package static func text(_ text: some StringProtocol, most: Int) -> String {
        let all = text.unicodeScalars.prefix(most + 1).map(printable)
        let start = fitting(all, most)
        return start.joined() + (start.count < all.count ? "…" : "")
    }

    /// The text of bytes, which may not be valid UTF-8.
    package static func text(_ bytes: some Collection<UInt8>) -> String { Self.text(bytes, most: longest) }

    /// The same, of at most `most` characters.
    package static func text(_ bytes: some Collection<UInt8>, most: Int) -> String {
        // A character takes four bytes at the most.
        let text = String(decoding: bytes.prefix(4 * most + 4), as: UTF8.self)
        return Self.text(text, most: most)
    }

    /// The first names of a list; `…` stands for the others.
    package static func list(_ names: some Collection<String>, most: Int) -> String {
        names.prefix(most).map { text($0) }.joined(separator: ", ") + (names.count > most ? ", …" : "")
    }

    /// The most characters of a sentence that are shown at its start and at its end.
    private static let longestParts = (start: 400, end: 200)

    /// A sentence or a path, with control characters as escapes; only the start and the end of a very long one. No
    /// escape is cut, also none that a quote in the sentence has.
    package static func shortened(_ text: String) -> String {
        let most = longestParts.start + longestParts.end
        // Most are short; counting bytes is faster than counting characters.
        if text.utf8.count <= most, case let shown = printable(text), shown.utf8.count <= most { return shown }
        let all = pieces(text.unicodeScalars.prefix(most + 1))
        if fitting(all, most).count == all.count { return all.joined() }
        // A few more characters than needed, since their first may lie within an escape.
        let last = pieces(text.unicodeScalars.suffix(longestParts.end + longestEscape))
        return fitting(all, longestParts.start).joined() + "…"
            + fitting(last.reversed(), longestParts.end).reversed().joined()
    }

    /// The characters of `\u{10ffff}`.
    private static let longestEscape = 10

    /// Each character, or its escape; an escape that is there already is one piece.
    private static func pieces(_ scalars: some BidirectionalCollection<Unicode.Scalar>) -> [String] {
        var pieces: [String] = []
        var here = scalars.startIndex
        while here < scalars.endIndex {
            let rest = scalars[here...]
            if rest.starts(with: "\\u{".unicodeScalars),
                let end = rest.prefix(longestEscape).firstIndex(of: "}")
            {
                pieces.append(String(String.UnicodeScalarView(rest[...end])))
                here = scalars.index(after: end)
            } else {
                pieces.append(printable(scalars[here]))
                here = scalars.index(after: here)
            }
        }
        return pieces
    }

    /// The first pieces that have at most `most` characters together.
    private static func fitting(_ pieces: [String], _ most: Int) -> ArraySlice<String> {
        var count = 0
        return pieces.prefix { piece in
            count += piece.unicodeScalars.count
            return count <= most
        }
    }

    /// `text` with its control characters as escapes. No name in a file can then move the cursor, end a line, or
    /// reverse the order in which the line is shown.
    package static func printable(_ text: String) -> String {
        // Nearly all text is ASCII without control characters, which is quick to check.
        guard text.utf8.contains(where: { $0 < 32 || $0 >= 127 }), text.unicodeScalars.contains(where: isControl) else {
            return text
        }
        return text.unicodeScalars.reduce(into: "") { shown, scalar in shown += printable(scalar) }
    }

    private static func printable(_ scalar: Unicode.Scalar) -> String {
        if let byte = ForeignName.byte(scalar) { return printable(Unicode.Scalar(byte)) }
        return isControl(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: scalar.properties.isBidiControl
        // A byte of a file name.
        case .privateUse: ForeignName.byte(scalar) != nil
        default: false
        }
    }
}

extension DefaultStringInterpolation {
    /// Adds text of an input in quotation marks, made safe by ``QuotedText``.
    package mutating func appendInterpolation(quoted text: some StringProtocol) {
        appendLiteral("\"" + QuotedText.text(text) + "\"")
    }

    /// The same, of at most `most` characters.
    package mutating func appendInterpolation(quoted text: some StringProtocol, most: Int) {
        appendLiteral("\"" + QuotedText.text(text, most: most) + "\"")
    }

    /// The text of bytes, which may not be valid UTF-8.
    package mutating func appendInterpolation(quoted bytes: some Collection<UInt8>) {
        appendLiteral("\"" + QuotedText.text(bytes) + "\"")
    }
}
