// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1

/// Passes requests to the server in order, each after the client has read most of the earlier answers.
final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart

    private enum Input {
        case part(HTTPServerRequestPart)
        case fault(HTTPResponseStatus)
    }

    private unowned let server: LiveServer
    weak var connection: Connection?
    private var inputs = CircularBuffer<Input>()
    private var isHandingOn = false

    init(_ server: LiveServer) { self.server = server }

    /// True if no part of a request waits.
    var isIdle: Bool { inputs.isEmpty }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { take(.part(Self.unwrapInboundIn(data))) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case HTTPParserError.headerOverflow: take(.fault(.requestHeaderFieldsTooLarge))
        case HTTPParserError.invalidVersion: take(.fault(.httpVersionNotSupported))
        case is HTTPParserError: take(.fault(.badRequest))
        default: break
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        handOn()
        context.fireChannelWritabilityChanged()
    }

    private func take(_ input: Input) {
        guard inputs.count < Bounds.mostRequestsAhead else {
            connection?.end()
            return
        }
        inputs.append(input)
        handOn()
    }

    /// Passes on the parts that wait, until the connection is busy.
    func handOn() {
        guard !isHandingOn else { return }
        isHandingOn = true
        defer { isHandingOn = false }
        while let connection, connection.channel.isWritable, !connection.isSending, let input = inputs.popFirst() {
            switch connection.state {
            case .head, .body: break
            case .events, .stream, .webSocket, .refused, .leaving: continue
            case .awaiting: return inputs.prepend(input)
            }
            switch input {
            case .part(.head(let head)): server.begin(head, on: connection)
            case .part(.body(let bytes)): server.add(bytes, on: connection)
            case .part(.end(let trailers)): server.complete(trailers, on: connection)
            case .fault(let status): server.refuse(connection, Refusal(status))
            }
        }
        connection?.readOn()
    }
}
