// SPDX-License-Identifier: Apache-2.0
/// A command as a page or a model quotes it, in the words of a shell.
package enum QuotedCommand {
    /// The words of a command that was put together so; nil where a quote has no end.
    package static func words(of text: String) -> [String]? {
        var words: [String] = []
        var word: String.UnicodeScalarView?
        var (isQuoted, isEscaped) = (false, false)
        for scalar in text.unicodeScalars {
            switch scalar {
            case _ where isEscaped:
                word = (word ?? .init()) + [scalar]
                isEscaped = false
            case "'":
                isQuoted.toggle()
                word = word ?? .init()
            case " " where !isQuoted:
                if let word { words.append(String(word)) }
                word = nil
            case "\\" where !isQuoted: isEscaped = true
            default: word = (word ?? .init()) + [scalar]
            }
        }
        guard !isQuoted, !isEscaped else { return nil }
        if let word { words.append(String(word)) }
        return words
    }
}
