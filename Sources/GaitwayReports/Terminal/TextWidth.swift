// SPDX-License-Identifier: Apache-2.0
/// The columns of text for people: how many there are, and how many a text takes.
package enum TextWidth {
    /// What text keeps within where nothing wider is known.
    package static let standard = 80
    /// What text needs, however narrow its reader is.
    package static let least = 60

    /// How many columns `text` takes on a terminal: two for a character of East Asia and for a picture, one for any
    /// other.
    package static func columns(of text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + columns(of: $1) }
    }

    /// `text` with spaces before or behind it, so that it takes `width` columns; a longer text stays as it is.
    package static func padded(_ text: String, to width: Int, flushRight: Bool = false) -> String {
        let padding = String(repeating: " ", count: max(0, width - columns(of: text)))
        return flushRight ? padding + text : text + padding
    }

    /// `text` in lines of `width` columns at the most, the later ones indented by `indent` spaces.
    ///
    /// Lines break at spaces; a word that is too long for a line breaks behind one of `/_-.,`, or else anywhere. Line
    /// ends in `text` stay. No line ends in a space, and none has a line end.
    package static func lines(_ text: String, width: Int = standard, indent: Int = 0) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            wrap(line, width: max(width, indent + 2), indent: String(repeating: " ", count: indent))
        }
    }

    /// `text` as ``lines(_:width:indent:)`` has it, each line with its end.
    package static func wrapped(_ text: String, width: Int = standard, indent: Int = 0) -> String {
        lines(text, width: width, indent: indent).map { $0 + "\n" }.joined()
    }

    private static func wrap(_ text: Substring, width: Int, indent: String) -> [String] {
        // Spaces at the start are the line's own indentation.
        let start = text.prefix { $0 == " " }
        var lines: [String] = []
        var line = String(start)
        var isEmpty = true
        for word in text.dropFirst(start.count).split(separator: " ", omittingEmptySubsequences: false) {
            let gap = isEmpty ? "" : " "
            if columns(of: line) + gap.count + columns(of: word) <= width {
                line += gap + word
                isEmpty = false
                continue
            }
            if !isEmpty {
                lines.append(line)
                line = indent
            }
            var rest = word[...]
            while columns(of: line) + columns(of: rest) > width {
                let piece = head(of: rest, columns: width - columns(of: line))
                lines.append(line + piece)
                rest = rest.dropFirst(piece.count)
                line = indent
            }
            line += rest
            isEmpty = false
        }
        lines.append(line)
        return lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }

    /// The beginning of a word that fits into `limit` columns, up to a good place to break; at least one character.
    private static func head(of word: Substring, columns limit: Int) -> Substring {
        var end = word.startIndex
        var (used, good) = (0, word.startIndex)
        while end < word.endIndex, used + columns(of: word[end]) <= limit {
            used += columns(of: word[end])
            end = word.index(after: end)
            if "/_-.,".contains(word[word.index(before: end)]) { good = end }
        }
        if good > word.startIndex { return word[..<good] }
        return end > word.startIndex ? word[..<end] : word.prefix(1)
    }

    private static func columns(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if isASCII(first) { return 1 }
        // A joiner, a mark or a direction alone takes no room.
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        return first.properties.isEmojiPresentation || isWide(first.value) ? 2 : 1
    }

    private static func isASCII(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x80 }

    /// The blocks whose characters are wide (Unicode Standard Annex 11): Hangul, Kana, ideographs and the full-width
    /// forms.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
