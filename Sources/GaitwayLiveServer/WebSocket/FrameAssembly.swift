// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Joins the frames of a WebSocket (RFC 6455, section 5) into messages: a pure state machine.
package struct FrameAssembly: Sendable {
    /// A complete frame with an unmasked payload.
    package struct Frame: Sendable, Hashable {
        package var code: UInt8
        package var isLast = true
        /// True if an extension's bit is set. The server agrees on no extension.
        package var isExtended = false
        /// True if the frame was masked. Clients must mask their frames.
        package var isMasked = true
        package var payload: [UInt8]

        package init(code: UInt8, isLast: Bool = true, payload: [UInt8]) {
            self.code = code
            self.isLast = isLast
            self.payload = payload
        }
    }

    /// The result of a frame.
    package enum Outcome: Sendable, Hashable {
        /// Nothing to do: the message continues, or the frame is a pong.
        case nothing
        case message([UInt8])
        case ping([UInt8])
        /// The client closes the connection with this code, which the server returns.
        case close(UInt16)
        /// The client broke the protocol; the code says how.
        case broken(UInt16)
    }

    private let limit: Int
    /// The beginning of an incomplete message.
    private var parts: [UInt8]?
    private var isText = false

    /// Messages of up to `limit` bytes.
    package init(limit: Int) { self.limit = limit }

    /// The bytes of the incomplete message.
    package var count: Int { parts?.count ?? 0 }

    package mutating func take(_ frame: Frame) -> Outcome {
        let isControl = frame.code & 0x8 != 0
        guard frame.isMasked, !frame.isExtended, !isControl || frame.isLast && frame.payload.count <= 125 else {
            return .broken(1002)
        }
        // A difference of two lengths cannot overflow; a sum could.
        guard isControl || frame.payload.count <= limit - count else { return .broken(1009) }
        switch frame.code {
        case 0x0:
            guard parts != nil else { return .broken(1002) }
            parts?.append(contentsOf: frame.payload)
            return frame.isLast ? finish() : .nothing
        case 0x1, 0x2:
            guard parts == nil else { return .broken(1002) }
            parts = frame.payload
            isText = frame.code == 0x1
            return frame.isLast ? finish() : .nothing
        case 0x8: return Self.close(frame.payload)
        case 0x9: return .ping(frame.payload)
        case 0xa: return .nothing
        default: return .broken(1002)
        }
    }

    private mutating func finish() -> Outcome {
        defer { parts = nil }
        guard let parts else { return .nothing }
        return isText && String(validating: parts, as: UTF8.self) == nil ? .broken(1007) : .message(parts)
    }

    private static func close(_ payload: [UInt8]) -> Outcome {
        guard let first = payload.first else { return .close(1000) }
        guard payload.count >= 2 else { return .broken(1002) }
        let code = UInt16(first) << 8 | UInt16(payload[1])
        guard isSendable(code) else { return .broken(1002) }
        return String(validating: payload.dropFirst(2), as: UTF8.self) == nil ? .broken(1007) : .close(code)
    }

    /// True for a code that an endpoint may send (RFC 6455, section 7.4, and IANA's registry).
    private static func isSendable(_ code: UInt16) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }

    /// The payload of a close frame. It cuts a long reason between characters, since browsers refuse invalid UTF-8.
    package static func closing(_ code: UInt16, _ reason: String = "") -> [UInt8] {
        var reason = reason
        while reason.utf8.count > 120 { reason.unicodeScalars.removeLast() }
        return [UInt8(code >> 8), UInt8(code & 0xff)] + Array(reason.utf8)
    }
}
