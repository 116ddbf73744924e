// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayLiveSessions
import NIOCore
import NIOWebSocket

/// Passes the messages of a WebSocket to the server.
final class FrameHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private unowned let server: LiveServer
    private weak var connection: Connection?
    private var frames: FrameAssembly
    private var lines = SampleLines()
    /// The newest unanswered ping of a client that does not read. Earlier pings need no answer (RFC 6455, section
    /// 5.5.3).
    private var ping: [UInt8]?

    init(_ server: LiveServer, _ connection: Connection) {
        self.server = server
        self.connection = connection
        frames = FrameAssembly(limit: server.options.longestBody)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let connection, case .webSocket = connection.state else { return }
        let frame = Self.unwrapInboundIn(data)
        connection.deadline = server.clock.now() + Deadlines.silence
        var whole = FrameAssembly.Frame(
            code: UInt8(webSocketOpcode: frame.opcode), isLast: frame.fin,
            payload: Array(frame.unmaskedData.readableBytesView))
        whole.isMasked = frame.maskKey != nil
        whole.isExtended = frame.rsv1 || frame.rsv2 || frame.rsv3
        let outcome = frames.take(whole)
        // At most one read's worth of the next frame has arrived.
        _ = connection.gather(frames.count)
        switch outcome {
        case .nothing: break
        case .message(let bytes): take(bytes, connection)
        case .ping(let payload):
            ping = payload
            answerPing()
        case .close(let code): close(code)
        case .broken(let code): close(code)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        answerPing()
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? NIOWebSocketError else { return }
        switch error {
        case .invalidFrameLength: close(1009)
        case .fragmentedControlFrame, .multiByteControlFrameLength: close(1002)
        }
    }

    private func take(_ bytes: [UInt8], _ connection: Connection) {
        do throws(InputError) {
            let message = try lines.message(bytes)
            guard !message.readings.isEmpty || !message.fixes.isEmpty else { return }
            try server.accept(message, source: "samples", name: nil, now: server.clock.now())
        } catch {
            close(error.code == .limitExceeded ? 1013 : 1007, error.description)
        }
    }

    private func answerPing() {
        guard let connection, connection.channel.isWritable, let payload = ping else { return }
        ping = nil
        connection.send(.pong, payload)
    }

    private func close(_ code: UInt16, _ reason: String = "") {
        guard let connection, case .webSocket = connection.state else { return }
        connection.send(.connectionClose, FrameAssembly.closing(code, reason))
        connection.leave()
    }
}
