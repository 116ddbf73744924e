// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The bytes of a protobuf message that is being written.
///
/// ONNX and Core ML files are protobuf. What is written of them are some thirty fields of numbers, texts and messages,
/// for which the wire format's two encodings, varint and length-delimited, are enough. Code generated from both
/// formats' descriptions would be over a hundred times as long as this file, and take longer to compile than all of the
/// command.
struct ProtobufMessage {
    private(set) var bytes: [UInt8] = []

    init() {}

    /// A message whose fields `body` writes.
    init(_ body: (inout ProtobufMessage) -> Void) { body(&self) }

    /// An integer, an enumeration's case or a truth value. A negative one takes ten bytes, as in two's complement of 64
    /// bits.
    mutating func integer(_ field: Int, _ value: Int) {
        key(field, type: 0)
        varint(UInt64(bitPattern: Int64(value)))
    }

    mutating func text(_ field: Int, _ value: String) { data(field, Array(value.utf8)) }

    /// Bytes as they are.
    mutating func data(_ field: Int, _ value: [UInt8]) {
        key(field, type: 2)
        varint(UInt64(value.count))
        bytes += value
    }

    /// Writes a nested message as a field with its length.
    mutating func message(_ field: Int, _ body: (inout ProtobufMessage) -> Void) {
        data(field, ProtobufMessage(body).bytes)
    }

    /// An entry of a map from texts to messages.
    mutating func entry(_ field: Int, _ name: String, _ body: (inout ProtobufMessage) -> Void) {
        message(field) {
            $0.text(1, name)
            $0.message(2, body)
        }
    }

    /// Integers, one after the other in one field.
    mutating func integers(_ field: Int, _ values: [Int]) {
        var packed = ProtobufMessage()
        for value in values { packed.varint(UInt64(bitPattern: Int64(value))) }
        data(field, packed.bytes)
    }

    /// Numbers of single precision, one after the other in one field.
    mutating func floats(_ field: Int, _ values: [Float]) { data(field, LittleEndian.bytes(values)) }

    private mutating func key(_ field: Int, type: UInt64) { varint(UInt64(field) << 3 | type) }

    /// Seven bits a byte, the lowest first; the highest bit says that more follow.
    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}

/// Numbers as bytes, the lowest byte first.
enum LittleEndian {
    static func bytes(_ values: [Float]) -> [UInt8] {
        values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) } }
    }

    static func bytes(_ values: [Int]) -> [UInt8] {
        values.flatMap { value in (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    }
}
