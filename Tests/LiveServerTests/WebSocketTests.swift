import TestSupport
import Testing

@testable import LiveServer

@Suite struct WebSocketTests {
    /// A frame as a client sends it.
    private func frame(_ code: UInt8, _ payload: [UInt8], isLast: Bool = true, mask: [UInt8] = [7, 77, 177, 17])
        -> [UInt8]
    {
        var bytes: [UInt8] = [(isLast ? 0x80 : 0) | code]
        switch payload.count {
        case ..<126: bytes.append(0x80 | UInt8(payload.count))
        case ..<65536: bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default: bytes += [0x80 | 127] + (0..<8).map { UInt8(payload.count >> (56 - 8 * $0) & 255) }
        }
        return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
    }

    /// The example of RFC 6455, section 1.3, and those of FIPS 180.
    @Test func answersAKey() {
        #expect(WebSocketReader.accept(key: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        func hash(_ text: String) -> String {
            SHA1.hash(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        #expect(hash("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(
            hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
    }

    @Test func givesTheSameMessagesInWhateverPiecesTheyCome() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<Rounds.count(200) {
            var expected: [WebSocketReader.Message] = []
            var bytes: [UInt8] = []
            for _ in 0..<5 {
                let size = [3, 125, 126, 4000, 70_000].randomElement(using: &generator) ?? 3
                let payload = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
                let cut = Int.random(in: 0...size, using: &generator)
                bytes += frame(0x1, Array(payload[..<cut]), isLast: false)
                bytes += frame(0x9, [1, 2])
                bytes += frame(0x0, Array(payload[cut...]))
                expected += [.ping([1, 2]), .data(payload)]
            }
            bytes += frame(0x8, [3, 232])
            expected.append(.close)
            var reader = WebSocketReader(limit: 100_000)
            var waiting: [UInt8] = []
            var found: [WebSocketReader.Message] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = rest.prefix(Int.random(in: 1...30_000, using: &generator))
                rest = rest.dropFirst(part.count)
                waiting += part
                while let message = reader.next(from: &waiting) { found.append(message) }
            }
            #expect(found == expected)
        }
    }

    @Test func endsWhatBreaksTheRules() {
        func outcome(_ bytes: [UInt8]) -> WebSocketReader.Message? {
            var reader = WebSocketReader(limit: 1000)
            var input = bytes
            return reader.next(from: &input)
        }
        #expect(outcome([0x81, 0x01, 65]) == .broken(1002), "not masked")
        #expect(outcome(frame(0x0, [1])) == .broken(1002), "a part of nothing")
        #expect(outcome(frame(0x3, [1])) == .broken(1002), "no such kind")
        #expect(outcome(frame(0x9, [UInt8](repeating: 0, count: 126))) == .broken(1002), "a long ping")
        #expect(outcome(frame(0x1, [UInt8](repeating: 0, count: 1001))) == .broken(1009), "too long")
        var parts = WebSocketReader(limit: 1000)
        var input = frame(0x1, [UInt8](repeating: 0, count: 600), isLast: false)
        input += frame(0x0, [UInt8](repeating: 0, count: 401))
        #expect(parts.next(from: &input) == .broken(1009), "too long in parts")
        #expect(outcome([0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]) == .broken(1002), "a negative length")
    }
}
