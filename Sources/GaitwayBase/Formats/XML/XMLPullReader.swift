// SPDX-License-Identifier: Apache-2.0

/// Reads the XML (1.0; UTF-8, UTF-16 or Latin-1) that GPX needs, from left to right, strictly.
///
/// Foundation's parser would bring libxml2 and Foundation into the static binary for one format. Document types
/// are refused, so no entity can grow; namespaces are cut off the names.
package struct XMLPullReader {
    /// The next part of the text.
    package enum Event: Equatable {
        /// An element begins; its name without prefix.
        case start(String, [String: String])
        /// An element ends.
        case end(String)
        /// Text between tags that is not blank, entities resolved.
        case text(String)
    }

    private let bytes: [UInt8]
    /// Whether the bytes came as UTF-16 and are UTF-8 here.
    private let isFromUTF16: Bool
    private var position: Int
    private var open: [String] = []
    private var pendingEnd: String?
    private var hasRoot = false
    /// The line of the next byte, from 1.
    package private(set) var line = 1
    private static let deepest = 256

    /// A reader of a whole document.
    package init(_ bytes: [UInt8]) {
        let given = bytes
        let bytes = TextEncoding.fromUTF16(given)
        isFromUTF16 = bytes.count != given.count
        let declared = Self.declaredEncoding(bytes.prefix(while: { $0 != UInt8(ascii: ">") }))
        self.bytes = Self.latin.contains(declared) ? TextEncoding.fromWindows1252(bytes) : bytes
        position = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    }

    /// An error at the next byte.
    package func fault(
        _ problem: String, _ remedy: Remedy = "export the file again, or correct that line"
    ) -> InputError {
        let isCut = position >= bytes.count
        return InputError(
            isCut ? .truncated : .malformed, line: line,
            problem: (isCut ? "the XML ends too early: " : "this is not valid XML: ") + problem,
            remedy: isCut ? "get the file again" : remedy)
    }

    /// The next event, or nil behind the root's end.
    package mutating func next() throws(InputError) -> Event? {
        if let name = pendingEnd {
            pendingEnd = nil
            open.removeLast()
            return .end(name)
        }
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "<") {
                if let event = try markup() { return event }
            } else if let text = try text() {
                return .text(text)
            }
        }
        guard hasRoot, open.isEmpty else { throw fault("an element is not closed") }
        return nil
    }

    private mutating func markup() throws(InputError) -> Event? {
        if take("<!--") {
            try skip(past: "-->")
            return nil
        }
        if take("<![CDATA[") {
            let start = position
            try skip(past: "]]>")
            return open.isEmpty ? nil : .text(decoded(bytes[start..<position - 3]))
        }
        if take("<?") {
            let start = position
            try skip(past: "?>")
            try checkEncoding(bytes[start..<position])
            return nil
        }
        guard !take("<!") else { throw fault("a document type is not supported") }
        if take("</") {
            let name = try name()
            skipSpace()
            guard take(">") else { throw fault("expected >") }
            guard open.last == name else {
                throw fault("</\(QuotedText.text(name))> closes an element that is not open")
            }
            open.removeLast()
            return .end(local(name))
        }
        position += 1
        return try startTag()
    }

    private mutating func startTag() throws(InputError) -> Event {
        guard !open.isEmpty || !hasRoot else { throw fault("there is a second root element") }
        guard open.count < Self.deepest else { throw fault("elements are nested more than \(Self.deepest) deep") }
        let tag = try name()
        hasRoot = true
        var attributes: [String: String] = [:]
        while true {
            let hadSpace = skipSpace()
            if take("/>") {
                open.append(tag)
                pendingEnd = local(tag)
                return .start(local(tag), attributes)
            }
            if take(">") {
                open.append(tag)
                return .start(local(tag), attributes)
            }
            guard hadSpace else { throw fault("expected a blank, > or />") }
            let key = try name()
            skipSpace()
            guard take("=") else { throw fault("expected =") }
            skipSpace()
            guard position < bytes.count, bytes[position] == 34 || bytes[position] == 39 else {
                throw fault("expected a quoted value")
            }
            let quote = bytes[position]
            position += 1
            let start = position
            while position < bytes.count, bytes[position] != quote {
                guard bytes[position] != UInt8(ascii: "<") else { throw fault("a value holds <") }
                advance()
            }
            guard position < bytes.count else { throw fault("a value is not closed") }
            let value = try resolved(bytes[start..<position])
            position += 1
            guard attributes.updateValue(value, forKey: key) == nil else {
                throw fault("the attribute \(key) appears twice")
            }
        }
    }

    private mutating func text() throws(InputError) -> String? {
        let start = position
        var isBlank = true
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
            if bytes[position] > 32 { isBlank = false }
            advance()
        }
        if isBlank { return nil }
        guard !open.isEmpty else { throw fault("text stands outside the root element") }
        return try resolved(bytes[start..<position])
    }

    /// Text with `&amp;` and its like resolved.
    private func resolved(_ slice: ArraySlice<UInt8>) throws(InputError) -> String {
        guard slice.contains(UInt8(ascii: "&")) else { return decoded(slice) }
        var text: [UInt8] = []
        var index = slice.startIndex
        while index < slice.endIndex {
            guard slice[index] == UInt8(ascii: "&") else {
                text.append(slice[index])
                index += 1
                continue
            }
            guard let end = slice[index...].firstIndex(of: UInt8(ascii: ";")) else {
                throw fault(
                    "& has no ; after it", "write it as &amp;: sed -E 's/&([^a-z#])/\\&amp;\\1/g' FILE > corrected")
            }
            let name = decoded(slice[(index + 1)..<end])
            guard let scalar = Self.scalar(name) else {
                throw fault("the entity &\(QuotedText.text(name)); is not known")
            }
            text.append(contentsOf: String(Character(scalar)).utf8)
            index = end + 1
        }
        return decoded(text[...])
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        case _ where name.hasPrefix("#x"): UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        case _ where name.hasPrefix("#"): UInt32(name.dropFirst(), in: .any).flatMap(Unicode.Scalar.init)
        default: nil
        }
    }

    /// The encodings whose characters are those of Windows' code page 1252, or nearly.
    private static let latin: Set = [
        "iso-8859-1", "iso8859-1", "iso-8859-15", "latin1", "latin-1", "windows-1252", "cp1252",
    ]
    /// Those of bytes that are UTF-8 here.
    private static let unicode: Set = ["", "utf-8", "utf8", "us-ascii", "ascii"]

    private func checkEncoding(_ declaration: ArraySlice<UInt8>) throws(InputError) {
        let named = Self.declaredEncoding(declaration)
        guard isFromUTF16 || Self.unicode.contains(named) || Self.latin.contains(named) else {
            throw .unsupported("the encoding \(named) is not supported", remedy: "save the file as UTF-8", line: line)
        }
    }

    /// The encoding that an XML declaration names, in small letters; empty if it names none.
    private static func declaredEncoding(_ declaration: some Sequence<UInt8>) -> String {
        let text = String(decoding: Array(declaration.prefix(200)), as: UTF8.self).lowercased()
        guard text.contains("xml "), let start = text.firstRange(of: "encoding") else { return "" }
        return String(text[start.upperBound...].drop { " ='\"".contains($0) }.prefix { !" '\"?".contains($0) })
    }

    private func local(_ name: String) -> String {
        name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }

    private mutating func name() throws(InputError) -> String {
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case 0...32, UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "<"),
                UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "&"):
                guard position > start else { throw fault("expected a name") }
                return decoded(bytes[start..<position])
            default: position += 1
            }
        }
        throw fault("a tag is not closed")
    }

    /// The characters of bytes; those that are not UTF-8 are of Windows' code page 1252, whatever the file declares.
    private func decoded(_ slice: ArraySlice<UInt8>) -> String {
        String(validating: slice, as: UTF8.self)
            ?? String(decoding: TextEncoding.fromWindows1252(Array(slice)), as: UTF8.self)
    }

    private mutating func advance() {
        if bytes[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = position
        while position < bytes.count, bytes[position] <= 32 { advance() }
        return position > start
    }

    private mutating func take(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    private mutating func skip(past text: String) throws(InputError) {
        while position < bytes.count {
            if take(text) { return }
            advance()
        }
        throw fault("expected \(text)")
    }
}
