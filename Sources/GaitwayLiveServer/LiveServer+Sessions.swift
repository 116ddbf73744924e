// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayLiveSessions
import GaitwayRecognition
import NIOCore

/// Sessions, their logs and their listeners.
extension LiveServer {
    /// Takes a message, writes the log, and informs the listeners.
    func accept(_ message: LiveMessage, source: String, name: String?, now: Int64) throws(InputError) {
        if let application = options.application { sessions.settings.model = application.model }
        let receipt = try sessions.take(message, source: source, name: name, at: now)
        if let ended = receipt.ended {
            publish(ended, now: now)
            forget(ended)
        }
        publish(receipt.identifier, now: now)
    }

    /// Takes a feed's message, and prints its fault.
    func take(_ message: LiveMessage, source: String, name: String, now: Int64) {
        do throws(InputError) {
            try accept(message, source: source, name: name, now: now)
        } catch {
            say(error.inSource(name).description)
        }
    }

    func end(session identifier: String) {
        sessions[identifier]?.finish()
        publish(identifier, now: clock.now())
    }

    func forget(_ identifier: String) {
        sessions.remove(identifier)
        recorders[identifier] = nil
        unrecorded[identifier] = nil
        labels[identifier] = nil
    }

    /// Writes a session's new rows to its log, and sends its events to the listeners.
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
        if !listeners.isEmpty {
            var told: [UInt8] = []
            var lines: [UInt8] = []
            for event in events {
                EventText.append(event, to: &told)
                if case .change(let report) = event { StreamText.append(report, to: &lines) }
            }
            // One copy serves all.
            let (events, stream) = (ByteBuffer(bytes: told), ByteBuffer(bytes: lines))
            for listener in listeners {
                switch listener.state {
                case .events: listener.send(events)
                case .stream(_, hasBegun: true): listener.send(stream)
                default: beginStream(of: identifier, on: listener)
                }
            }
        }
        if events.contains(where: { if case .end = $0 { true } else { false } }) {
            endListening(listeners, to: identifier)
        }
    }

    private func endListening(_ listeners: [Connection], to identifier: String) {
        keepLabels(of: identifier)
        recorders[identifier] = nil
        for listener in listeners {
            if case .stream = listener.state, let footer = sessions[identifier]?.footer {
                var line: [UInt8] = []
                StreamText.append(footer, to: &line)
                listener.send(ByteBuffer(bytes: line))
            }
            listener.leave()
        }
    }

    // MARK: Recording

    private func record(_ identifier: String) {
        guard let folder = options.recordFolder else { return }
        var rows = SessionRows()
        sessions[identifier]?.takeRows(into: &rows)
        guard !rows.isEmpty || recorders[identifier]?.fault != nil else { return }
        if recorders[identifier] == nil {
            let device = sessions[identifier]?.device ?? sessions[identifier]?.name ?? identifier
            recorders[identifier] = SessionRecorder(
                in: folder, name: nextLogs[identifier] ?? identifier, device: device,
                isPrivate: !options.recordsForOthers)
        }
        recorders[identifier]?.append(rows)
        note(recorders[identifier]?.fault, of: identifier)
    }

    /// Prints the beginning and the end of a fault in a session's recording.
    private func note(_ fault: String?, of identifier: String) {
        let path = recorders[identifier]?.path ?? options.recordFolder ?? ""
        if let fault, unrecorded[identifier] == nil {
            let text = "recording stopped at \(clock.wall().iso8601): \(fault)"
            unrecorded[identifier] = text
            say("\(path): \(text); the session continues")
        } else if fault == nil, unrecorded.removeValue(forKey: identifier) != nil {
            let lost = recorders[identifier]?.lost ?? 0
            say("\(path): recording continues" + (lost > 0 ? "; \(lost) rows found no room so far" : ""))
        }
    }

    // MARK: Listeners

    /// Sends each listener of events the state of its session.
    func tellStates(_ now: Int64) {
        var states: [String: ByteBuffer] = [:]
        for connection in connections.values {
            guard case .events(let identifier) = connection.state else { continue }
            let state = states[identifier] ?? ByteBuffer(bytes: state(of: identifier, now: now))
            states[identifier] = state
            connection.send(state)
        }
    }

    private func state(of identifier: String, now: Int64) -> [UInt8] {
        guard let session = sessions[identifier] else { return [] }
        let folder = recorders[identifier]?.folderName
        let fault = unrecorded[identifier]
        var bytes: [UInt8] = []
        EventText.append("session", to: &bytes) { json in
            StateText.write(session, folder: folder, fault: fault, now: now, wall: clock.wall(), to: &json)
        }
        return bytes
    }

    /// Sends a new listener the session's past events, oldest first.
    func sendHistory(of identifier: String, on connection: Connection, now: Int64) {
        guard let session = sessions[identifier] else { return }
        var bytes = state(of: identifier, now: now)
        for piece in session.motion { EventText.append(.envelope(piece), to: &bytes) }
        for report in session.reports { EventText.append(.report(report), to: &bytes) }
        for (decision, elapsed) in session.decisions {
            EventText.append(.decision(decision, elapsed: elapsed), to: &bytes)
        }
        for fix in session.path { EventText.append(.fix(fix), to: &bytes) }
        if let outlook = session.outlook {
            EventText.append(.outlook(outlook, elapsed: session.elapsed ?? .zero), to: &bytes)
        }
        if session.hasEnded { EventText.append(.end, to: &bytes) }
        connection.send(ByteBuffer(bytes: bytes))
        if session.hasEnded { connection.leave() }
    }

    /// Sends the past lines of a session's activity stream, if elapsed 0 is known.
    func beginStream(of identifier: String, on connection: Connection) {
        guard let session = sessions[identifier], let header = session.header else { return }
        var bytes: [UInt8] = []
        StreamText.append(header, to: &bytes)
        for change in session.changes { StreamText.append(change, to: &bytes) }
        if session.hasEnded { StreamText.append(session.footer, to: &bytes) }
        connection.state = .stream(identifier, hasBegun: true)
        connection.send(ByteBuffer(bytes: bytes))
        if session.hasEnded { connection.leave() }
    }

    /// The list of sessions as JSON.
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
                        json.add("arrives", session.arrived.sorted { $0.rawValue > $1.rawValue }.map(\.name))
                        json.add("isUsable", session.header != nil)
                        json.add("record", recorders[identifier]?.folderName)
                        json.array("labels", of: labels[identifier] ?? []) { label, json in
                            json.array { json in
                                json.append(label.from, places: 1)
                                json.append(label.to, places: 1)
                                json.append(label.activity)
                            }
                        }
                    }
                }
            }
        }
        return bytes
    }
}
