/// Cuts what comes through a WebSocket (RFC 6455) into messages: a pure state machine.
package struct WebSocketReader: Sendable {
    /// What came.
    package enum Message: Sendable, Hashable {
        case data([UInt8])
        case ping([UInt8])
        case close
        /// The client broke the rules; the code says how.
        case broken(UInt16)
    }

    private let limit: Int
    private var gathered: [UInt8]?

    /// A reader of messages up to `limit` bytes.
    package init(limit: Int) { self.limit = limit }

    /// The next message, whose bytes are taken from the front of `input`; nil if it has not come whole.
    package mutating func next(from input: inout [UInt8]) -> Message? {
        while true {
            guard input.count >= 2 else { return nil }
            let isLast = input[0] & 0x80 != 0
            let code = input[0] & 0x0f
            // A client masks what it sends; nothing of the extensions was agreed on.
            guard input[1] & 0x80 != 0, input[0] & 0x70 == 0 else { return .broken(1002) }
            var length = Int(input[1] & 0x7f)
            var place = 2
            if length >= 126 {
                let size = length == 126 ? 2 : 8
                guard input.count >= 2 + size else { return nil }
                guard size == 2 || input[2] & 0x80 == 0 else { return .broken(1002) }
                length = input[2..<2 + size].reduce(0) { $0 << 8 | Int($1) }
                place += size
            }
            let isControl = code & 0x8 != 0
            guard !isControl || length <= 125 && isLast else { return .broken(1002) }
            guard length + (gathered?.count ?? 0) <= limit else { return .broken(1009) }
            guard input.count >= place + 4 + length else { return nil }
            let mask = Array(input[place..<place + 4])
            var payload = Array(input[(place + 4)..<(place + 4 + length)])
            for index in payload.indices { payload[index] ^= mask[index & 3] }
            input.removeFirst(place + 4 + length)
            switch code {
            case 0x0:
                guard gathered != nil else { return .broken(1002) }
                gathered? += payload
                if isLast, let whole = gathered {
                    gathered = nil
                    return .data(whole)
                }
            case 0x1, 0x2:
                guard gathered == nil else { return .broken(1002) }
                if isLast { return .data(payload) }
                gathered = payload
            case 0x8: return .close
            case 0x9: return .ping(payload)
            case 0xa: continue
            default: return .broken(1002)
            }
        }
    }

    /// A frame from the server; `payload` is at most 125 bytes for control frames.
    static func frame(code: UInt8, _ payload: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0x80 | code]
        if payload.count < 126 {
            bytes.append(UInt8(payload.count))
        } else {
            bytes += [126, UInt8(payload.count >> 8 & 0xff), UInt8(payload.count & 0xff)]
        }
        return bytes + payload
    }

    /// The frame that ends a connection. Of a long reason the start is sent, in whole characters: browsers take no broken text.
    static func closing(_ code: UInt16, _ reason: String = "") -> [UInt8] {
        var reason = reason
        while reason.utf8.count > 120 { reason.unicodeScalars.removeLast() }
        return frame(code: 0x8, [UInt8(code >> 8), UInt8(code & 0xff)] + Array(reason.utf8))
    }

    /// What the server answers to a client's key, to show that it speaks the protocol.
    static func accept(key: String) -> String {
        Base64Text.text(SHA1.hash(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }
}

/// SHA-1 (FIPS 180-4), which WebSockets ask for. It protects nothing here.
enum SHA1 {
    /// The 20 bytes of a message's hash.
    static func hash(_ message: [UInt8]) -> [UInt8] {
        var bytes = message + [0x80]
        bytes += [UInt8](repeating: 0, count: (120 - bytes.count % 64) % 64)
        let bits = UInt64(message.count) * 8
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
        for start in stride(from: 0, to: bytes.count, by: 64) { mix(bytes[start..<start + 64], into: &state) }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = [UInt32](repeating: 0, count: 80)
        for (index, byte) in block.enumerated() { words[index / 4] |= UInt32(byte) << (24 - 8 * UInt32(index % 4)) }
        for index in 16..<80 {
            words[index] = rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1)
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for index in 0..<80 {
            let (mixed, constant): (UInt32, UInt32) =
                switch index / 20 {
                case 0: (b & c | ~b & d, 0x5a82_7999)
                case 1: (b ^ c ^ d, 0x6ed9_eba1)
                case 2: (b & c | b & d | c & d, 0x8f1b_bcdc)
                default: (b ^ c ^ d, 0xca62_c1d6)
                }
            let next = rotate(a, by: 5) &+ mixed &+ e &+ constant &+ words[index]
            (e, d, c, b, a) = (d, c, rotate(b, by: 30), a, next)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }

    private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}

/// Base 64 (RFC 4648).
enum Base64Text {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let word = part.enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << (16 - 8 * UInt32($1.offset)) }
            for index in 0..<4 {
                text.append(
                    index <= part.count ? letters[Int(word >> (18 - 6 * UInt32(index)) & 63)] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
