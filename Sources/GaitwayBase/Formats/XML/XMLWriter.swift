// SPDX-License-Identifier: Apache-2.0
/// Writes XML (1.0, UTF-8) into bytes: elements within elements, in the order of the calls, text and values escaped.
package struct XMLWriter: Sendable {
    private var bytes: [UInt8] = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)

    /// A writer of one document.
    package init() {}

    /// The document that `body` writes, with a line end.
    package static func document(_ body: (_ xml: inout XMLWriter) -> Void) -> String {
        var xml = XMLWriter()
        body(&xml)
        xml.newLine()
        return String(decoding: xml.bytes, as: UTF8.self)
    }

    /// Writes an element; `body` writes its content.
    package mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ body: (_ xml: inout XMLWriter) -> Void
    ) {
        bytes.append(text: "<" + name)
        for (key, value) in attributes {
            bytes.append(text: " " + key + "=\"")
            append(escaped: value)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: ">"))
        body(&self)
        bytes.append(text: "</" + name + ">")
    }

    /// Writes an element that holds text.
    package mutating func element(_ name: String, _ text: String) { element(name) { xml in xml.append(escaped: text) } }

    /// Writes an element that holds text and has attributes.
    package mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String>, _ text: String) {
        element(name, attributes) { xml in xml.append(escaped: text) }
    }

    /// Ends the line between two elements.
    package mutating func newLine() { bytes.append(UInt8(ascii: "\n")) }

    private mutating func append(escaped text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes.append(text: "&amp;")
            case UInt8(ascii: "<"): bytes.append(text: "&lt;")
            case UInt8(ascii: ">"): bytes.append(text: "&gt;")
            case UInt8(ascii: "\""): bytes.append(text: "&quot;")
            case UInt8(ascii: "\n"), UInt8(ascii: "\t"): bytes.append(byte)
            // XML 1.0 has no way to write other control characters.
            case 0..<0x20: bytes.append(UInt8(ascii: "?"))
            default: bytes.append(byte)
            }
        }
    }
}
