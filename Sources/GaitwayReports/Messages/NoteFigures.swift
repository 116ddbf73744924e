// SPDX-License-Identifier: Apache-2.0

/// The numbers of notes whose words are the same.
struct NoteFigures: Sendable {
    private let first: String
    /// What stands around the numbers: one text more than there are numbers.
    private let words: [String]
    /// The least and the greatest number of each place, as they were written.
    private var ranges: [(least: String, greatest: String)]

    init(_ text: String) {
        let parts = Self.parts(text)
        first = text
        words = parts.words
        ranges = parts.numbers.map { ($0, $0) }
    }

    /// What notes share that differ in their numbers only.
    var key: String { words.joined(separator: "0") }

    mutating func add(_ text: String) {
        for (place, number) in Self.parts(text).numbers.enumerated() {
            guard let value = Double(number), let least = Double(ranges[place].least),
                let greatest = Double(ranges[place].greatest)
            else { continue }
            if value < least { ranges[place].least = number }
            if value > greatest { ranges[place].greatest = number }
        }
    }

    /// The note. A part of a time or a name has no range: the text is then that of the first log, and says so.
    func text(of log: String) -> String {
        let differing = ranges.indices.filter { ranges[$0].least != ranges[$0].greatest }
        let areFigures = differing.allSatisfy { place in
            (words[place].last.map { " (=~<>".contains($0) } ?? true)
                && (words[place + 1].first.map { " )%;,.".contains($0) } ?? true)
        }
        guard areFigures else { return first + " (in \(log))" }
        return ranges.indices.reduce(words[0]) { text, place in
            let (least, greatest) = ranges[place]
            return text + (least == greatest ? least : "\(least) to \(greatest)") + words[place + 1]
        }
    }

    private static func parts(_ text: String) -> (words: [String], numbers: [String]) {
        var (words, numbers) = ([""], [String]())
        var rest = text[...]
        while let first = rest.first {
            guard isDigit(first) else {
                words[words.count - 1].append(rest.removeFirst())
                continue
            }
            var number = rest.prefix(while: isDigit)
            let fraction = rest[number.endIndex...]
            if fraction.first == ".", fraction.dropFirst().first.map(isDigit) == true {
                number = rest[..<fraction.dropFirst().prefix(while: isDigit).endIndex]
            }
            rest = rest[number.endIndex...]
            numbers.append(String(number))
            words.append("")
        }
        return (words, numbers)
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}
