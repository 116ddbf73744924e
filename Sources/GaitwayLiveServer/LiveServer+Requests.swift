// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayLiveSessions
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Requests and their answers.
extension LiveServer {
    /// Checks a head before its body arrives.
    func begin(_ head: HTTPRequestHead, on connection: Connection) {
        let isPage = head.method == .GET && RequestHead.asksForPage(head.headers.first(name: "accept"))
        do throws(Refusal) {
            let head = try RequestHead(head)
            if let refusal = rules.refusal(of: head) { throw refusal }
            if let refusal = refusal(of: head) ?? Self.refusalOfChange(head) { throw refusal }
            connection.isAuthorised = true
            let limit = head.method == "POST" ? options.longestBody : 0
            if case .length(let length) = head.body, length > limit { throw Self.tooLong(limit) }
            if let expected = head["expect"] {
                guard expected.asciiLowercased == "100-continue" else { throw Refusal(.expectationFailed) }
                if head.isCurrent, head.body != .length(0) {
                    connection.channel.writeAndFlush(
                        HTTPServerResponsePart.head(.init(version: .http1_1, status: .continue)), promise: nil)
                }
            }
            connection.state = .body(head)
            connection.deadline = clock.now() + Deadlines.body
        } catch {
            refuse(connection, error, isPage: isPage)
        }
    }

    /// Appends a part of a body.
    func add(_ bytes: ByteBuffer, on connection: Connection) {
        guard case .body(let head) = connection.state else { return }
        let limit = head.method == "POST" ? options.longestBody : 0
        guard bytes.readableBytes <= limit - connection.body.count else {
            return refuse(connection, Self.tooLong(limit))
        }
        guard connection.gather(connection.body.count + bytes.readableBytes) else {
            return refuse(connection, Refusal(.serviceUnavailable, "The server has no room for a further body now."))
        }
        connection.body.append(contentsOf: bytes.readableBytesView)
    }

    /// Answers a complete request.
    func complete(_ trailers: HTTPHeaders?, on connection: Connection) {
        guard case .body(let head) = connection.state else { return }
        let body = connection.body
        connection.body = []
        connection.state = .head
        connection.deadline = clock.now() + Deadlines.rest
        guard trailers?.allSatisfy({ RequestHead.isTrailer($0.name) }) ?? true else {
            return refuse(connection, Refusal(.badRequest, "A trailer holds what belongs into the head."))
        }
        answer(head, body: body, on: connection)
        // A body that the program reads counts until its reply.
        if case .awaiting = connection.state { return }
        _ = connection.gather(0)
    }

    private static func tooLong(_ limit: Int) -> Refusal {
        Refusal(.payloadTooLarge, "The body is longer than \(limit) bytes.")
    }

    /// The methods that the server supports at a path; none if the path does not exist.
    private func methods(at path: String) -> [String] {
        if options.isPageOnly { return path == "/" || path == "/favicon.ico" ? ["GET", "HEAD"] : [] }
        if isServed(path), let application = options.application {
            return Self.sessionChanges.contains(path) ? ["POST"] : application.methods(at: path)
        }
        return switch path {
        case "/push": ["POST"]
        case "/samples": ["GET", "HEAD", "POST"]
        case "/", "/sessions", "/favicon.ico": ["GET", "HEAD"]
        case "/phone": options.phonePage == nil ? [] : ["GET", "HEAD"]
        default: path.hasPrefix("/sessions/") ? ["GET", "HEAD"] : []
        }
    }

    /// The refusal of a wrong path or method; nil if both are right.
    private func refusal(of head: RequestHead) -> Refusal? {
        let methods = methods(at: head.path)
        if methods.isEmpty { return Refusal(.notFound) }
        return methods.contains(head.method) ? nil : Refusal(.methodNotAllowed, allowing: methods)
    }

    /// Refuses a request and ends its connection, since further bytes may belong to the refused request.
    ///
    /// - Parameter isPage: whether a browser would show the refusal as its page.
    func refuse(_ connection: Connection, _ refusal: Refusal, isPage: Bool = false) {
        if refusal.status != .unauthorized { return send(refusal, on: connection, isPage: isPage) }
        let delay = failures.note(at: clock.now())
        guard delay > 0 else { return send(refusal, on: connection, isPage: isPage) }
        connection.state = .refused
        connection.deadline = clock.now() + delay + Deadlines.leaving
        let bound = NIOLoopBound((self, connection), eventLoop: connection.channel.eventLoop)
        connection.channel.eventLoop.scheduleTask(in: .nanoseconds(delay)) {
            let (server, connection) = bound.value
            server.send(refusal, on: connection, isPage: isPage)
        }
    }

    private func send(_ refusal: Refusal, on connection: Connection, isPage: Bool) {
        guard connection.channel.isActive else { return }
        var answer =
            (isPage ? page(of: refusal.fault, refusal.status) : nil) ?? Response.text(refusal.status, refusal.text)
        if refusal.status == .unauthorized { answer.fields.append(("WWW-Authenticate", "Bearer")) }
        if !refusal.methods.isEmpty { answer.fields.append(("Allow", refusal.methods.joined(separator: ", "))) }
        connection.send(answer, staysOpen: false)
        connection.leave()
    }

    /// The page that shows a fault to a person; nil if the server has none.
    func page(of fault: ServedResponse.Fault, _ status: HTTPResponseStatus) -> Response? {
        options.problemPage.map { make in
            let (html, policy) = make(fault)
            return Response(
                status: status, type: "text/html; charset=utf-8", policy: policy + Response.pageRestrictions,
                body: Array(html.utf8))
        }
    }

    private func answer(_ head: RequestHead, body: [UInt8], on connection: Connection) {
        switch (head.method, head.path) {
        case ("GET", "/"), ("HEAD", "/"):
            if let other = options.otherPage?() {
                respond(connection, head, served(other.html, policy: other.policy, for: head))
            } else {
                respond(connection, head, served(page, policy: options.pagePolicy, for: head))
            }
        case ("GET", "/phone"), ("HEAD", "/phone"):
            respond(connection, head, served(phonePage, policy: options.phonePage?.policy ?? "", for: head))
        case (_, "/favicon.ico"): respond(connection, head, Response(status: .noContent, body: []))
        case ("GET", "/sessions"), ("HEAD", "/sessions"): respond(connection, head, .json(sessionList(clock.now())))
        case ("POST", "/push"):
            takeSamples(head, on: connection) { () throws(InputError) in
                (try SensorLoggerPush.message(body), "sensor-logger")
            }
        case ("POST", "/samples"):
            takeSamples(head, on: connection) { () throws(InputError) in
                var lines = SampleLines()
                return (try lines.message(body), "samples")
            }
        case (_, "/samples"): upgrade(head, connection)
        case ("POST", let path) where isServed(path) && Self.sessionChanges.contains(path):
            respond(connection, head, change(session: body, at: path))
        case _ where isServed(head.path):
            if let application = options.application { ask(application, head, body: body, on: connection) }
        default: watch(head, connection)
        }
    }

    private func served(_ page: [UInt8], policy: String, for head: RequestHead) -> Response {
        var answer = Response(
            type: "text/html; charset=utf-8", policy: policy + Response.pageRestrictions, body: page, isShared: true)
        if let cookie = rules.cookie(for: head) { answer.fields.append(("Set-Cookie", cookie)) }
        return answer
    }

    func respond(_ connection: Connection, _ head: RequestHead, _ answer: Response) {
        connection.send(answer, staysOpen: head.staysOpen, isHeadOnly: head.asksForHeadOnly)
        if !head.staysOpen { connection.leave() }
    }

    private func takeSamples(
        _ head: RequestHead, on connection: Connection, _ decode: () throws(InputError) -> (LiveMessage, String)
    ) {
        do throws(InputError) {
            let (message, source) = try decode()
            try accept(message, source: source, name: nil, now: clock.now())
            // A phone whose fixes go into a store hears that they are there.
            if passOn(message, head, on: connection) { return }
            respond(connection, head, .json(Array("{}\n".utf8)))
        } catch {
            respond(
                connection, head,
                .text(error.code == .limitExceeded ? .tooManyRequests : .badRequest, error.description))
        }
    }

    // MARK: Listening to a session

    private func watch(_ head: RequestHead, _ connection: Connection) {
        let parts = head.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, parts[1] == "sessions", sessions[parts[2]] != nil,
            parts[3] == "events" || parts[3] == "stream"
        else { return respond(connection, head, .text(.notFound, "There is no such session.")) }
        let identifier = parts[2]
        let isStream = parts[3] == "stream"
        connection.send(.open(type: isStream ? "application/x-ndjson" : "text/event-stream"), staysOpen: false)
        if head.asksForHeadOnly {
            connection.leave()
        } else if isStream {
            connection.state = .stream(identifier, hasBegun: false)
            beginStream(of: identifier, on: connection)
        } else {
            connection.state = .events(identifier)
            sendHistory(of: identifier, on: connection, now: clock.now())
        }
    }

    // MARK: WebSocket

    private func upgrade(_ head: RequestHead, _ connection: Connection) {
        guard head.asksForWebSocket, let key = head["sec-websocket-key"] else {
            return respond(
                connection, head, .text(.badRequest, "Open a WebSocket of version 13 here, or POST samples."))
        }
        let channel = connection.channel
        let upgrader = NIOWebSocketServerUpgrader(
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
            upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
        let request = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: head.path,
            headers: ["Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13"])
        let bound = NIOLoopBound(connection, eventLoop: channel.eventLoop)
        upgrader.buildUpgradeResponse(channel: channel, upgradeRequest: request, initialResponseHeaders: [:])
            .flatMapThrowing { try bound.value.becomeWebSocket($0) }
            .whenFailure { _ in bound.value.end() }
    }
}
