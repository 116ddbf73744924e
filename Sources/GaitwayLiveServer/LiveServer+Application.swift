// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayLiveSessions
import NIOCore
import NIOHTTP1

/// Requests to the program that the server carries, and labels that are pressed while phones record.
extension LiveServer {
    /// The refusal of a change that neither the server's page nor a program with the token asks for.
    static func refusalOfChange(_ head: RequestHead) -> Refusal? {
        guard head.method == "POST", head.path.hasPrefix("/api/"), head["origin"] == nil, head["authorization"] == nil
        else { return nil }
        return Refusal(.forbidden, "A change needs the page's Origin, or Authorization: Bearer and the token.")
    }

    /// Passes a request on; the connection waits for the reply.
    func ask(_ application: any ServedApplication, _ head: RequestHead, body: [UInt8], on connection: Connection) {
        var fields: [String: String] = [:]
        for name in ["x-limit-u", "x-limit-d"] { fields[name] = head[name] }
        let request = ServedRequest(
            method: head.method == "HEAD" ? "GET" : head.method, path: head.path, query: head.query, fields: fields,
            body: body)
        ask(application, request, head, on: connection)
    }

    func ask(
        _ application: any ServedApplication, _ request: ServedRequest, _ head: RequestHead, on connection: Connection
    ) {
        connection.state = .awaiting
        guard connection.gather(request.body.count) else {
            return refuse(connection, Refusal(.serviceUnavailable, "The server has no room for a further body now."))
        }
        longRequests.add(.init(connection: connection, head: head, request: request))
        passLongRequests(to: application)
    }

    /// Passes on the requests that have their turn.
    private func passLongRequests(to application: any ServedApplication) {
        while let next = longRequests.next() { pass(next, to: application) }
    }

    private func pass(_ waiting: LongRequests.Waiting, to application: any ServedApplication) {
        let (connection, head, bytes) = (waiting.connection, waiting.head, waiting.longBytes)
        let loop = connection.channel.eventLoop
        let bound = NIOLoopBound((self, connection), eventLoop: loop)
        application.answer(waiting.request) { reply in
            loop.execute {
                let (server, connection) = bound.value
                server.longRequests.finish(bytes)
                if bytes > 0 { server.noteFreed() }
                defer { server.passLongRequests(to: application) }
                guard case .awaiting = connection.state, connection.channel.isActive else { return }
                _ = connection.gather(0)
                connection.state = .head
                connection.deadline = server.clock.now() + Deadlines.rest
                let asked = Self.answer(reply)
                let page = head.asksForPage ? reply.fault.flatMap { server.page(of: $0, asked.status) } : nil
                server.respond(connection, head, page ?? asked)
                connection.resume()
            }
        }
    }

    /// True for a path that the program answers.
    func isServed(_ path: String) -> Bool {
        options.application != nil && ["/api/", "/tiles/", Self.trackers].contains { path.hasPrefix($0) }
    }

    /// The paths of location apps.
    static let trackers = "/track/"

    /// Passes a phone's fixes and activities on, in the form of Overland; returns false for a message without them.
    func passOn(_ message: LiveMessage, _ head: RequestHead, on connection: Connection) -> Bool {
        guard let application = options.application, !message.fixes.isEmpty || !message.activities.isEmpty else {
            return false
        }
        let request = ServedRequest(
            method: "POST", path: Self.trackers + "sensor-logger", query: [:], body: Array(Self.batch(message).utf8))
        ask(application, request, head, on: connection)
        return true
    }

    private static func batch(_ message: LiveMessage) -> String {
        JSONWriter.objectLine { json in
            json.array("locations") { json in
                for fix in message.fixes { write(fix, message.device, to: &json) }
                for activity in message.activities {
                    json.object { json in
                        json.object("properties") { json in
                            json.add("timestamp", seconds: activity.time, places: 6)
                            json.add("motion", [activity.word])
                            json.add("device_id", message.device)
                        }
                    }
                }
            }
        }
    }

    private static func write(_ fix: LiveMessage.Fix, _ device: String?, to json: inout JSONWriter) {
        json.object { json in
            json.object("geometry") { json in
                json.array("coordinates") { json in
                    json.append(fix.longitude)
                    json.append(fix.latitude)
                }
            }
            json.object("properties") { json in
                json.add("timestamp", seconds: fix.elapsed, places: 6)
                json.add("altitude", fix.altitude)
                json.add("speed", fix.speed)
                json.add("course", fix.course)
                json.add("horizontal_accuracy", fix.horizontalAccuracy)
                json.add("device_id", device)
            }
        }
    }

    private static func answer(_ reply: ServedResponse) -> Response {
        var answer = Response(status: HTTPResponseStatus(statusCode: reply.status), type: reply.type, body: reply.body)
        if reply.type.hasPrefix("text/html") {
            // The page's own policy says the rest.
            answer.policy = String(Response.pageRestrictions.dropFirst(2))
        }
        answer.file = reply.file
        if let name = reply.fileName {
            answer.fields.append(("Content-Disposition", disposition(name)))
        }
        return answer
    }

    /// Asks a browser to save a body under a name: once in plain letters, once whole (RFC 6266, RFC 8187).
    static func disposition(_ name: String) -> String {
        let letters = name.utf8.map { $0 > 32 && $0 < 127 && !"\"\\/;".utf8.contains($0) ? $0 : 95 }
        let plain = "attachment; filename=\"\(String(decoding: letters, as: UTF8.self))\""
        guard !letters.elementsEqual(name.utf8) else { return plain }
        return plain + "; filename*=UTF-8''" + name.percentEncoded()
    }

    /// The answer if there is not enough room for another.
    static func noRoom(for answer: Response) -> Response {
        var answer = refusal(
            .serviceUnavailable, "The server has no room for this answer of \(answer.length ?? 0) bytes now.",
            "Try again when other clients have read theirs.")
        answer.fields.append(("Retry-After", "5"))
        return answer
    }

    // MARK: Sessions that are recorded

    /// A request that cannot be done.
    private struct Refused: Error {
        let answer: Response

        init(_ status: HTTPResponseStatus, _ problem: String, _ remedy: String) {
            answer = LiveServer.refusal(status, problem, remedy)
        }
    }

    /// What a page asks of a session that is recorded: to label it, or to end it. Returns the answer, or why not.
    func change(session body: [UInt8], at path: String) -> Response {
        do throws(Refused) {
            let (identifier, json) = try open(body)
            return path == "/api/end" ? try end(recorded: identifier) : try press(identifier, json)
        } catch {
            return error.answer
        }
    }

    /// The paths of such requests.
    static let sessionChanges = ["/api/press", "/api/end"]

    /// The session that a request names.
    private func open(_ body: [UInt8]) throws(Refused) -> (identifier: String, json: JSONElement) {
        let json: JSONElement
        do throws(InputError) {
            var reader = JSONReader(body)
            json = try reader.element()
        } catch {
            throw Refused(.badRequest, error.problem, error.remedy.description)
        }
        guard let identifier = json["session"]?.text, let session = sessions[identifier], !session.hasEnded else {
            throw Refused(.notFound, "There is no such session.", "Load the page again.")
        }
        return (identifier, json)
    }

    /// The folder and the elapsed time of a session's log.
    private func log(of identifier: String) throws(Refused) -> (folder: String, elapsed: Double) {
        guard let folder = recorders[identifier]?.folderName, let session = sessions[identifier],
            let elapsed = session.elapsed
        else {
            throw Refused(
                .conflict, "The session is not recorded.",
                "Wait for its first samples, and see the server's messages.")
        }
        return (folder, (elapsed + session.delay).inSeconds)
    }

    /// Ends a session with its log, and forgets it: a phone that sends more begins another.
    private func end(recorded identifier: String) throws(Refused) -> Response {
        let folder = try log(of: identifier).folder
        end(session: identifier)
        forget(identifier)
        nextLogs[identifier] = folder + "-2"
        return .json(Array(JSONWriter.line { $0.object { $0.add("record", folder) } }.utf8))
    }

    /// Begins a label of a session, or ends the last one.
    private func press(_ identifier: String, _ json: JSONElement) throws(Refused) -> Response {
        let activity = json["activity"]?.text
        let words = Activity.allCases.map(\.rawValue) + ["none"]
        guard activity.map(words.contains) ?? true else {
            throw Refused(.badRequest, "The activity is not known.", "Send \(words.joined(separator: ", ")) or null.")
        }
        let time = try log(of: identifier).elapsed
        var list = labels[identifier] ?? []
        if let last = list.indices.last, list[last].to == nil {
            list[last].to = time
            if time - list[last].from < 0.001 { list.removeLast() }
        }
        if let activity { list.append(PressedLabel(from: time, to: nil, activity: activity)) }
        labels[identifier] = list
        keepLabels(of: identifier)
        return .json(Array("{}\n".utf8))
    }

    /// Gives the program the labels of a session that is recorded.
    func keepLabels(of identifier: String) {
        guard let list = labels[identifier], !list.isEmpty, let folder = recorders[identifier]?.folderName,
            let session = sessions[identifier], let elapsed = session.elapsed
        else { return }
        options.application?.keep(list, of: folder, until: (elapsed + session.delay).inSeconds)
    }

    private static func refusal(_ status: HTTPResponseStatus, _ problem: String, _ remedy: String) -> Response {
        var answer = Response.json(
            Array(
                JSONWriter.objectLine { json in
                    json.add("problem", problem)
                    json.add("remedy", remedy)
                }.utf8))
        answer.status = status
        return answer
    }
}
