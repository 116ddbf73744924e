import MotionTypes
import TextFormats

/// The objects of the arrays of a JSON file, one after the other, while the rest of the file passes by: of the root, if it is an
/// array, and of the root object's arrays.
///
/// A file of gigabytes that was cut or damaged at one place is good at all others, so a broken record costs itself alone: the next
/// one is found by how the records before began. What that leaves out is told by ``faults``.
struct JSONRecords {
    /// One record, and where it begins.
    struct Record {
        var bytes: [UInt8]
        var line: Int
        var column: Int
        /// The key of the root's array that holds it; empty if the root is the array.
        var key: String
    }

    private let input: TrackBytes
    /// The arrays that are wanted; any if empty.
    private let keys: Set<String>
    private var window: [UInt8] = []
    /// The next byte to look at.
    private var position = 0
    private var isAtEnd = false
    private var chunk = [UInt8](repeating: 0, count: TrackBytes.chunk)
    private var key = ""
    private var state = State.start
    private var openings = RecordOpenings()
    private var line = 1
    /// Bytes of the current line before what was counted.
    private var column = 0
    /// The place in the window up to which lines are counted.
    private var counted = 0
    /// Whether the end was met inside a value.
    private(set) var isCut = false
    /// Records that cannot be read, and those still to be told.
    var faults: [InputError] = []
    /// No record of any app is so long: beyond, a quotation mark or bracket is missing.
    static let longestRecord = 16 << 20

    private enum State { case start, object, array, end }

    init(_ input: TrackBytes, keys: Set<String> = []) {
        self.input = input
        self.keys = keys
    }

    /// Reads all records into a track; `add` reads one. What it throws costs that record alone.
    ///
    /// - Throws: `InputError` as ``next()``.
    static func read(
        _ input: TrackBytes, keys: Set<String> = [], into builder: inout TrackBuilder,
        _ add: (_ reader: inout JSONReader, _ key: String, _ builder: inout TrackBuilder) throws(InputError) -> Void
    ) throws(InputError) {
        var records = JSONRecords(input, keys: keys)
        while let record = try records.next() {
            do throws(InputError) {
                var reader = JSONReader(record.bytes)
                try add(&reader, record.key, &builder)
                try reader.expectEnd()
                records.accept(record)
            } catch {
                records.refuse(record, error)
            }
            for fault in records.faults { builder.leaveOut(input.name.map { fault.inSource($0) } ?? fault) }
            records.faults.removeAll()
        }
        for fault in records.faults { builder.leaveOut(input.name.map { fault.inSource($0) } ?? fault) }
        if records.isCut { builder.count(.cutShort) }
    }

    /// The next record, or nil at the end.
    ///
    /// - Throws: `InputError` if the input cannot be read, or is no JSON from its start.
    mutating func next() throws(InputError) -> Record? {
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
        if try byte(2) != nil, window[position...].starts(with: [0xEF, 0xBB, 0xBF]) { position += 3 }
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
            } else if try !pass() {
                end(cut: true)
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
        default:
            if try !pass() { end(cut: true) }
        }
        return nil
    }

    /// Behind an array: the end or a further member. After damage, what looks like the end may be that of an array within a record.
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
        let place = (line, column + 1)
        guard let end = try endOfBrackets(), end - start <= Self.longestRecord else {
            // Cut by the end of the file, or by damage that swallowed what follows.
            let isCut = isAtEnd && openings.next(in: window, from: start + 1) == nil
            if isCut {
                self.end(cut: true)
            } else {
                try leaveOut("a bracket or a quotation mark is missing")
            }
            return nil
        }
        position = end
        return Record(bytes: Array(window[start..<end]), line: place.0, column: place.1, key: key)
    }

    /// Says that the last record was good: how it begins helps to find others.
    mutating func accept(_ record: Record) { openings.learn(record.bytes) }

    /// Says that the last record cannot be read. If that is since it swallowed others, reading goes on at the first of them.
    mutating func refuse(_ record: Record, _ error: InputError) {
        var located = error
        let line = error.line ?? 1
        located.line = record.line + line - 1
        located.column = line == 1 ? record.column + max(1, error.column ?? 1) - 1 : error.column
        faults.append(located)
        var reader = JSONReader(record.bytes)
        guard (try? reader.element()) == nil || !reader.isAtEnd() else { return }
        openings.hasRecovered = true
        guard let inner = openings.next(in: record.bytes, from: 1) else { return }
        position -= record.bytes.count - inner
    }

    private mutating func leaveOut(_ problem: String) throws(InputError) {
        faults.append(fault(.malformed, "this is not valid JSON: " + problem))
        openings.hasRecovered = true
        position = min(position + 1, window.count)
        try findNext()
    }

    /// Goes on at the next place that begins as records do.
    private mutating func findNext() throws(InputError) {
        while true {
            if let found = openings.next(in: window, from: position) {
                position = found
                state = .array
                return
            }
            // An opening may begin in this chunk and end in the next.
            position = max(position, window.count - RecordOpenings.longest)
            dropTaken()
            guard try more() else { break }
        }
        position = window.count
        state = .end
    }

    private mutating func end(cut: Bool) {
        isCut = isCut || cut
        position = window.count
        state = .end
    }

    private mutating func fault(_ code: InputError.Code, _ problem: String) -> InputError {
        dropTaken()
        return InputError(code, line: line, column: column + 1, problem: problem)
    }
}

/// The bytes beneath.
extension JSONRecords {
    /// Counts the lines of what was taken, and forgets it once it is much.
    private mutating func dropTaken() {
        let taken = window[counted..<max(counted, position)]
        if let last = taken.lastIndex(of: UInt8(ascii: "\n")) {
            line += taken.count { $0 == UInt8(ascii: "\n") }
            column = position - last - 1
        } else {
            column += taken.count
        }
        counted = max(counted, position)
        guard position > TrackBytes.chunk / 2 || position == window.count else { return }
        window.removeFirst(position)
        position = 0
        counted = 0
    }

    private mutating func more() throws(InputError) -> Bool {
        guard !isAtEnd else { return false }
        let count = try input.read(into: &chunk)
        isAtEnd = count == 0
        window += chunk[..<count]
        return count > 0
    }

    /// The byte at an offset from the position, or nil behind the end.
    private mutating func byte(_ offset: Int) throws(InputError) -> UInt8? {
        while position + offset >= window.count {
            guard try more() else { return nil }
        }
        return window[position + offset]
    }

    /// The next byte that is no blank, or nil at the end.
    private mutating func peek() throws(InputError) -> UInt8? {
        while true {
            while position < window.count {
                if window[position] > 32 { return window[position] }
                position += 1
            }
            guard try more() else { return nil }
        }
    }

    /// A short string; nil if it is cut.
    private mutating func string() throws(InputError) -> String? {
        let start = position + 1
        guard let end = try endOfString(from: start) else { return nil }
        position = end
        return String(decoding: window[start..<end - 1], as: UTF8.self)
    }

    private mutating func endOfString(from start: Int) throws(InputError) -> Int? {
        var here = start
        while true {
            while here < window.count {
                switch window[here] {
                case UInt8(ascii: "\\"): here += 2
                case UInt8(ascii: "\""): return here + 1
                default: here += 1
                }
            }
            guard try more() else { return nil }
        }
    }

    /// Passes over a value; false if it is cut.
    private mutating func pass() throws(InputError) -> Bool {
        switch try peek() {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            var depth = 0
            var inString = false
            while true {
                var here = position
                let end = Self.endOfBrackets(window.span, from: &here, depth: &depth, inString: &inString)
                position = here
                if end != nil { return true }
                // Nothing of it is kept; an escape may have gone one byte further than the window.
                let beyond = position - window.count
                position = window.count
                dropTaken()
                guard try more() else { return false }
                position = min(beyond, window.count)
            }
        case UInt8(ascii: "\""):
            guard let end = try endOfString(from: position + 1) else { return false }
            position = end
            return true
        default:
            position += 1
            while let byte = try byte(0) {
                if byte <= 32 || byte == 44 || byte == 93 || byte == 125 { return true }
                position += 1
            }
            return false
        }
    }

    /// The place behind the bracket that closes the one at the position; nil if the input or the longest record ends before.
    private mutating func endOfBrackets() throws(InputError) -> Int? {
        var depth = 0
        var here = position
        var inString = false
        while true {
            if let end = Self.endOfBrackets(window.span, from: &here, depth: &depth, inString: &inString) { return end }
            guard here - position <= Self.longestRecord, try more() else { return nil }
        }
    }

    private static func endOfBrackets(
        _ bytes: Span<UInt8>, from here: inout Int, depth: inout Int, inString: inout Bool
    ) -> Int? {
        while here < bytes.count {
            let byte = bytes[here]
            here += 1
            if inString {
                if byte == UInt8(ascii: "\\") { here += 1 } else if byte == UInt8(ascii: "\"") { inString = false }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): inString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return here }
            default: break
            }
        }
        return nil
    }
}
