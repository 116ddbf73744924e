// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReports
import TestSupport
import Testing

@Suite("Text for the terminal")
struct TextTableTests {
    @Test func textsAreFlushLeftAndNumbersFlushRight() {
        var table = TextTable(["ride", "mode", "windows"], texts: 2)
        table.add(["a", "tram", "7"])
        table.add(["bcdef", "", "1234567"])
        let expected = """
            ride   mode  windows
            a      tram        7
            bcdef        1234567

            """
        #expect(table.text() == expected)
    }

    @Test func wideTablesComeInPartsThatBeginAlike() {
        var table = TextTable(["name", "first", "second", "third"])
        table.add(["one", "1", "2", "3"])
        let expected = """
            name  first  second
            one       1       2

            name  third
            one       3

            """
        #expect(table.text(width: 20) == expected)
        #expect(table.text().split(separator: "\n").count == 2)
    }

    @Test func longNamesBreakBehindTheirSeparators() {
        var table = TextTable(["recording", "windows"])
        table.add(["some/folder/with/a/long/way/to/a/ride.csv", "12"])
        let expected = """
            recording                 windows
            some/folder/with/a/long/       12
            way/to/a/ride.csv

            """
        #expect(table.text(width: 33) == expected)
    }

    /// Whatever is in a table, it fits, and all of it is there.
    @Test func everyTableFitsAndLosesNothing() {
        var generator = SeededGenerator(seed: 5)
        let letters = Array("ab1/-_. é日\u{1b}")
        for _ in 0..<Rounds.count(400) {
            let texts = Int.random(in: 1...2, using: &generator)
            let numbers = Int.random(in: 0...12, using: &generator)
            let width = Int.random(in: 80...140, using: &generator)
            func text() -> String {
                String(
                    (0..<Int.random(in: 0...90, using: &generator)).compactMap { _ in
                        letters.randomElement(using: &generator)
                    })
            }
            func number() -> String { String(Int.random(in: 0...9_999_999, using: &generator)) }
            let header = (0..<texts + numbers).map { "c\($0)" }
            let rows = (0..<4).map { _ in (0..<texts).map { _ in text() } + (0..<numbers).map { _ in number() } }
            var table = TextTable(header, texts: texts)
            for row in rows { table.add(row) }
            let shown = table.text(width: width)
            for line in shown.split(separator: "\n") {
                #expect(TextWidth.columns(of: line) <= width, "\(line)")
                #expect(line.last != " ")
            }
            for number in rows.flatMap({ $0.dropFirst(texts) }) { #expect(shown.contains(number)) }
            for letter in "ab1é日" {
                let count = rows.map { $0.prefix(texts).joined().count { $0 == letter } }.reduce(0, +)
                #expect(shown.count { $0 == letter } >= count)
            }
        }
    }

    @Test func columnsOfATerminal() {
        #expect(TextWidth.columns(of: "abc") == 3)
        #expect(TextWidth.columns(of: "Zürich") == 6)
        #expect(TextWidth.columns(of: "Zu\u{308}rich") == 6)
        #expect(TextWidth.columns(of: "東京") == 4)
        #expect(TextWidth.columns(of: "🚲") == 2)
        #expect(TextWidth.padded("東京", to: 6) == "東京  ")
        #expect(TextWidth.padded("12", to: 4, flushRight: true) == "  12")
        #expect(TextWidth.padded("12345", to: 4) == "12345")
    }

    @Test func controlCharactersAreShown() {
        #expect(QuotedText.printable("a\u{1b}[2Jb\n") == "a\\u{1b}[2Jb\\u{a}")
        #expect(QuotedText.printable("Zürich") == "Zürich")
        // Characters that turn the order round, and those that end lines; a picture of two people holds a joiner, which
        // stays.
        #expect(QuotedText.printable("a\u{202e}b\u{2067}\u{200f}\u{2028}") == "a\\u{202e}b\\u{2067}\\u{200f}\\u{2028}")
        #expect(QuotedText.printable("👩‍🚀") == "👩‍🚀")
    }

    @Test(arguments: [
        ("one two three", 7, 2, ["one two", "  three"]),
        ("  one two three", 9, 4, ["  one two", "    three"]),
        ("a/long/path/of/a/ride", 10, 0, ["a/long/", "path/of/a/", "ride"]),
        ("abcdefghij", 4, 1, ["abcd", " efg", " hij"]),
        ("one\ntwo", 80, 0, ["one", "two"]),
        ("", 80, 0, [""]),
    ]) func wrapping(_ text: String, _ width: Int, _ indent: Int, _ lines: [String]) {
        #expect(TextWidth.lines(text, width: width, indent: indent) == lines)
    }

    @Test(arguments: 26...60)
    func aColumnWithoutHeadingStaysWithTheOneBeforeIt(width: Int) {
        var table = TextTable(["month", "walking", "", "cycling", "", "visits"])
        table.add(["2026-05", "1:00:00", "4.9 km", "2:00:00", "30.1 km", "17"])
        for part in table.text(width: width).split(separator: "\n\n") {
            let lines = part.split(separator: "\n")
            #expect(lines[0].contains("walking") == lines[1].contains("4.9 km"))
            #expect(lines[0].contains("cycling") == lines[1].contains("30.1 km"))
            #expect(lines.allSatisfy { $0.count <= width })
        }
    }
}
