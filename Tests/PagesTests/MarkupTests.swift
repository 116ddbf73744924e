// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReports
import Testing

@testable import GaitwayEvaluation
@testable import GaitwayPages

struct MarkupTests {
    @Test func whatIsInterpolatedIsEscaped() {
        let nasty = "<script>alert(\"1\" & '2')</script>"
        let markup: Markup = "<td title=\"\(nasty)\">\(nasty)</td>"
        let escaped = "&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;"
        #expect(markup.source == "<td title=\"\(escaped)\">\(escaped)</td>")
    }

    @Test func markupIsNotEscapedAgain() {
        let inner: Markup = "<b>\("a&b")</b>"
        let outer: Markup = "<p>\([inner, inner])\(inner)\(3)\(2.5)\(4.0)</p>"
        #expect(outer.source == "<p><b>a&amp;b</b><b>a&amp;b</b><b>a&amp;b</b>32.54</p>")
    }

    @Test func charactersThatXMLForbidsAreReplaced() {
        let markup: Markup = "\("a\u{0}b\u{1B}c\u{FFFF}d\te\nf")"
        #expect(markup.source == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d e f")
    }

    /// The bytes of a name in Latin-1 are kept as characters for private use, which no font has.
    @Test func namesThatAreNotUTF8AreShown() {
        let name = ForeignName.text([0x5A, 0xFC, 0x72, 0x69, 0x63, 0x68, 0x2E, 0x63, 0x73, 0x76])
        #expect(name != "Zürich.csv")
        let markup: Markup = "<b title=\"\(name)\">\(name)</b>"
        #expect(markup.source == "<b title=\"Zürich.csv\">Zürich.csv</b>")
        #expect(Markup.breaking(name).source == "Zürich.<wbr/>csv")
    }

    @Test func namesBreakAfterTheirSeparators() {
        #expect(Markup.breaking("set_<1>/ride").source == "set_<wbr/>&lt;1&gt;/<wbr/>ride")
    }

    @Test func stepsAreJoinedAndGapsAreKept() {
        var path = StepPath(base: 100)
        #expect(path.data.isEmpty)
        path.add(from: 0, to: 1, top: 40)
        path.add(from: 1, to: 2, top: 40)
        path.add(from: 2, to: 3, top: 12.34)
        path.add(from: 5, to: 6, top: 12.34)
        #expect(path.data == "M0 100V40H2V12.3H3V100M5 100V12.3H6V100")
    }

    @Test func figuresAsText() {
        #expect(FigureText.count(1_234_567) == "1,234,567")
        #expect(FigureText.count(-999) == "−999")
        #expect(FigureText.count(1, "ride", "rides") == "1 ride")
        #expect(FigureText.percent(0.996) == "99.6\u{202F}%")
        #expect(FigureText.percent(1) == "100\u{202F}%")
        #expect(FigureText.percent(nil) == "–" && FigureText.decimal(nil) == "–")
        #expect(FigureText.range(FigureInterval(lower: 0.5, upper: 0.75)) == "0.500 to 0.750")
    }
}
