package import FileWriting
import Glibc
package import LiveSessions
package import MotionTypes

/// Serves the live page: takes samples from phones, and tells browsers and programs what they mean, while it goes on.
///
/// One thread does everything, and no call in it waits for a client: connections, sessions and bytes are bounded, and whoever is slow is cut
/// off.
///
/// Why not one of the servers for Swift: FlyingFox 0.27 bounds neither the length of a request's head, nor that of a WebSocket's frame,
/// nor the number of connections, and ends when there is no file left for one more; Hummingbird brings twelve packages.
package final class LiveServer {
    let options: ServerOptions
    let rules: AccessRules
    var sessions: SessionList
    var connections: [Int32: Connection] = [:]
    var recorders: [String: SessionRecorder] = [:]
    /// Sessions whose recording failed, so that it is said once.
    var unrecorded: [String: String] = [:]
    var sources: [any SampleFeed] = []
    /// Says a line to the person who started the server.
    let say: (String) -> Void
    private let listener: Int32
    /// The port that the server listens to.
    package let port: UInt16
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var nextTick: Int64 = 0
    private var nextSecond: Int64 = 0
    private var lastRefusal: Int64?

    private static let tick: Int64 = 50_000_000

    /// Begins to listen.
    ///
    /// - Parameter say: says a line to the person who started the server.
    /// - Throws: `OutputError` if the address cannot be listened to.
    package init(_ options: ServerOptions, say: @escaping (String) -> Void) throws(OutputError) {
        self.options = options
        self.say = say
        rules = AccessRules(token: options.token, machine: Sockets.machine)
        sessions = SessionList(settings: options.settings, limit: options.mostSessions)
        if let folder = options.recordFolder { try OutputFolder.check(folder) }
        StopSignal.prepare()
        Self.raiseFileLimit(to: options.mostConnections + options.mostSessions * SessionTable.allCases.count + 64)
        listener = try Sockets.listen(host: options.host, port: options.port)
        port = Sockets.port(of: listener)
    }

    /// Adds what brings samples by itself.
    package func add(_ source: any SampleFeed) { sources.append(source) }

    /// Serves until a signal asks to end; then ends the sessions, whose logs are whole.
    package func run() {
        var polled: [pollfd] = []
        while !StopSignal.hasCome {
            let now = Sockets.now
            polled.removeAll(keepingCapacity: true)
            polled.append(pollfd(fd: StopSignal.file, events: Int16(POLLIN), revents: 0))
            polled.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0))
            for source in sources {
                if let (file, events) = source.awaits { polled.append(pollfd(fd: file, events: events, revents: 0)) }
            }
            for connection in connections.values {
                let events = POLLIN | (connection.hasOutput ? POLLOUT : 0)
                polled.append(pollfd(fd: connection.file, events: Int16(events), revents: 0))
            }
            let wait = max(0, min(nextTick, nextSecond) - now)
            poll(&polled, nfds_t(polled.count), Int32((wait + 999_999) / 1_000_000))
            serve(polled)
        }
        end()
    }

    private func serve(_ polled: [pollfd]) {
        let now = Sockets.now
        if polled[1].revents != 0 { takeConnections(now) }
        for ready in polled.dropFirst(2) where ready.revents != 0 {
            guard let connection = connections[ready.fd] else { continue }
            if ready.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0, !read(connection, now: now) {
                drop(connection)
                continue
            }
            if ready.revents & Int16(POLLOUT) != 0, !connection.flush(now: now) { drop(connection) }
        }
        if now >= nextTick {
            nextTick = now + Self.tick
            feed(now)
        } else if polled.contains(where: { ready in ready.revents != 0 && connections[ready.fd] == nil }) {
            feed(now)
        }
        if now >= nextSecond {
            nextSecond = now + Nanoseconds.perSecond
            passSecond(now)
        }
    }

    private func feed(_ now: Int64) {
        for source in sources {
            for piece in source.take(at: now, wall: Sockets.wallClock) {
                switch piece {
                case .message(let message): take(message, source: source.kind, name: source.name, now: now)
                case .note(let text): say(text)
                case .end(let session): end(session: session)
                }
            }
        }
        sources.removeAll(where: \.isDone)
    }

    // MARK: Connections

    private func takeConnections(_ now: Int64) {
        for _ in 0..<64 {
            guard let file = Sockets.accept(listener) else { return }
            if connections.count >= options.mostConnections, !dropIdlest(now) {
                _ = Sockets.write(file, Response.text(.busy, "There are too many connections.", staysOpen: false)[...])
                close(file)
                if lastRefusal.map({ now - $0 > 10 * Nanoseconds.perSecond }) ?? true {
                    lastRefusal = now
                    say("\(options.mostConnections) connections are open; further ones are refused")
                }
                continue
            }
            connections[file] = Connection(file, now: now)
        }
    }

    /// Makes room by ending the connection that has waited longest for a request; false if none waits.
    private func dropIdlest(_ now: Int64) -> Bool {
        let idlest = connections.values.filter(\.isResting).min { $0.lastMove < $1.lastMove }
        guard let idlest, now - idlest.lastMove > Nanoseconds.perSecond else { return false }
        drop(idlest)
        return true
    }

    func drop(_ connection: Connection) {
        guard connections.removeValue(forKey: connection.file) != nil else { return }
        close(connection.file)
    }

    private func read(_ connection: Connection, now: Int64) -> Bool {
        switch Sockets.read(connection.file, into: &connection.input, through: &buffer) {
        case .wouldWait: return true
        case .closed: return false
        case .moved(let count):
            connection.lastMove = now
            if case .leaving = connection.state, !connection.mayThrowAway(count) { return false }
            handle(connection, now: now)
            return connection.flush(now: now)
        }
    }

    /// What has to be done once a second: time passes for sessions, and clients that do not move on are cut off.
    private func passSecond(_ now: Int64) {
        sessions.pass(to: now)
        for identifier in sessions.identifiers { publish(identifier, now: now) }
        tellStates(now)
        for connection in connections.values {
            let isStuck = connection.hasOutput && now - connection.lastMove > Deadlines.reading
            let isLate =
                switch connection.state {
                case .events, .stream: false
                case .head, .body, .webSocket, .leaving: now > connection.deadline
                }
            if isStuck || isLate { drop(connection) }
        }
    }

    private func end() {
        say("ending")
        let now = Sockets.now
        sessions.finish()
        for identifier in sessions.identifiers { publish(identifier, now: now) }
        for connection in connections.values {
            _ = connection.flush(now: now)
            drop(connection)
        }
        recorders.removeAll()
        close(listener)
    }

    /// Lets the program have as many files as it may need, if the system allows it.
    private static func raiseFileLimit(to count: Int) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < count else {
            return
        }
        limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}

/// What brings samples by itself, without a client that sends them.
package protocol SampleFeed: AnyObject {
    /// How the samples come.
    var kind: String { get }
    /// The session's name for people.
    var name: String { get }
    /// Whether nothing will come any more.
    var isDone: Bool { get }
    /// The file that it waits for, and the events.
    var awaits: (Int32, Int16)? { get }
    /// What has come at a time of our own clock.
    func take(at now: Int64, wall: Timestamp) -> [FeedPiece]
}

/// What a source of samples gives.
package enum FeedPiece: Sendable {
    case message(LiveMessage)
    /// A line for the person who started the server.
    case note(String)
    /// The session of that name is over.
    case end(session: String)
}
