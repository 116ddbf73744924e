// SPDX-License-Identifier: Apache-2.0

/// Reads the objects in the arrays of a JSON file, one after the other, and passes over the rest. If the root is an
/// array, its objects are read, otherwise those in the root object's arrays.
///
/// A file of gigabytes that is cut or damaged at one place is good everywhere else, so a broken record costs only
/// itself. The next record is found by how earlier records began. ``takeFaults()`` returns what was left out.
package struct JSONRecords {
    /// One record, and where it begins.
    package struct Record {
        package var bytes: [UInt8]
        var line: Int
        var column: Int
        /// The key of the root's array that holds it; empty if the root is the array.
        package var key: String
    }

    /// The arrays that are wanted; any if empty.
    private let keys: Set<String>
    private var window: JSONWindow
    private var key = ""
    private var state = State.start
    private var openings = RecordOpenings()
    /// The bytes that were searched for the end of a record in vain, or for that of one that was refused, counted from
    /// the window's start. In there, each record is read to its end, so that none is searched for twice.
    private var searchedTo = 0
    /// Whether the text ends inside a value.
    package private(set) var isCut = false
    /// The faults of records that were left out since the caller last took this list.
    private var faults: [InputError] = []
    /// The longest record, in bytes. Every app's records are shorter: beyond, a quotation mark or bracket is missing.
    private static let longestRecord = 16 << 20
    private static let chunk = 1 << 18
    /// The longest word, escape or number, in bytes. Strings and white space may be longer: they are read again.
    private static let longestToken = 32

    private enum State { case start, object, array, end }

    /// The records of a text.
    ///
    /// - Parameters:
    ///   - keys: the root object's arrays that are wanted; all if empty.
    ///   - fill: puts the next bytes at the start of a buffer and returns how many; 0 at the end.
    package init(keys: Set<String> = [], fill: @escaping (_ buffer: inout [UInt8]) throws(InputError) -> Int) {
        self.keys = keys
        window = JSONWindow(chunk: Self.chunk, fill: fill)
    }

    /// The next record, or nil at the end.
    ///
    /// - Throws: `InputError` if the input cannot be read, or is not JSON from its start.
    package mutating func next() throws(InputError) -> Record? {
        while true {
            switch state {
            case .start: try begin()
            case .object: try member()
            case .array: if let record = try element() { return record }
            case .end: return nil
            }
        }
    }

    private mutating func begin() throws(InputError) {
        try window.begin()
        switch try peek() {
        case UInt8(ascii: "{"):
            position += 1
            state = .object
        case UInt8(ascii: "["):
            position += 1
            state = .array
        default: throw fault(.malformed, "this is not valid JSON: an object or array is missing")
        }
    }

    /// A member of the root object: a wanted array is entered, anything else passed over.
    private mutating func member() throws(InputError) {
        guard let first = try peek() else { return end(cut: true) }
        switch first {
        case UInt8(ascii: ","): position += 1
        case UInt8(ascii: "}"):
            position += 1
            if try peek() == nil { state = .end } else { try leaveOut("text follows the end of the value") }
        case UInt8(ascii: "\""):
            guard let name = try string() else { return end(cut: true) }
            guard try peek() == UInt8(ascii: ":") else {
                return try peek() == nil ? end(cut: true) : leaveOut("expected :")
            }
            position += 1
            guard let value = try peek() else { return end(cut: true) }
            if value == UInt8(ascii: "["), keys.isEmpty || keys.contains(name) {
                position += 1
                key = name
                state = .array
            } else {
                try passOver()
            }
        default: try leaveOut("a key is missing")
        }
    }

    /// An element of an array; nil if there is none here.
    private mutating func element() throws(InputError) -> Record? {
        guard let first = try peek() else {
            end(cut: true)
            return nil
        }
        switch first {
        case UInt8(ascii: ","): position += 1
        case UInt8(ascii: "]"):
            position += 1
            try leaveArray()
        case UInt8(ascii: "{"): return try record()
        case UInt8(ascii: "}"), UInt8(ascii: ":"): try leaveOut("a bracket has no partner")
        default: try passOver()
        }
        return nil
    }

    /// Behind an array: the end or a further member. After damage, what looks like the end may be that of an array
    /// within a record.
    private mutating func leaveArray() throws(InputError) {
        let isRoot = key.isEmpty
        guard openings.hasRecovered else {
            state = isRoot ? .end : .object
            return
        }
        let next = try peek()
        if isRoot {
            if next == nil { state = .end } else { try findNext() }
        } else if next == UInt8(ascii: ",") {
            let place = position
            position += 1
            var isKnown = false
            if try peek() == UInt8(ascii: "\""), let name = try string() {
                isKnown = keys.isEmpty || keys.contains(name)
            }
            position = place
            if isKnown { state = .object } else { try findNext() }
        } else {
            try findNext()
        }
    }

    private mutating func record() throws(InputError) -> Record? {
        dropTaken()
        let start = position
        let place = (window.reader.line(), window.reader.column())
        let found = start < searchedTo ? try readValue().end : try endOfValue(longest: Self.longestRecord)
        guard let end = found, end - start <= Self.longestRecord else {
            searchedTo = max(searchedTo, min(bytes.count, start + Self.longestRecord))
            // Cut by the end of the file, or by damage that swallowed what follows.
            let isCut = window.isAtEnd && openings.next(in: bytes, from: start + 1) == nil
            if isCut {
                self.end(cut: true)
            } else {
                try leaveOut("a bracket or a quotation mark is missing")
            }
            return nil
        }
        position = end
        return Record(bytes: Array(bytes[start..<end]), line: place.0, column: place.1, key: key)
    }

    /// Marks the last record as good: how it begins helps to find others.
    package mutating func accept(_ record: Record) { openings.learn(record.bytes) }

    /// Marks the last record as unreadable. If it swallowed others, reading goes on at the first of them.
    package mutating func refuse(_ record: Record, _ error: InputError) {
        var located = error
        let line = error.line ?? 1
        located.line = record.line + line - 1
        located.column = line == 1 ? record.column + max(1, error.column ?? 1) - 1 : error.column
        faults.append(located)
        var reader = JSONReader(record.bytes)
        guard (try? reader.element()) == nil || !reader.isAtEnd() else { return }
        openings.hasRecovered = true
        guard let inner = openings.next(in: record.bytes, from: 1) else { return }
        searchedTo = max(searchedTo, position)
        position -= record.bytes.count - inner
    }

    /// The faults of records that were left out since the last call.
    package mutating func takeFaults() -> [InputError] {
        defer { faults.removeAll() }
        return faults
    }

    private mutating func leaveOut(_ problem: String) throws(InputError) {
        faults.append(fault(.malformed, "this is not valid JSON: " + problem))
        openings.hasRecovered = true
        position = min(position + 1, bytes.count)
        try findNext()
    }

    /// Goes on at the next place that begins as records do.
    private mutating func findNext() throws(InputError) {
        while true {
            if let found = openings.next(in: bytes, from: position) {
                position = found
                state = .array
                return
            }
            // An opening may begin in this chunk and end in the next.
            position = max(position, bytes.count - RecordOpenings.longest)
            dropTaken()
            guard try window.more() else { break }
        }
        position = bytes.count
        state = .end
    }

    private mutating func end(cut: Bool) {
        isCut = isCut || cut
        position = bytes.count
        state = .end
    }

    private mutating func fault(_ code: InputError.Code, _ problem: String) -> InputError {
        InputError(code, line: window.reader.line(), column: window.reader.column(), problem: problem)
    }
}

/// The bytes beneath.
extension JSONRecords {
    private var bytes: [UInt8] { window.reader.bytes }

    /// The next byte to look at.
    private var position: Int {
        get { window.reader.position }
        set { window.reader.position = newValue }
    }

    /// Drops the bytes that were taken, once they are many or all. Those that are left move, so they must be fewer.
    private mutating func dropTaken() {
        if position > max(Self.chunk / 2, window.reader.rest) || window.reader.rest == 0 { drop() }
    }

    private mutating func drop() {
        searchedTo = max(0, searchedTo - position)
        window.reader.drop()
    }

    /// The next byte that is not a blank, or nil at the end.
    private mutating func peek() throws(InputError) -> UInt8? {
        while true {
            position = JSONScanner.endOfBlanks(window.reader.bytes.span, from: position)
            if window.reader.rest > 0 { return window.reader.bytes[position] }
            guard try window.more() else { return nil }
        }
    }

    /// A short string; nil if it is cut.
    private mutating func string() throws(InputError) -> String? {
        let start = position + 1
        guard let end = try endOfValue() else { return nil }
        position = end
        return String(decoding: bytes[start..<end - 1], as: UTF8.self)
    }

    /// The place behind the string, object or array at the position; nil if the text or the longest record ends before.
    private mutating func endOfValue(longest: Int = .max) throws(InputError) -> Int? {
        var pass = JSONPass()
        var here = position
        while true {
            if let end = pass.end(in: window.reader.bytes.span, from: &here) { return end }
            guard here - position <= longest, try window.more() else { return nil }
        }
    }

    /// Reads the value at the position by the rules of JSON without keeping it: the place behind it, or its fault.
    ///
    /// The time is that of the bytes up to the fault, and a fault lies within 64 values. So it does not matter how many
    /// values begin in them.
    private mutating func readValue() throws(InputError) -> (end: Int?, fault: InputError?) {
        let start = position
        while true {
            let (end, fault, read) = Self.read(window.reader, at: start)
            // A token at the end of the window may go on behind it.
            let isCertain = window.isAtEnd || bytes.count - read > Self.longestToken
            if isCertain || bytes.count - start > Self.longestRecord { return (end, fault) }
            let waiting = bytes.count - start
            while bytes.count - start < 2 * waiting, try window.more() {}
        }
    }

    /// The place behind a value, its fault, and the place up to which it was read.
    private static func read(_ reader: JSONReader, at start: Int) -> (end: Int?, fault: InputError?, read: Int) {
        var reader = reader
        do throws(InputError) {
            try reader.skip()
            return (reader.place, nil, reader.place)
        } catch {
            return (nil, error, reader.place)
        }
    }

    /// Passes over a value that is not wanted. One that breaks the rules of JSON counts as a fault.
    private mutating func passOver() throws(InputError) {
        let start = (window.reader.line(), window.reader.column())
        let (end, fault) = try readValue()
        if let end {
            position = end
            return
        }
        guard try pass() else { return self.end(cut: true) }
        guard var fault else { return }
        if fault.line == nil { (fault.line, fault.column) = start }
        faults.append(fault)
    }

    /// Passes over a value by its brackets; false if it is cut.
    private mutating func pass() throws(InputError) -> Bool {
        switch try peek() {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
            var pass = JSONPass()
            while true {
                var here = position
                if let end = pass.end(in: window.reader.bytes.span, from: &here) {
                    position = end
                    return true
                }
                // Nothing of it is kept; an escape may have gone one byte further than the window.
                let beyond = here - bytes.count
                position = bytes.count
                drop()
                guard try window.more() else { return false }
                position = min(beyond, bytes.count)
            }
        default:
            position += 1
            while true {
                position = JSONScanner.endOfWord(window.reader.bytes.span, from: position)
                if window.reader.rest > 0 { return true }
                guard try window.more() else { return false }
            }
        }
    }
}
