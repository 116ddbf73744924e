// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import GaitwayBase

@Suite("Writing XML")
struct XMLWriterTests {
    @Test("elements, attributes and text, escaped")
    func escapes() {
        let text = XMLWriter.document { xml in
            xml.element("a", ["b": "1 < \"2\"", "c": ""]) { xml in
                xml.newLine()
                xml.element("d", "x & y > z\u{1}\t\n")
                xml.element("e") { _ in }
            }
        }
        #expect(
            text == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a b=\"1 &lt; &quot;2&quot;\" c=\"\">\n"
                + "<d>x &amp; y &gt; z?\t\n</d><e></e></a>\n")
    }
}
