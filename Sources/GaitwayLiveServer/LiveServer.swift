// SPDX-License-Identifier: Apache-2.0
import Dispatch
package import GaitwayBase
import GaitwayLiveSessions
import Glibc
package import NIOCore
import NIOHTTP1
import NIOPosix

/// Receives samples from phones, and sends their activity to browsers and programs.
///
/// It runs on one thread, a SwiftNIO event loop. All state belongs to that thread, and no call on it waits for a
/// client. Connections, sessions and bytes are bounded; the server disconnects slow clients.
package final class LiveServer {
    let options: ServerOptions
    let clock: ServerClock
    let rules: AccessRules
    /// Prints a line for the person who started the server.
    let say: (String) -> Void
    var sessions: SessionList
    var connections: [ObjectIdentifier: Connection] = [:]
    var recorders: [String: SessionRecorder] = [:]
    /// Sessions whose recording failed, with the reason.
    var unrecorded: [String: String] = [:]
    /// The names of the next logs of sessions that a page ended: others, so that an ended log can come back.
    var nextLogs: [String: String] = [:]
    /// The labels that were pressed, by session.
    var labels: [String: [PressedLabel]] = [:]
    var failures = TokenFailures()
    /// The bytes that wait in memory, for all connections.
    var budget = Budget(limit: Bounds.mostHeld)
    /// The bytes of answers that clients read, for all connections.
    var answers = Budget(limit: Bounds.mostAnswers)
    /// Requests with long bodies, for the program that the server carries.
    var longRequests = LongRequests()
    /// True if much memory was freed since the allocator last returned some to the system.
    private var hasFreed = false
    /// The page's bytes, which all answers share.
    let page: [UInt8]
    let phonePage: [UInt8]
    private var feeds: [any SampleFeed] = []
    private var listener: Listener?
    private var loop: (any EventLoop)?
    /// The time at which the server stops to wait for its clients; nil until it ends.
    private var lastMoment: Int64?
    private var nextSecond: Int64 = 0
    private var lastRefusal: Int64?

    private static let tick = TimeAmount.milliseconds(50)

    /// A server that does not listen yet.
    ///
    /// - Parameter say: prints a line for the person who started the server.
    package init(_ options: ServerOptions, clock: ServerClock = .system, say: @escaping (String) -> Void) {
        self.options = options
        self.clock = clock
        self.say = say
        page = Array(options.page.utf8)
        phonePage = Array((options.phonePage?.html ?? "").utf8)
        rules = AccessRules(token: options.token, machine: Self.machine)
        sessions = SessionList(settings: options.settings, limit: options.mostSessions)
    }

    /// Starts to listen; returns the port.
    ///
    /// - Throws: `OutputError` if the address cannot be listened to, or the folder for logs cannot be used.
    package func listen() throws(OutputError) -> UInt16 {
        if let folder = options.recordFolder { try OutputFolder.check(folder) }
        // Each connection may read a file.
        Self.raiseFileLimit(to: 2 * options.mostConnections + options.mostSessions * SessionTable.allCases.count + 64)
        try Self.checkFreeDescriptors()
        let listener = try Listener(host: options.host, port: options.port, say: say)
        self.listener = listener
        return listener.port
    }

    /// Adds a source of samples.
    package func add(_ feed: any SampleFeed) { feeds.append(feed) }

    /// Serves until the pipe `stop` becomes readable or its other end closes; then ends the sessions and completes
    /// their logs.
    ///
    /// Call it once, after ``listen()``. It closes `stop`.
    package func run(until stop: Int32) {
        MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { loop in self.begin(on: loop, until: stop) }
    }

    private func begin(on loop: any EventLoop, until stop: Int32) {
        guard let listener else { preconditionFailure("the server does not listen") }
        self.loop = loop
        let server = NIOLoopBound(self, eventLoop: loop)
        let pipe = NIOPipeBootstrap(group: loop).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(StopHandler { server.value.end() })
            }
        }
        pipe.takingOwnershipOfDescriptor(input: stop).whenFailure { _ in server.value.end() }
        ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let listener = server.value.listener {
                        try channel.pipeline.syncOperations.addHandler(listener)
                    }
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 1 << 15))
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.writeBufferWaterMark, value: .init(low: Bounds.piece, high: Bounds.highestWater))
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try server.value.attach(channel) }
            }
            .withBoundSocket(listener.file)
            .whenFailure { _ in server.value.end() }
        loop.scheduleRepeatedTask(initialDelay: .zero, delay: Self.tick) { _ in server.value.pass() }
    }

    /// Does the work that is due by now; called many times a second.
    package func pass() {
        let now = clock.now()
        if let lastMoment {
            if connections.isEmpty || now >= lastMoment { endLoop() }
            return
        }
        feed(now)
        guard now >= nextSecond else { return }
        nextSecond = now + Nanoseconds.perSecond
        passSecond(now)
    }

    /// Ends the loop, once: NIO traps if a second call comes while the first is under way, which takes long on a busy
    /// machine.
    private func endLoop() {
        guard let loop else { return }
        self.loop = nil
        // A queue of its own starts a thread. The queues that all share may be busy, and need file descriptors.
        loop.shutdownGracefully(queue: DispatchQueue(label: "LiveServer.end")) { _ in }
    }

    // MARK: Feeds

    private func feed(_ now: Int64) {
        for feed in feeds { use(feed.take(at: now, wall: clock.wall()), of: feed, now: now) }
        feeds.removeAll(where: \.isDone)
    }

    private func use(_ pieces: [FeedPiece], of feed: any SampleFeed, now: Int64) {
        for piece in pieces {
            switch piece {
            case .message(let message): take(message, source: feed.kind, name: feed.name, now: now)
            case .note(let text): say(text)
            case .end(let session): end(session: session)
            case .ask(let request): ask(request, for: feed)
            }
        }
    }

    private func ask(_ request: PhoneRequest, for feed: any SampleFeed) {
        guard let loop else { return }
        let bound = NIOLoopBound((self, feed), eventLoop: loop)
        PhoneExchange.answer(to: request, on: loop).whenComplete { result in
            let (server, feed) = bound.value
            guard server.lastMoment == nil else { return }
            let now = server.clock.now()
            server.use(
                feed.answer(result.mapError(PhoneFault.init), at: now, wall: server.clock.wall()), of: feed, now: now)
        }
    }

    // MARK: Connections

    /// Serves requests on a channel.
    package func attach(_ channel: any Channel) throws { try Connection(channel, server: self).begin() }

    /// Accepts a new connection if there is room for it.
    func admit(_ connection: Connection) {
        let ofPeer = connection.peer.map { peer in connections.values.count { $0.peer == peer } } ?? 0
        guard ofPeer < Bounds.mostOfOnePeer, connections.count < options.mostConnections || makeRoom() else {
            sayThatFull()
            connection.send(.text(.serviceUnavailable, "There are too many connections."), staysOpen: false)
            connection.end()
            return
        }
        connections[ObjectIdentifier(connection)] = connection
    }

    /// Forgets a connection that has ended.
    func forget(_ connection: Connection) {
        connection.release()
        longRequests.forget(connection)
        connections[ObjectIdentifier(connection)] = nil
    }

    private func sayThatFull() {
        let now = clock.now()
        guard lastRefusal.map({ now - $0 > 10 * Nanoseconds.perSecond }) ?? true else { return }
        lastRefusal = now
        say("\(connections.count) connections are open; further ones are refused")
    }

    /// Ends the least useful connection; returns false without one.
    ///
    /// That is the oldest connection without an allowed request so far. If all had one, it is the connection that has
    /// been idle between requests for the longest time, if that is more than a second.
    private func makeRoom() -> Bool {
        let now = clock.now()
        let open = connections.values
        let useless = open.filter { !$0.isAuthorised }.min { $0.deadline < $1.deadline }
        let resting = open.filter { $0.isResting && now - $0.lastMove > Nanoseconds.perSecond }
        guard let last = useless ?? resting.min(by: { $0.lastMove < $1.lastMove }) else { return false }
        // Its channel is closed at once or a little later; its place is free now.
        forget(last)
        last.end()
        return true
    }

    /// Does the work of each second: time passes for the sessions, and overdue clients are disconnected.
    private func passSecond(_ now: Int64) {
        sessions.pass(to: now)
        for identifier in sessions.identifiers { publish(identifier, now: now) }
        tellStates(now)
        // A server that is killed loses no more than the last seconds of a label that goes on.
        if now / Nanoseconds.perSecond % 5 == 0 {
            for (identifier, list) in labels where list.last?.to == nil { keepLabels(of: identifier) }
        }
        for connection in connections.values {
            connection.look(at: now)
            if connection.isOverdue(at: now) { connection.end() }
        }
        if let line = failures.line(at: now) { say(line) }
        if hasFreed { returnMemory() }
    }

    /// Notes that an answer of many bytes was read, or given up.
    func freed(answer bytes: Int) {
        _ = answers.change(from: bytes, to: 0)
        if bytes > 0 { noteFreed() }
    }

    /// Notes that much memory was freed.
    func noteFreed() { hasFreed = true }

    /// Gives the system the memory that the allocator keeps for later, on another thread, as it takes milliseconds.
    private func returnMemory() {
        hasFreed = false
        DispatchQueue.global(qos: .utility).async {
            // The module Glibc lacks the function.
            guard let address = dlsym(nil, "malloc_trim") else { return }
            _ = unsafeBitCast(address, to: (@convention(c) (Int) -> Int32).self)(0)
        }
    }

    /// Ends the sessions and informs their listeners.
    package func end() {
        guard lastMoment == nil else { return }
        lastMoment = clock.now() + Deadlines.leaving
        say("ending")
        sessions.finish()
        for identifier in sessions.identifiers {
            keepLabels(of: identifier)
            publish(identifier, now: clock.now())
        }
        for connection in connections.values { connection.sayGoodbye() }
        recorders.removeAll()
        options.application?.end()
    }

    /// Raises the limit of open files to `count`, if the system allows it.
    private static func raiseFileLimit(to count: Int) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < count else {
            return
        }
        limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// Checks that the event loop finds the file descriptors that it needs. NIO traps without them.
    private static func checkFreeDescriptors() throws(OutputError) {
        var files: [Int32] = []
        defer { for file in files { close(file) } }
        for _ in 0..<fewestDescriptors {
            let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else {
                throw OutputError(
                    path: "the server",
                    problem: "needs \(fewestDescriptors) free file descriptors: " + String(cString: strerror(errno)),
                    remedy: "raise the limit of open files, as with ulimit -n 1024")
            }
            files.append(file)
        }
    }

    private static let fewestDescriptors = 16

    private static var machine: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, 255) == 0 else { return "localhost" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
