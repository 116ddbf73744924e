// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import GaitwayExport

/// The wire format, by the examples of protobuf's own documentation (protobuf.dev, Encoding).
@Suite struct ProtobufMessageTests {
    @Test func integer() {
        var message = ProtobufMessage()
        message.integer(1, 150)
        #expect(message.bytes == [0x08, 0x96, 0x01])
    }

    @Test func negativeIntegerTakesTenBytes() {
        var message = ProtobufMessage()
        message.integer(1, -2)
        #expect(message.bytes == [0x08, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01])
    }

    @Test func text() {
        var message = ProtobufMessage()
        message.text(2, "testing")
        #expect(message.bytes == [0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6e, 0x67])
    }

    @Test func messageInAMessage() {
        var message = ProtobufMessage()
        message.message(3) { $0.integer(1, 150) }
        #expect(message.bytes == [0x1a, 0x03, 0x08, 0x96, 0x01])
    }

    @Test func packedIntegers() {
        var message = ProtobufMessage()
        message.integers(6, [3, 270, 86942])
        #expect(message.bytes == [0x32, 0x06, 0x03, 0x8e, 0x02, 0x9e, 0xa7, 0x05])
    }

    @Test func fieldAboveFifteen() {
        var message = ProtobufMessage()
        message.integer(502, 1)
        #expect(message.bytes == [0xb0, 0x1f, 0x01])
    }

    @Test func numbersOfSinglePrecision() {
        var message = ProtobufMessage()
        message.floats(4, [1, -2])
        #expect(message.bytes == [0x22, 0x08, 0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0])
    }
}
