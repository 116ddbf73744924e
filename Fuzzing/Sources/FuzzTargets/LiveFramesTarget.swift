// SPDX-License-Identifier: Apache-2.0
import GaitwayLiveServer

/// Reads any bytes as what a client sends on a WebSocket. An even first byte: bytes behind the upgrade, cut in two
/// where the second byte says. An odd one: complete frames for the state machine, with limits and lengths at their
/// bounds.
enum LiveFramesTarget: FuzzTarget {
    static let name = "live-frames"

    static func take(_ input: [UInt8]) {
        guard let choice = input.first else { return }
        if choice % 2 == 0 { takeBytes(input.dropFirst()) } else { takeFrames(choice, input.dropFirst()) }
    }

    private static let upgrade = Array(
        ("GET /samples HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n").utf8)

    private static func takeBytes(_ input: ArraySlice<UInt8>) {
        let bytes = Array(input.dropFirst())
        let cut = Int(input.first ?? 0) % max(1, bytes.count)
        let whole = LiveRequestTarget.answers(to: [upgrade[...], bytes[...]])
        precondition(whole.starts(with: Array("HTTP/1.1 101 ".utf8)), "no WebSocket")
        let parts = LiveRequestTarget.answers(to: [upgrade[...], bytes[..<cut], bytes[cut...]])
        precondition(parts == whole, "pieces make a difference")
    }

    private static let bounds = [0, 1, 2, 124, 125, 126, 127, 65_535, 65_536, 70_000]

    /// Two bytes a frame: its code and bits, and its length. A message never exceeds the limit.
    private static func takeFrames(_ choice: UInt8, _ input: ArraySlice<UInt8>) {
        let limits = bounds + [.max - 1, .max]
        let limit = limits[Int(choice / 2) % limits.count]
        var frames = FrameAssembly(limit: limit)
        var rest = input
        while let code = rest.popFirst(), let length = rest.popFirst() {
            var frame = FrameAssembly.Frame(
                code: code & 15, isLast: code & 0x10 != 0,
                payload: [UInt8](repeating: length, count: bounds[Int(length) % bounds.count]))
            frame.isMasked = code & 0x20 == 0
            frame.isExtended = code & 0xc0 == 0xc0
            switch frames.take(frame) {
            case .message(let bytes): precondition(bytes.count <= limit, "a message beyond the limit")
            case .ping(let bytes): precondition(bytes.count <= 125, "a long ping")
            case .close(let code), .broken(let code): precondition(code >= 1000 && code < 5000, "no code")
            case .nothing: break
            }
            precondition(frames.count <= limit, "an incomplete message beyond the limit")
        }
    }
}
