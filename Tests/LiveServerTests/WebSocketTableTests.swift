// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GaitwayLiveServer

/// Frames as RFC 6455 allows and forbids them, and the codes that end the connection.
@Suite struct WebSocketTableTests {
    private static let header = Array(#"{"gaitway":"samples","version":1,"session":"s"}"#.utf8)

    /// The code with which the server ends a WebSocket on which bytes come; nil if it goes on.
    private func code(after bytes: [UInt8], pieces size: Int) throws -> UInt16? {
        let trial = TrialServer(try TrialOptions.make())
        let client = try trial.connect()
        client.send(TrialFrame.upgrade)
        try #require(client.statuses == [101], "\(client.text)")
        let head = client.received.count
        for start in stride(from: 0, to: bytes.count, by: size) {
            client.send(bytes[start..<min(start + size, bytes.count)])
        }
        client.receive()
        let frames = Array(client.received[head...])
        guard let start = frames.firstIndex(of: 0x88), frames.count >= start + 4 else { return nil }
        #expect(!client.isOpen)
        return UInt16(frames[start + 2]) << 8 | UInt16(frames[start + 3])
    }

    struct Case: CustomTestStringConvertible {
        var testDescription: String
        var bytes: [UInt8]
        var code: UInt16?

        init(_ name: String, _ frames: [UInt8]..., code: UInt16?) {
            testDescription = name
            bytes = Array(frames.joined())
            self.code = code
        }
    }

    static let cases: [Case] = [
        .init("samples", TrialFrame.make(0x1, header), code: nil),
        .init("binary", TrialFrame.make(0x2, header), code: nil),
        .init("pong", TrialFrame.make(0xa, [1, 2]), code: nil),
        .init("ping of 125 bytes", TrialFrame.make(0x9, .init(repeating: 1, count: 125)), code: nil),
        .init(
            "in parts", TrialFrame.make(0x1, Array(header.prefix(9)), isLast: false),
            TrialFrame.make(0x0, Array(header.dropFirst(9))), code: nil),
        .init(
            "a ping between", TrialFrame.make(0x1, header, isLast: false), TrialFrame.make(0x9), TrialFrame.make(0x0),
            code: nil),
        .init("close", TrialFrame.make(0x8), code: 1000),
        .init("close 1001", TrialFrame.make(0x8, [3, 233]), code: 1001),
        .init("close 4999", TrialFrame.make(0x8, [0x13, 0x87]), code: 4999),
        .init("close with one byte", TrialFrame.make(0x8, [3]), code: 1002),
        .init("close 999", TrialFrame.make(0x8, [3, 231]), code: 1002),
        .init("close 1004", TrialFrame.make(0x8, [3, 236]), code: 1002),
        .init("close 1005", TrialFrame.make(0x8, [3, 237]), code: 1002),
        .init("close 1006", TrialFrame.make(0x8, [3, 238]), code: 1002),
        .init("close 1015", TrialFrame.make(0x8, [3, 247]), code: 1002),
        .init("close 5000", TrialFrame.make(0x8, [0x13, 0x88]), code: 1002),
        .init("a reason that is not UTF-8", TrialFrame.make(0x8, [3, 232, 0xff]), code: 1007),
        .init("not masked", [0x81, 1, 65], code: 1002),
        .init("a part of nothing", TrialFrame.make(0x0, [1]), code: 1002),
        .init("kind 3", TrialFrame.make(0x3, [1]), code: 1002), .init("kind 11", TrialFrame.make(0xb), code: 1002),
        .init("an extension's bit", [0xc1, 0x81, 0, 0, 0, 0, 65], code: 1002),
        .init("a long ping", TrialFrame.make(0x9, .init(repeating: 0, count: 126)), code: 1002),
        .init("half a ping", TrialFrame.make(0x9, [1], isLast: false), code: 1002),
        .init(
            "a message in a message", TrialFrame.make(0x1, header, isLast: false), TrialFrame.make(0x1, header),
            code: 1002),
        .init("not UTF-8", TrialFrame.make(0x1, [0xff]), code: 1007),
        .init("no samples", TrialFrame.make(0x1, [65]), code: 1007),
        .init("2^63 - 1 bytes", TrialFrame.make(0x2, length: 1 << 63 - 1), code: 1009),
        .init("2^63 bytes", TrialFrame.make(0x2, length: 1 << 63), code: 1009),
        .init("2^64 - 1 bytes", TrialFrame.make(0x2, length: .max), code: 1009),
        .init(
            "2^63 - 1 bytes behind a part", TrialFrame.make(0x1, header, isLast: false),
            TrialFrame.make(0x0, length: 1 << 63 - 1), code: 1009),
        .init("a byte too many", TrialFrame.make(0x2, length: 4 << 20 + 1), code: 1009),
    ]

    @Test(arguments: cases) func endsWithACode(_ made: Case) throws {
        for size in [made.bytes.count, 1] {
            #expect(try code(after: made.bytes, pieces: size) == made.code, "in pieces of \(size)")
        }
    }

    /// The example of RFC 6455, section 1.3; what comes with the request is read as frames.
    @Test func answersAKey() throws {
        let client = try TrialServer(try TrialOptions.make()).connect()
        client.send(Array(TrialFrame.upgrade.utf8) + TrialFrame.make(0x9, [1, 2, 3]))
        #expect(client.text.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
        #expect(client.received.suffix(5) == [0x8a, 3, 1, 2, 3])
    }

    @Test(arguments: [
        ("Upgrade: websocket\r\n", ""), ("Connection: Upgrade\r\n", ""), ("13", "8"),
        ("dGhlIHNhbXBsZSBub25jZQ==", "short"),
        ("HTTP/1.1", "HTTP/1.0"), ("Upgrade: websocket", "Upgrade: web\u{17F}ocket"),
    ])
    func refusesWhatDoesNotAskForOne(_ part: String, _ other: String) throws {
        let client = try TrialServer(try TrialOptions.make()).connect()
        client.send(TrialFrame.upgrade.replacing(part, with: other))
        #expect(client.statuses == [400], "\(client.text)")
    }

    @Test func joinsFramesInWhateverPartsTheyCome() {
        var generator = SeededGenerator(seed: 4)
        var frames = FrameAssembly(limit: 100_000)
        for _ in 0..<Rounds.count(400) {
            let payload = (0..<Int.random(in: 0...70_000, using: &generator)).map {
                UInt8(truncatingIfNeeded: $0 &* 31)
            }
            let cut = Int.random(in: 0...payload.count, using: &generator)
            #expect(frames.take(.init(code: 0x2, isLast: false, payload: Array(payload[..<cut]))) == .nothing)
            #expect(frames.count == cut)
            #expect(frames.take(.init(code: 0x9, payload: [1])) == .ping([1]))
            #expect(frames.take(.init(code: 0x0, payload: Array(payload[cut...]))) == .message(payload))
            #expect(frames.count == 0)
        }
        _ = frames.take(.init(code: 0x2, isLast: false, payload: [UInt8](repeating: 0, count: 100_000)))
        #expect(frames.take(.init(code: 0x0, isLast: false, payload: [])) == .nothing)
        #expect(frames.take(.init(code: 0x0, payload: [1])) == .broken(1009))
    }

    @Test func cutsAReasonBetweenCharacters() {
        for start in ["", "a", "ab"] {
            let payload = FrameAssembly.closing(1007, start + String(repeating: "\u{20AC}", count: 200))
            #expect(payload.count <= 125 && payload.count > 118)
            #expect(String(validating: payload.dropFirst(2), as: UTF8.self) != nil)
        }
    }
}
