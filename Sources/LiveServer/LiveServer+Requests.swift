import LiveSessions
import MotionTypes
import TextFormats

/// Requests and their answers.
extension LiveServer {
    /// Looks at what came on a connection.
    func handle(_ connection: Connection, now: Int64) {
        while true {
            switch connection.state {
            case .head:
                guard takeHead(connection, now: now) else { return }
            case .body(let head, var reader):
                var rest = connection.input[...]
                let outcome = reader.take(from: &rest)
                connection.input = Array(rest)
                switch outcome {
                case .incomplete:
                    connection.state = .body(head, reader)
                    return
                case .refused(let status):
                    refuse(connection, status, "The body cannot be taken.", now: now)
                case .complete:
                    answer(head, body: reader.bytes, on: connection, now: now)
                }
            case .events, .stream:
                // Nothing is expected from who listens.
                connection.input = []
                return
            case .webSocket(let reader, let lines):
                guard takeFrames(connection, reader, lines, now: now) else { return }
            case .leaving:
                connection.input = []
                return
            }
        }
    }

    /// Reads a head; false if more must come first.
    private func takeHead(_ connection: Connection, now: Int64) -> Bool {
        guard !connection.input.isEmpty else { return false }
        switch RequestHead.read(connection.input[...]) {
        case .incomplete: return false
        case .refused(let status):
            refuse(connection, status, "This is no request that is understood.", now: now)
        case .head(let head, let length):
            connection.input.removeFirst(length)
            if let refusal = rules.refusal(of: head) {
                refuse(connection, refusal.status, refusal.text, now: now)
            } else if let status = Self.fault(of: head) {
                refuse(connection, status, status.phrase + ".", now: now)
            } else if let reader = BodyReader(head.body, limit: head.method == "POST" ? options.longestBody : 0) {
                if head["expect"]?.lowercased() == "100-continue" {
                    connection.send("HTTP/1.1 100 Continue\r\n\r\n".utf8)
                }
                connection.state = .body(head, reader)
                connection.deadline = now + Deadlines.body
            } else {
                refuse(
                    connection, .bodyTooLarge,
                    "The body is longer than \(head.method == "POST" ? options.longestBody : 0) bytes.", now: now)
            }
        }
        return true
    }

    /// What is wrong with a request before its body is looked at.
    private static func fault(of head: RequestHead) -> Status? {
        switch (head.method, head.path) {
        case ("POST", "/push"), ("POST", "/samples"), ("GET", "/"), ("GET", "/sessions"), ("GET", "/samples"): nil
        case ("GET", let path) where path.hasPrefix("/sessions/"): nil
        case (_, "/push"), (_, "/samples"), (_, "/"), (_, "/sessions"): .wrongMethod
        default: .notFound
        }
    }

    private func refuse(_ connection: Connection, _ status: Status, _ text: String, now: Int64) {
        let fields = status == .unauthorised ? ["WWW-Authenticate: Bearer"] : []
        connection.send(Response.text(status, text, staysOpen: false, fields: fields))
        connection.leave(now: now)
    }

    private func answer(_ head: RequestHead, body: [UInt8], on connection: Connection, now: Int64) {
        connection.state = .head
        connection.deadline = now + Deadlines.rest
        switch (head.method, head.path) {
        case ("GET", "/"):
            respond(
                connection, head,
                Response.bytes(
                    .done, type: "text/html; charset=utf-8", policy: options.pagePolicy + Response.pageRestrictions,
                    body: Array(options.page.utf8),
                    staysOpen: head.staysOpen), now: now)
        case ("GET", "/sessions"):
            respond(
                connection, head,
                Response.bytes(.done, type: "application/json", body: sessionList(now), staysOpen: head.staysOpen),
                now: now)
        case ("POST", "/push"):
            takeSamples(head, on: connection, now: now) { () throws(InputError) in
                (try SensorLoggerPush.message(body), "sensor-logger")
            }
        case ("POST", "/samples"):
            takeSamples(head, on: connection, now: now) { () throws(InputError) in
                var lines = SampleLines()
                return (try lines.message(body), "samples")
            }
        case ("GET", "/samples"): upgrade(head, connection, now: now)
        default: watch(head, connection, now: now)
        }
    }

    private func respond(_ connection: Connection, _ head: RequestHead, _ bytes: [UInt8], now: Int64) {
        connection.send(bytes)
        if !head.staysOpen { connection.leave(now: now) }
    }

    private func takeSamples(
        _ head: RequestHead, on connection: Connection, now: Int64,
        _ decode: () throws(InputError) -> (LiveMessage, String)
    ) {
        do throws(InputError) {
            let (message, source) = try decode()
            try accept(message, source: source, name: nil, now: now)
            respond(
                connection, head,
                Response.bytes(.done, type: "application/json", body: Array("{}\n".utf8), staysOpen: head.staysOpen),
                now: now)
        } catch {
            let status: Status = error.code == .limitExceeded ? .tooManyRequests : .badRequest
            respond(
                connection, head, Response.text(status, error.description, staysOpen: head.staysOpen), now: now)
        }
    }

    // MARK: Listening to a session

    private func watch(_ head: RequestHead, _ connection: Connection, now: Int64) {
        let parts = head.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, parts[1] == "sessions", sessions[parts[2]] != nil,
            parts[3] == "events" || parts[3] == "stream"
        else {
            respond(
                connection, head, Response.text(.notFound, "There is no such session.", staysOpen: head.staysOpen),
                now: now)
            return
        }
        let identifier = parts[2]
        if parts[3] == "events" {
            connection.send(Response.openHead(type: "text/event-stream"))
            connection.state = .events(identifier)
            sendHistory(of: identifier, on: connection, now: now)
        } else {
            connection.send(Response.openHead(type: "application/x-ndjson"))
            connection.state = .stream(identifier, hasBegun: false)
            beginStream(of: identifier, on: connection, now: now)
        }
    }

    // MARK: WebSocket

    private func upgrade(_ head: RequestHead, _ connection: Connection, now: Int64) {
        guard head["upgrade"]?.lowercased() == "websocket", head["sec-websocket-version"] == "13",
            let key = head["sec-websocket-key"], key.utf8.count == 24
        else {
            respond(
                connection, head,
                Response.text(
                    .badRequest, "Open a WebSocket of version 13 here, or POST samples.", staysOpen: head.staysOpen),
                now: now)
            return
        }
        connection.send(Response.upgrade(accept: WebSocketReader.accept(key: key)))
        connection.state = .webSocket(WebSocketReader(limit: options.longestBody), SampleLines())
        connection.deadline = now + Deadlines.silence
    }

    /// Takes messages; false once more must come.
    private func takeFrames(
        _ connection: Connection, _ reader: WebSocketReader, _ lines: SampleLines, now: Int64
    ) -> Bool {
        var reader = reader
        var lines = lines
        connection.state = .head
        defer { if case .head = connection.state { connection.state = .webSocket(reader, lines) } }
        guard let message = reader.next(from: &connection.input) else { return false }
        connection.deadline = now + Deadlines.silence
        switch message {
        case .ping(let payload): connection.send(WebSocketReader.frame(code: 0xa, payload))
        case .close:
            connection.send(WebSocketReader.closing(1000))
            connection.leave(now: now)
        case .broken(let code):
            connection.send(WebSocketReader.closing(code))
            connection.leave(now: now)
        case .data(let bytes):
            do throws(InputError) {
                let message = try lines.message(bytes)
                if !message.readings.isEmpty || !message.fixes.isEmpty {
                    try accept(message, source: "samples", name: nil, now: now)
                }
            } catch {
                connection.send(WebSocketReader.closing(1007, error.description))
                connection.leave(now: now)
            }
        }
        return true
    }
}
