// SPDX-License-Identifier: Apache-2.0

/// A structure in Thrift's compact protocol, field by field in ascending order of their numbers.
///
/// Source: Apache Thrift, "Thrift Compact protocol".
struct ThriftStruct {
    /// The types of fields and of a list's elements, as the protocol numbers them.
    private enum Kind: UInt8 {
        case int32 = 5
        case int64 = 6
        case text = 8
        case list = 9
        case structure = 12
    }

    private var bytes: [UInt8] = []
    private var last = 0

    /// The structure's bytes, with the mark of its end.
    var finished: [UInt8] { bytes + [0] }

    mutating func add(_ field: Int, int32 value: Int) {
        begin(field, .int32)
        Self.append(value, to: &bytes)
    }

    mutating func add(_ field: Int, int64 value: Int) {
        begin(field, .int64)
        Self.append(value, to: &bytes)
    }

    mutating func add(_ field: Int, text: String) {
        begin(field, .text)
        Self.append(text, to: &bytes)
    }

    mutating func add(_ field: Int, _ structure: ThriftStruct) {
        begin(field, .structure)
        bytes += structure.finished
    }

    mutating func add(_ field: Int, int32s values: [Int]) {
        begin(field, list: .int32, count: values.count)
        for value in values { Self.append(value, to: &bytes) }
    }

    mutating func add(_ field: Int, texts: [String]) {
        begin(field, list: .text, count: texts.count)
        for text in texts { Self.append(text, to: &bytes) }
    }

    mutating func add(_ field: Int, _ structures: [ThriftStruct]) {
        begin(field, list: .structure, count: structures.count)
        for structure in structures { bytes += structure.finished }
    }

    /// The field's header: how far its number is from the last one, and its type.
    private mutating func begin(_ field: Int, _ kind: Kind) {
        precondition((1...15).contains(field - last), "a header of one byte holds the step")
        bytes.append(UInt8(truncatingIfNeeded: field - last) << 4 | kind.rawValue)
        last = field
    }

    private mutating func begin(_ field: Int, list kind: Kind, count: Int) {
        begin(field, .list)
        guard count >= 15 else { return bytes.append(UInt8(truncatingIfNeeded: count) << 4 | kind.rawValue) }
        bytes.append(0xf0 | kind.rawValue)
        Self.appendLength(count, to: &bytes)
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        appendLength(text.utf8.count, to: &bytes)
        bytes += Array(text.utf8)
    }

    /// A number in zigzag, so that small negative ones are short, too.
    private static func append(_ value: Int, to bytes: inout [UInt8]) {
        appendLength(value << 1 ^ value >> 63, to: &bytes)
    }

    /// A number without sign, seven bits a byte, the lowest first. Parquet's levels have it, too.
    static func appendLength(_ value: Int, to bytes: inout [UInt8]) {
        var rest = UInt(bitPattern: value)
        while rest > 0x7f {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
