package import MotionTypes

/// Reads JSON as it comes, as strictly as ``JSONReader``, which it hands a window of the text: what is wrong is said of the same place.
///
/// It serves texts of which neither the whole nor one object fits into memory. What is read is given token by token, and the caller
/// keeps what it needs of it.
package struct JSONStreamReader {
    /// What was read last and what comes next.
    private var window: JSONReader
    private var isLast = false
    private let fill: (_ buffer: inout [UInt8]) throws(InputError) -> Int
    private var chunk = [UInt8](repeating: 0, count: 1 << 18)
    /// No word, escape or beginning of a value is longer. What ends so near to the window's end may go on behind it.
    private static let margin = 16

    /// The text that `fill` puts at the start of a buffer, which keeps its size; it returns how many bytes, 0 at the end.
    ///
    /// - Throws: `InputError` as `fill` does.
    package init(fill: @escaping (_ buffer: inout [UInt8]) throws(InputError) -> Int) throws(InputError) {
        self.fill = fill
        var start: [UInt8] = []
        // A byte-order mark is looked for in what a reader begins with.
        while start.count < Self.margin, !isLast {
            let count = try fill(&chunk)
            start += chunk[..<count]
            isLast = count == 0
        }
        window = JSONReader(start)
    }

    /// The line of the next byte, from 1.
    package mutating func line() -> Int { window.line() }

    /// An error at the next byte.
    package mutating func fault(_ problem: String) throws(InputError) -> InputError {
        try token { $0.fault(problem) }
    }

    /// The next byte that is no white space, not taken; nil at the end.
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

    /// Reads any value. Of an object or an array nothing is kept: it comes back empty.
    ///
    /// - Parameter depth: in how many values it lies.
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

    /// Reads what must not be cut by the window's end: where it comes near to it, it is read again with more behind it.
    private mutating func token<Value>(
        _ read: (_ reader: inout JSONReader) throws(InputError) -> Value
    ) throws(InputError) -> Value {
        while true {
            var attempt = window
            do throws(InputError) {
                let value = try read(&attempt)
                if isLast || attempt.rest >= Self.margin {
                    window = attempt
                    return value
                }
            } catch {
                if isLast || attempt.rest >= Self.margin { throw error }
            }
            try extend()
        }
    }

    /// Adds to the window as much as is waiting in it, so that no long string is begun again too often.
    private mutating func extend() throws(InputError) {
        let waiting = window.rest
        repeat {
            let count = try fill(&chunk)
            guard count > 0 else {
                isLast = true
                return
            }
            window.goOn(with: chunk[..<count])
        } while window.rest < 2 * waiting
    }
}
