// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@Suite("Text of an input in a message")
struct QuotedTextTests {
    /// Controls, ends of lines and what turns the order of a line round.
    private static let hostile = "a\u{202E}b\u{2066}\n\u{85}\u{2028}\u{1B}[2J"

    @Test("quoted text is short, on one line, and has no control character")
    func quoted() {
        #expect("is \(quoted: "walking") here" == "is \"walking\" here")
        #expect("\(quoted: Self.hostile)" == #""a\u{202e}b\u{2066}\u{a}\u{85}\u{2028}\u{1b}[2J""#)
        let long = String(repeating: "é", count: 3_000_000)
        #expect("\(quoted: long)" == "\"" + String(repeating: "é", count: 80) + "…\"")
        #expect("\(quoted: Array(long.utf8))" == "\(quoted: long)")
        #expect("\(quoted: [0x66, 0xFF] as [UInt8])" == "\"f\u{FFFD}\"")
        let most = String(repeating: "x", count: 80)
        #expect("\(quoted: most)" == "\"\(most)\"")
        // Marks that belong to a letter are counted, too: one letter may have thousands.
        let marks = "e" + String(repeating: "\u{301}", count: 10_000)
        #expect("\(quoted: marks)".unicodeScalars.count <= 83)
    }

    @Test("an error's line is one, whatever its parts hold")
    func errors() {
        let long = String(repeating: "y", count: 100_000)
        let error = InputError(
            .malformed, source: Self.hostile + long, line: 3, problem: Self.hostile, remedy: "\(long)")
        #expect(!error.description.unicodeScalars.contains { $0.value < 32 || $0.properties.isBidiControl })
        #expect(error.description.count < 2_000 && error.description.contains("a\\u{202e}b"))
    }

    @Test("the bound counts escapes, and none is cut")
    func cutAfterEscaping() {
        let short = String(repeating: "\u{1B}", count: 200)
        #expect("\(quoted: short)" == "\"" + String(repeating: "\\u{1b}", count: 13) + "…\"")
        #expect("\(quoted: Array(short.utf8))" == "\(quoted: short)")
        // Each offset of the bound within an escape of eight characters.
        for start in 0..<8 {
            let plain = String(repeating: "x", count: start)
            let text = "\(quoted: plain + String(repeating: "\u{202E}", count: 90))".dropFirst().dropLast()
            #expect(text == plain + String(repeating: "\\u{202e}", count: (80 - start) / 8) + "…")
        }
    }

    @Test("a long sentence is cut between escapes, its own and those of its quotes")
    func longSentences() {
        for start in 0..<9 {
            let plain = String(repeating: "x", count: start)
            for long in [String(repeating: "\u{202E}", count: 900), String(repeating: "\\u{202e}", count: 900)] {
                let parts = QuotedText.shortened(plain + long + plain).split(separator: "…").map(String.init)
                let escapes = String(repeating: "\\u{202e}", count: (400 - start) / 8)
                let last = String(repeating: "\\u{202e}", count: (200 - start) / 8)
                #expect(parts == [plain + escapes, last + plain])
            }
        }
        // Characters count, not bytes.
        let most = String(repeating: "é", count: 600)
        #expect(QuotedText.shortened(most) == most)
        #expect(QuotedText.shortened(most + "é").unicodeScalars.count == 601)
    }
}
