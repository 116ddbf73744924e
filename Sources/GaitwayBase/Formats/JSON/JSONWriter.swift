// SPDX-License-Identifier: Apache-2.0
/// Writes JSON into bytes, from left to right: members and elements in the order of the calls, commas by itself.
///
/// Objects and arrays are closures, so that each is closed. Nothing but the bytes is held, and nothing depends on a
/// locale. Foundation's encoder fixes neither the order of keys nor the decimals, and costs the command its
/// start-up time.
package struct JSONWriter: Sendable {
    /// How the members of an object or the elements of an array stand.
    package enum Layout: Sendable {
        /// `{"a":1,"b":2}`
        case tight
        /// `{"a": 1, "b": 2}`
        case spaced
        /// `{ "a": 1, "b": 2 }`
        case padded
        /// One a line, indented by two blanks a level; `{}` without any.
        case lines
    }

    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []
    private var layout = Layout.tight
    private var indent = 0
    private var needsComma = false
    private var isBehindKey = false
    private var lineEnds = 0

    /// A writer of one value.
    package init() {}

    // MARK: Whole values

    /// The value that `body` writes, without a line end.
    package static func text(_ body: (_ json: inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        body(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// The value that `body` writes, with a line end.
    package static func line(_ body: (_ json: inout JSONWriter) -> Void) -> String {
        var bytes: [UInt8] = []
        appendLine(to: &bytes, body)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The object whose members `body` writes, without a line end.
    package static func object(_ layout: Layout? = nil, _ body: (_ json: inout JSONWriter) -> Void) -> String {
        text { $0.object(layout, body) }
    }

    /// The object whose members `body` writes, with a line end.
    package static func objectLine(_ layout: Layout? = nil, _ body: (_ json: inout JSONWriter) -> Void) -> String {
        line { $0.object(layout, body) }
    }

    /// Appends the value that `body` writes, and a line end.
    package static func appendLine(to bytes: inout [UInt8], _ body: (_ json: inout JSONWriter) -> Void) {
        append(to: &bytes, body)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends the value that `body` writes, without a line end.
    package static func append(to bytes: inout [UInt8], _ body: (_ json: inout JSONWriter) -> Void) {
        var json = JSONWriter()
        swap(&json.bytes, &bytes)
        body(&json)
        swap(&json.bytes, &bytes)
    }

    // MARK: Objects and arrays

    /// Writes an object as the next element. Without a layout it takes that of its container, and within lines spaced.
    package mutating func object(_ layout: Layout? = nil, _ body: (_ json: inout JSONWriter) -> Void) {
        container(UInt8(ascii: "{"), UInt8(ascii: "}"), layout, body)
    }

    /// Writes an array as the next element; laid out as ``object(_:_:)``.
    package mutating func array(_ layout: Layout? = nil, _ body: (_ json: inout JSONWriter) -> Void) {
        container(UInt8(ascii: "["), UInt8(ascii: "]"), layout, body)
    }

    /// Writes an object as a member.
    package mutating func object(_ key: String, _ layout: Layout? = nil, _ body: (_ json: inout JSONWriter) -> Void) {
        self.key(key)
        object(layout, body)
    }

    /// Writes an array as a member.
    package mutating func array(_ key: String, _ layout: Layout? = nil, _ body: (_ json: inout JSONWriter) -> Void) {
        self.key(key)
        array(layout, body)
    }

    /// Writes an array as a member; `write` writes each element.
    package mutating func array<Elements: Sequence>(
        _ key: String, of elements: Elements, _ layout: Layout? = nil,
        _ write: (_ element: Elements.Element, _ json: inout JSONWriter) -> Void
    ) {
        array(key, layout) { json in
            for element in elements { write(element, &json) }
        }
    }

    /// Writes an array of objects as a member; `write` writes the members of each, whose layout is `each`.
    package mutating func objects<Elements: Sequence>(
        _ key: String, _ elements: Elements, _ layout: Layout? = nil, each: Layout? = nil,
        _ write: (_ element: Elements.Element, _ json: inout JSONWriter) -> Void
    ) {
        array(key, of: elements, layout) { element, json in
            json.object(each) { json in write(element, &json) }
        }
    }

    /// Lets the next member, element or closing bracket begin on a new line, in a layout without lines of its own.
    package mutating func newLine() { lineEnds += 1 }

    /// Writes the key of the value that comes next.
    package mutating func key(_ key: String) {
        separate()
        bytes.append(jsonString: key)
        bytes.append(UInt8(ascii: ":"))
        if layout != .tight { bytes.append(UInt8(ascii: " ")) }
        isBehindKey = true
    }

    private mutating func container(
        _ open: UInt8, _ close: UInt8, _ inner: Layout?, _ body: (_ json: inout JSONWriter) -> Void
    ) {
        beginValue()
        bytes.append(open)
        let outer = layout
        layout = inner ?? (outer == .lines ? .spaced : outer)
        needsComma = false
        if layout == .lines { indent += 2 }
        body(&self)
        if layout == .lines {
            indent -= 2
            if needsComma { appendLine(indentedBy: indent) }
        } else if lineEnds > 0 {
            appendLineEnds()
        } else if layout == .padded {
            bytes.append(UInt8(ascii: " "))
        }
        bytes.append(close)
        layout = outer
        needsComma = true
    }

    // MARK: Between values

    /// Writes a value, which `body` appends.
    @inline(__always)
    mutating func value(_ body: (_ bytes: inout [UInt8]) -> Void) {
        beginValue()
        body(&bytes)
        needsComma = true
    }

    private mutating func beginValue() {
        if isBehindKey { isBehindKey = false } else { separate() }
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        switch layout {
        case .lines: appendLine(indentedBy: indent)
        case _ where lineEnds > 0: appendLineEnds()
        case .tight: break
        case .spaced: if needsComma { bytes.append(UInt8(ascii: " ")) }
        case .padded: bytes.append(UInt8(ascii: " "))
        }
        needsComma = false
    }

    private mutating func appendLineEnds() {
        for _ in 0..<lineEnds { bytes.append(UInt8(ascii: "\n")) }
        lineEnds = 0
    }

    private mutating func appendLine(indentedBy count: Int) {
        bytes.append(UInt8(ascii: "\n"))
        for _ in 0..<count { bytes.append(UInt8(ascii: " ")) }
    }
}
