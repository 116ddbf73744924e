// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// A client's connection, with its purpose, its deadline and its waiting bytes.
///
/// It is the first handler of its channel and sees every byte. It writes an answer as fast as the client reads it, and
/// stops reading meanwhile.
final class Connection: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The present purpose of a connection.
    enum State {
        /// It waits for the head of a request.
        case head
        /// It receives the body of a request.
        case body(RequestHead)
        /// It sends the events of a session.
        case events(String)
        /// It sends the activity stream of a session; `hasBegun` is true after the header.
        case stream(String, hasBegun: Bool)
        case webSocket
        /// It waits for the reply of the program that the server carries.
        case awaiting
        /// It waits before it sends a refusal.
        case refused
        /// It sends the rest of its answers, discards input, and then ends.
        case leaving
    }

    let channel: any Channel
    private unowned let server: LiveServer
    var state = State.head
    /// The part of the body that has arrived.
    var body: [UInt8] = []
    /// The time by which the present purpose must end, in nanoseconds.
    var deadline: Int64
    /// The time of the last input.
    private(set) var lastMove: Int64
    /// The last time at which the client read bytes, or had none to read.
    private(set) var lastSending: Int64
    /// True if one of its requests was allowed.
    var isAuthorised = false
    /// The client's address; nil for programs of this machine.
    let peer: String?
    /// The bytes of an incomplete body or message.
    private(set) var incoming = 0
    /// The bytes that this connection adds to the server's budget.
    private var held = 0
    private let requests: RequestHandler
    private let decoder = ByteToMessageHandler(
        HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: Connection.limits))
    private let encoder: HTTPResponseEncoder
    private var context: ChannelHandlerContext?
    private var isReadAwaited = false
    /// The rest of the answer that the client reads.
    private var rest: ResponseRest?
    private var isSendingRest = false
    private var isInputClosed = false
    private var thrownAway = 0
    /// Bytes written to the channel so far, and bytes that the system had accepted at the last look.
    private var handed = 0
    private var gone = 0

    private static let mostThrownAway = 4 << 20

    private static var limits: NIOHTTPDecoderLimitConfiguration {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = RequestHead.longest
        limits.maxHeaderListSize = RequestHead.longest
        limits.maxHeaderFieldCount = RequestHead.mostFields
        return limits
    }

    init(_ channel: any Channel, server: LiveServer) {
        self.channel = channel
        self.server = server
        let address = channel.remoteAddress?.ipAddress
        peer = address.flatMap { ServerOptions.isLoopback($0) ? nil : $0 }
        let now = server.clock.now()
        deadline = now + Deadlines.head
        lastMove = now
        lastSending = now
        requests = RequestHandler(server)
        var configuration = HTTPResponseEncoder.Configuration()
        // An answer without a length ends with its connection.
        configuration.automaticallySetFramingHeaders = false
        encoder = HTTPResponseEncoder(configuration: configuration)
    }

    /// Adds the handlers to the channel.
    func begin() throws {
        requests.connection = self
        try channel.pipeline.syncOperations.addHandlers([self, encoder, decoder, requests])
    }

    // MARK: Input

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        requests.connection = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        server.admit(self)
    }

    func channelInactive(context: ChannelHandlerContext) {
        context.fireChannelInactive()
        server.forget(self)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = Self.unwrapInboundIn(data)
        lastMove = server.clock.now()
        switch state {
        case .leaving, .refused, .events, .stream:
            // A connection that closes with unread input may lose its last answer.
            thrownAway += bytes.readableBytes
            if thrownAway > Self.mostThrownAway { end() }
        case .webSocket:
            // Incomplete frames wait in NIO's decoder.
            guard gather(incoming + bytes.readableBytes) else { return end() }
            context.fireChannelRead(data)
        case .head, .body, .awaiting: context.fireChannelRead(data)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        guard event as? ChannelEvent == .inputClosed else { return }
        isInputClosed = true
        if waiting == 0, !isSending { end() } else { leave() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Decoders report their errors to later handlers.
        end()
    }

    func read(context: ChannelHandlerContext) {
        if mayRead { context.read() } else { isReadAwaited = true }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        sendRest()
        context.fireChannelWritabilityChanged()
        readOn()
    }

    /// Goes on with the requests that wait, after a reply.
    func resume() { requests.handOn() }

    /// Continues to read if a read was postponed and is now allowed.
    func readOn() {
        guard isReadAwaited, mayRead else { return }
        isReadAwaited = false
        context?.read()
    }

    private var mayRead: Bool {
        switch state {
        case .leaving: true
        case .events, .stream, .refused, .awaiting: false
        case .head, .body, .webSocket: channel.isWritable && !isSending && requests.isIdle
        }
    }

    // MARK: Output

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        handed += Self.unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
    }

    /// True while the client has not taken all of an answer.
    var isSending: Bool { rest != nil }

    /// Sends an answer, without its body if `isHeadOnly`. If an answer does not fit, the client gets 503.
    func send(_ answer: Response, staysOpen: Bool, isHeadOnly: Bool = false) {
        let hasRoom = isHeadOnly || server.answers.change(from: 0, to: answer.charge)
        let answer = hasRoom ? answer : LiveServer.noRoom(for: answer)
        channel.write(HTTPServerResponsePart.head(answer.head(staysOpen: staysOpen)), promise: nil)
        guard answer.length != nil else { return flush() }
        if isHeadOnly {
            channel.write(HTTPServerResponsePart.end(nil), promise: nil)
            return flush()
        }
        rest = ResponseRest(answer)
        sendRest(isFirst: true)
        flush()
    }

    /// Writes the rest of an answer while the client reads. After its end, the next request has its turn; if it
    /// `isFirst`, the caller sees to that.
    private func sendRest(isFirst: Bool = false) {
        guard !isSendingRest, writeRest() else { return }
        endRest()
        if !isFirst { requests.handOn() }
    }

    /// Writes pieces while the client reads; returns true after the last.
    private func writeRest() -> Bool {
        isSendingRest = true
        defer { isSendingRest = false }
        var sent = 0
        while isSending, channel.isWritable {
            guard sent < Bounds.mostInTurn else {
                sendRestLater()
                return false
            }
            do throws(InputError) {
                guard let piece = try rest?.next() else { return true }
                sent += piece.readableBytes
                channel.write(HTTPServerResponsePart.body(.byteBuffer(piece)), promise: nil)
                flush()
            } catch {
                // The client sees that the answer is shorter than its length.
                end()
                return false
            }
        }
        return false
    }

    private func sendRestLater() {
        let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
        channel.eventLoop.execute { bound.value.sendRest() }
    }

    private func endRest() {
        dropRest()
        deadline = server.clock.now() + Deadlines.rest
        channel.write(HTTPServerResponsePart.end(nil), promise: nil)
        flush()
        if case .leaving = state { endOutput() }
    }

    private func dropRest() {
        if let rest { server.freed(answer: rest.charge) }
        rest = nil
    }

    /// Sends a part of an answer without a length.
    func send(_ bytes: ByteBuffer) {
        guard bytes.readableBytes > 0 else { return }
        channel.write(HTTPServerResponsePart.body(.byteBuffer(bytes)), promise: nil)
        flush()
    }

    /// Sends a frame of a WebSocket.
    func send(_ code: WebSocketOpcode, _ payload: [UInt8]) {
        channel.write(WebSocketFrame(fin: true, opcode: code, data: ByteBuffer(bytes: payload)), promise: nil)
        flush()
    }

    /// Flushes the output; ends the connection if too many bytes wait.
    func flush() {
        channel.flush()
        look(at: server.clock.now())
        if waiting > Bounds.mostWaiting { end() }
    }

    /// The bytes that the system has not accepted yet.
    var waiting: Int { (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 }

    /// Notes the progress of the output. Only that shows that the client reads.
    func look(at now: Int64) {
        let waiting = waiting
        if handed - waiting > gone || waiting == 0 {
            gone = handed - waiting
            lastSending = now
        }
        // Each connection may have a little output in any case, so that a full server ends no answer in the middle.
        if !hold(max(0, waiting - Bounds.freeOutput) + incoming) { end() }
    }

    /// Sets the bytes of an incomplete body or message; returns false if they exceed the server's budget.
    func gather(_ count: Int) -> Bool {
        let change = count - incoming
        guard hold(held + change) else { return false }
        incoming = count
        return true
    }

    /// Returns its shares of the server's budgets.
    func release() {
        dropRest()
        _ = hold(0)
    }

    private func hold(_ count: Int) -> Bool {
        guard server.budget.change(from: held, to: count) else { return false }
        held = count
        return true
    }

    // MARK: End

    /// True if it waits for a request and has sent all answers.
    var isResting: Bool { if case .head = state { waiting == 0 && !isSending } else { false } }

    /// True if the client has exceeded its time.
    func isOverdue(at now: Int64) -> Bool {
        if now - lastSending > Deadlines.reading { return true }
        return switch state {
        case .events, .stream, .awaiting: false
        case .head: !isSending && now > deadline
        // A client that reads slowly has the time for the whole answer.
        case .leaving: !isSending && waiting == 0 && now > deadline
        case .body, .webSocket, .refused: now > deadline
        }
    }

    /// Ends the connection because the server ends: idle ones at once, listeners after they have read the rest.
    func sayGoodbye() {
        switch state {
        case .webSocket:
            send(.connectionClose, FrameAssembly.closing(1001))
            leave()
        case .events, .stream: leave()
        case .leaving: break
        case .head where waiting > 0 || isSending: leave()
        case .head, .body, .refused, .awaiting: end()
        }
    }

    /// Ends the connection after its output. It discards input for a while, since closing with unread input may lose an
    /// answer.
    func leave() {
        if case .leaving = state { return }
        state = .leaving
        body = []
        _ = gather(0)
        if !isSending { endOutput() }
        readOn()
    }

    private func endOutput() {
        deadline = server.clock.now() + Deadlines.leaving
        guard let context else { return }
        let end = context.eventLoop.makePromise(of: Void.self)
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        end.futureResult.whenComplete { _ in bound.value.shut() }
        context.writeAndFlush(Self.wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: end)
    }

    private func shut() {
        deadline = server.clock.now() + Deadlines.leaving
        if isInputClosed { end() } else { context?.close(mode: .output, promise: nil) }
    }

    /// Ends the connection at once.
    func end() { context?.close(promise: nil) }

    // MARK: WebSocket

    /// Continues as a WebSocket; `fields` answer the client's key.
    func becomeWebSocket(_ fields: HTTPHeaders) throws {
        channel.write(
            HTTPServerResponsePart.head(.init(version: .http1_1, status: .switchingProtocols, headers: fields)),
            promise: nil)
        channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
        state = .webSocket
        deadline = server.clock.now() + Deadlines.silence
        let pipeline = channel.pipeline.syncOperations
        // Bytes after the request pass from the HTTP decoder to the frame decoder.
        try pipeline.addHandlers(
            [
                WebSocketFrameEncoder(),
                ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: server.options.longestBody)),
                FrameHandler(server, self),
            ], position: .after(decoder))
        for handler in [encoder, requests, decoder] as [any RemovableChannelHandler] {
            pipeline.removeHandler(handler, promise: nil)
        }
    }
}
