// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import GaitwayBase

@Suite("Reading XML")
struct XMLPullReaderTests {
    private func events(_ text: String) throws -> [XMLPullReader.Event] {
        var reader = XMLPullReader(Array(text.utf8))
        var events: [XMLPullReader.Event] = []
        while let event = try reader.next() { events.append(event) }
        return events
    }

    @Test("elements without prefixes, attributes, text, entities, comments, CDATA")
    func reads() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- a > comment -->
            <x:a one="1 &lt; 2" two='"'>
              <b/>text &amp; &#65;&#x42;<![CDATA[<raw>]]>
            </x:a>
            """
        #expect(
            try events(text) == [
                .start("a", ["one": "1 < 2", "two": "\""]), .start("b", [:]), .end("b"), .text("text & AB"),
                .text("<raw>"),
                .end("a"),
            ])
    }

    @Test(
        "text that is not XML, or uses more of XML than is read, is refused",
        arguments: [
            "", "text", "<a>", "<a></b>", "<a/><b/>", "<a b=1/>", "<a b='1' b='2'/>", "<a b='<'/>", "<a>&no;</a>",
            "<a>&amp</a>", "<!DOCTYPE a><a/>", "<?xml version='1.0' encoding='UTF-16'?><a/>", "<a b='1'c='2'/>",
        ])
    func refuses(_ text: String) {
        #expect(throws: InputError.self) { try events(text) }
    }

    @Test("a fault names its line; a document cut anywhere is an error and no trap")
    func places() {
        let fault = #expect(throws: InputError.self) { try events("<a>\n<b>\n</a>") }
        #expect(fault?.line == 3)
        let whole = Array("<a b='c'><d>e &amp; f</d><!-- g --></a>".utf8)
        for length in 0..<whole.count {
            #expect(throws: InputError.self) { try events(String(decoding: whole[..<length], as: UTF8.self)) }
        }
    }

    @Test("depth is limited")
    func depth() {
        #expect(throws: InputError.self) { try events(String(repeating: "<a>", count: 10_000)) }
    }

    @Test("what the writer writes is read as it was")
    func roundTrip() throws {
        let text = XMLWriter.document { xml in
            xml.element("a", ["b": "1 < \"2\" & 'three'"]) { xml in
                xml.newLine()
                xml.element("c", "x > y é")
            }
        }
        #expect(
            try events(text) == [
                .start("a", ["b": "1 < \"2\" & 'three'"]), .start("c", [:]), .text("x > y é"), .end("c"), .end("a"),
            ])
    }
}
