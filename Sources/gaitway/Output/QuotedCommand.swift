import SensorLogs

/// A command as a page quotes it, so that a reader can run it again: words as a shell takes them, and file names without the folders
/// of one machine.
struct QuotedCommand {
    /// The command so far.
    private(set) var text: String

    /// A command of these words.
    init(_ words: String) { text = words }

    /// Adds a word that stands alone.
    mutating func add(_ word: String) { text += " " + FileName.quoted(word) }

    /// Adds an option without a value, if it was given.
    mutating func add(_ option: String, if isGiven: Bool) {
        if isGiven { text += " " + option }
    }

    /// Adds an option with its value, if there is one.
    mutating func add(_ option: String, _ value: String?) {
        if let value { text += " " + option + " " + FileName.quoted(value) }
    }

    /// Adds an option with its number, if there is one.
    mutating func add(_ option: String, _ number: Double?) { add(option, number.map { "\($0)" }) }

    /// Adds an option with a file's name, if there is one.
    mutating func add(_ option: String, file path: String?) { add(option, path.map(FileName.last)) }

    /// The words of a command that was put together so; nil where a quote has no end.
    static func words(of text: String) -> [String]? {
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

    /// Adds how a log is read.
    mutating func add(_ reading: ReadingArguments) {
        add("--logger", reading.logger?.rawValue)
        add("--unit", reading.unit?.rawValue)
        add("--acceleration", reading.acceleration?.rawValue)
        add("--rate", reading.rate)
    }
}
