// SPDX-License-Identifier: Apache-2.0

/// Reads JSON as it arrives, through a window of the text, as strictly as ``JSONReader`` and with the same places in
/// errors.
///
/// It serves texts so large that not even one object fits into memory. The caller gets token by token and keeps what it
/// needs.
package struct JSONStreamReader {
    /// The bytes around the place of reading.
    private var window: JSONWindow
    /// The longest word, escape or beginning of a value, in bytes. A token that ends closer to the window's end may go
    /// on behind it.
    private static let margin = 16

    /// The text that `fill` puts at the start of a buffer, which keeps its size; it returns how many bytes, 0 at the
    /// end.
    package init(fill: @escaping (_ buffer: inout [UInt8]) throws(InputError) -> Int) throws(InputError) {
        window = JSONWindow(chunk: 1 << 18, fill: fill)
        try window.begin(margin: Self.margin)
    }

    /// The line of the next byte, from 1.
    package mutating func line() -> Int { window.reader.line() }

    /// An error at the next byte.
    package mutating func fault(_ problem: String) throws(InputError) -> InputError { try token { $0.fault(problem) } }

    /// The next byte that is not white space, not taken; nil at the end.
    package mutating func peek() throws(InputError) -> UInt8? { try token { $0.peek() } }

    /// Throws unless everything was read.
    package mutating func expectEnd() throws(InputError) {
        try token { (reader) throws(InputError) in try reader.expectEnd() }
    }

    /// Reads an object; `value` must read the value of each key. Equal keys are an error.
    package mutating func object(
        _ value: (_ key: String, _ reader: inout JSONStreamReader) throws(InputError) -> Void
    ) throws(InputError) {
        try expect("{")
        guard try !take("}") else { return }
        var keys = JSONKeys()
        repeat {
            let key = try token { (reader) throws(InputError) in try reader.string() }
            guard keys.insert(key) else { throw try fault(JSONReader.repeated(key)) }
            try expect(":")
            try value(key, &self)
        } while try take(",")
        try expect("}")
    }

    /// Reads an array; `element` must read each element.
    package mutating func array(
        _ element: (_ reader: inout JSONStreamReader) throws(InputError) -> Void
    ) throws(InputError) {
        try expect("[")
        guard try !take("]") else { return }
        repeat { try element(&self) } while try take(",")
        try expect("]")
    }

    /// Reads any value. An object or array comes back empty.
    ///
    /// - Parameter depth: the number of values that it lies in.
    package mutating func shallowElement(depth: Int) throws(InputError) -> JSONElement {
        guard depth < JSONReader.deepest else { throw try fault(JSONReader.tooDeep) }
        switch try peek() {
        case UInt8(ascii: "{"):
            let line = line()
            try object { (_, reader) throws(InputError) in _ = try reader.shallowElement(depth: depth + 1) }
            return JSONElement(content: .object([]), line: line)
        case UInt8(ascii: "["):
            let line = line()
            try array { (reader) throws(InputError) in _ = try reader.shallowElement(depth: depth + 1) }
            return JSONElement(content: .array([]), line: line)
        default: return try token { (reader) throws(InputError) in try reader.element(depth: depth) }
        }
    }

    private mutating func take(_ character: Unicode.Scalar) throws(InputError) -> Bool {
        try token { $0.take(character) }
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(InputError) {
        try token { (reader) throws(InputError) in try reader.expect(character) }
    }

    /// Reads a token that the window's end must not cut: near the end, it is read again with more bytes behind it.
    private mutating func token<Value>(
        _ read: (_ reader: inout JSONReader) throws(InputError) -> Value
    ) throws(InputError) -> Value {
        while true {
            var attempt = window.reader
            do throws(InputError) {
                let value = try read(&attempt)
                if window.isAtEnd || attempt.rest >= Self.margin {
                    window.reader = attempt
                    return value
                }
            } catch {
                if window.isAtEnd || attempt.rest >= Self.margin { throw error }
            }
            try extend()
        }
    }

    /// Doubles what is waiting in the window, so that a long string is not begun again too often.
    private mutating func extend() throws(InputError) {
        window.reader.drop()
        let waiting = window.reader.rest
        while try window.more(), window.reader.rest < 2 * waiting {}
    }
}
