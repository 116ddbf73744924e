// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix

/// One request to a phone, and its answer.
///
/// Any program may answer at that address, so the head, the body and the time of the answer are bounded.
final class PhoneExchange: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let request: PhoneRequest
    private let promise: EventLoopPromise<[UInt8]>
    private var body: [UInt8] = []
    private var hasHead = false

    private static let patience = TimeAmount.seconds(5)
    private static let longestHead = 16 << 10
    static let longestAnswer = 32 << 20

    init(_ request: PhoneRequest, _ promise: EventLoopPromise<[UInt8]>) {
        self.request = request
        self.promise = promise
    }

    /// Sends a request; returns the body of its answer. A thread of its own resolves the phone's name.
    static func answer(to request: PhoneRequest, on loop: any EventLoop) -> EventLoopFuture<[UInt8]> {
        let promise = loop.makePromise(of: [UInt8].self)
        let channel = ClientBootstrap(group: loop)
            .connectTimeout(patience)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try attach(to: channel, request, promise) }
            }
            .connect(host: request.host, port: Int(request.port))
        channel.cascadeFailure(to: promise)
        let late = loop.scheduleTask(in: patience) {
            promise.fail(PhoneFault(problem: "no answer for \(patience.nanoseconds / Nanoseconds.perSecond) s"))
        }
        promise.futureResult.whenComplete { _ in
            late.cancel()
            channel.whenSuccess { $0.close(promise: nil) }
        }
        return promise.futureResult
    }

    /// Makes a channel send the request once it is connected.
    static func attach(to channel: any Channel, _ request: PhoneRequest, _ promise: EventLoopPromise<[UInt8]>) throws {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = longestHead
        limits.maxHeaderListSize = longestHead
        limits.maxHeaderFieldCount = RequestHead.mostFields
        try channel.pipeline.syncOperations.addHandlers([
            HTTPRequestEncoder(),
            ByteToMessageHandler(
                HTTPResponseDecoder(
                    leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .drop, limitConfiguration: limits)
            ),
            PhoneExchange(request, promise),
        ])
    }

    func channelActive(context: ChannelHandlerContext) {
        let head = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: request.path,
            headers: [
                "Host": "\(request.host):\(request.port)", "Accept": "application/json", "Connection": "close",
            ])
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch Self.unwrapInboundIn(data) {
        case .head(let head):
            hasHead = true
            if head.status != .ok { fail("the answer is \(head.status.code)", context) }
        case .body(let bytes):
            guard bytes.readableBytes <= Self.longestAnswer - body.count else {
                return fail("the answer is too long", context)
            }
            body.append(contentsOf: bytes.readableBytesView)
        case .end: promise.succeed(body)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case HTTPParserError.headerOverflow: fail("the answer is too long", context)
        case HTTPParserError.invalidEOFState: fail("the answer ends too early", context)
        case is HTTPParserError: fail(hasHead ? "the answer is broken" : "what answers there is not phyphox", context)
        default: fail(PhoneFault(error).problem, context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) { fail("the answer ends too early", context) }

    private func fail(_ problem: String, _ context: ChannelHandlerContext) {
        promise.fail(PhoneFault(problem: problem))
        context.close(promise: nil)
    }
}

extension PhoneFault {
    /// The description of a network error.
    init(_ error: any Error) {
        problem =
            switch error {
            case let fault as PhoneFault: fault.problem
            case let fault as IOError: String(cString: strerror(fault.errnoCode))
            case ChannelError.connectTimeout(let time): "no answer for \(time.nanoseconds / Nanoseconds.perSecond) s"
            case let fault as NIOConnectionError:
                fault.connectionErrors.first.map { PhoneFault($0.error).problem } ?? "the name is not known"
            default: "\(error)"
            }
    }
}
