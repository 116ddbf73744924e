import ActivityStream
import FileWriting
import LiveSessions
import MotionTypes
import TextFormats

/// Sessions, what is kept of them, and those who listen.
extension LiveServer {
    /// Takes a message, keeps what came, and tells those who listen.
    func accept(_ message: LiveMessage, source: String, name: String?, now: Int64) throws(InputError) {
        let receipt = try sessions.take(message, source: source, name: name, at: now)
        if let ended = receipt.ended {
            publish(ended, now: now)
            forget(ended)
        }
        publish(receipt.identifier, now: now)
    }

    /// The same for a source of our own, whose faults are said.
    func take(_ message: LiveMessage, source: String, name: String, now: Int64) {
        do throws(InputError) {
            try accept(message, source: source, name: name, now: now)
        } catch {
            say(error.inSource(name).description)
        }
    }

    /// Ends a session.
    func end(session identifier: String) {
        sessions[identifier]?.finish()
        publish(identifier, now: Sockets.now)
    }

    private func forget(_ identifier: String) {
        sessions.remove(identifier)
        recorders[identifier] = nil
        unrecorded[identifier] = nil
    }

    /// Keeps what a session passed on, and tells those who listen what is new.
    func publish(_ identifier: String, now: Int64) {
        record(identifier)
        let events = sessions[identifier]?.takeEvents() ?? []
        guard !events.isEmpty else { return }
        let listeners = connections.values.filter { connection in
            switch connection.state {
            case .events(let name): name == identifier
            case .stream(let name, _): name == identifier
            default: false
            }
        }
        var hasEnded = false
        if !listeners.isEmpty {
            var told: [UInt8] = []
            var lines: [UInt8] = []
            for event in events {
                EventText.append(event, to: &told)
                if case .change(let report) = event { StreamText.append(report, to: &lines) }
            }
            for listener in listeners {
                switch listener.state {
                case .events: listener.send(told)
                case .stream(_, hasBegun: true): listener.send(lines)
                default: beginStream(of: identifier, on: listener, now: now)
                }
            }
        }
        for case .end in events { hasEnded = true }
        if hasEnded { endListening(listeners, to: identifier, now: now) }
        for listener in listeners where !listener.flush(now: now) || listener.waiting > Connection.mostOutput {
            drop(listener)
        }
    }

    private func endListening(_ listeners: [Connection], to identifier: String, now: Int64) {
        recorders[identifier] = nil
        for listener in listeners {
            if case .stream = listener.state, let footer = sessions[identifier]?.footer {
                var line: [UInt8] = []
                StreamText.append(footer, to: &line)
                listener.send(line)
            }
            listener.leave(now: now)
        }
    }

    // MARK: Keeping what came

    private func record(_ identifier: String) {
        guard let folder = options.recordFolder else { return }
        var rows = SessionRows()
        sessions[identifier]?.takeRows(into: &rows)
        guard !rows.isEmpty, unrecorded[identifier] == nil else { return }
        do throws(OutputError) {
            if recorders[identifier] == nil {
                let device = sessions[identifier]?.device ?? sessions[identifier]?.name ?? identifier
                recorders[identifier] = try SessionRecorder(in: folder, name: identifier, device: device)
            }
            recorders[identifier]?.append(rows)
            if let fault = recorders[identifier]?.fault { noteFault(fault, of: identifier) }
        } catch {
            noteFault(error.description, of: identifier)
        }
    }

    private func noteFault(_ fault: String, of identifier: String) {
        let time = Sockets.wallClock.iso8601
        let path = recorders[identifier]?.path ?? options.recordFolder ?? ""
        let text = "recording stopped at \(time): \(fault)"
        unrecorded[identifier] = text
        say("\(path): \(text); the session goes on")
    }

    // MARK: What listeners are told

    /// Tells those who listen to events how their sessions stand.
    func tellStates(_ now: Int64) {
        var states: [String: [UInt8]] = [:]
        for connection in connections.values {
            guard case .events(let identifier) = connection.state else { continue }
            if states[identifier] == nil { states[identifier] = state(of: identifier, now: now) }
            connection.send(states[identifier] ?? [])
            if !connection.flush(now: now) || connection.waiting > Connection.mostOutput { drop(connection) }
        }
    }

    private func state(of identifier: String, now: Int64) -> [UInt8] {
        guard let session = sessions[identifier] else { return [] }
        let path = recorders[identifier]?.path
        let fault = unrecorded[identifier]
        var bytes: [UInt8] = []
        EventText.append("session", to: &bytes) { json in
            StateText.write(session, path: path, fault: fault, now: now, to: &json)
        }
        return bytes
    }

    /// Sends what a listener needs to know of what was before, oldest first.
    func sendHistory(of identifier: String, on connection: Connection, now: Int64) {
        guard let session = sessions[identifier] else { return }
        var bytes = state(of: identifier, now: now)
        for piece in session.motion { EventText.append(.envelope(piece), to: &bytes) }
        for report in session.reports { EventText.append(.report(report), to: &bytes) }
        for (decision, elapsed) in session.decisions {
            EventText.append(.decision(decision, elapsed: elapsed), to: &bytes)
        }
        if let outlook = session.outlook {
            EventText.append(.outlook(outlook, elapsed: session.elapsed ?? .zero), to: &bytes)
        }
        connection.send(bytes)
        if session.hasEnded {
            var end: [UInt8] = []
            EventText.append(.end, to: &end)
            connection.send(end)
            connection.leave(now: now)
        }
    }

    /// Begins the activity stream of a session from what is kept of it, once elapsed 0 is known.
    func beginStream(of identifier: String, on connection: Connection, now: Int64) {
        guard let session = sessions[identifier], let header = session.header else { return }
        var bytes: [UInt8] = []
        StreamText.append(header, to: &bytes)
        for change in session.changes { StreamText.append(change, to: &bytes) }
        if session.hasEnded { StreamText.append(session.footer, to: &bytes) }
        connection.send(bytes)
        connection.state = .stream(identifier, hasBegun: true)
        if session.hasEnded { connection.leave(now: now) }
    }

    /// The sessions as JSON.
    func sessionList(_ now: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        JSONWriter.appendLine(to: &bytes) { json in
            json.array { json in
                for identifier in sessions.identifiers {
                    guard let session = sessions[identifier] else { continue }
                    json.object { json in
                        json.add("id", identifier)
                        json.add("name", session.name)
                        json.add("device", session.device)
                        json.add("source", session.source)
                        json.add("elapsed", seconds: session.elapsed, places: 1)
                        json.add("answer", StateText.answer(session))
                        json.add("confidence", session.reports.last?.activity.confidence.name)
                        json.add("isLive", session.isLive(at: now))
                    }
                }
            }
        }
        return bytes
    }
}
