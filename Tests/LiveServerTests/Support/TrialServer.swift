// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayLiveSessions
import GaitwayRecognition
import NIOCore
import NIOEmbedded
import Synchronization

@testable import GaitwayLiveServer

/// A clock that stands until it is told to go on.
final class TrialClock: Sendable {
    private let time = Mutex<Int64>(1_000_000_000_000)

    /// Lets seconds pass.
    func pass(seconds: Double) { time.withLock { $0 += Int64(proven: seconds * 1e9) } }

    var server: ServerClock {
        ServerClock(
            now: { self.time.withLock { $0 } },
            wall: { Timestamp(nanoseconds: 1_777_741_200_000_000_000 + self.time.withLock { $0 }) })
    }
}

/// Options of servers in tests.
enum TrialOptions {
    private static let settings = Result {
        LiveSession.Settings(
            model: try DefaultModel.load(), smoothing: .causal, policy: .gaitway, places: nil, keepsLog: false)
    }

    /// Options with a page of `pageSize` bytes.
    static func make(pageSize: Int = 100) throws -> ServerOptions {
        var options = ServerOptions(
            settings: try settings.get(), page: String(repeating: "p", count: pageSize),
            pagePolicy: "default-src 'none'")
        options.port = 0
        return options
    }
}

/// A server without a network, whose clients are channels in memory.
final class TrialServer {
    let clock = TrialClock()
    let server: LiveServer
    private let notes = Notes()

    private final class Notes { var lines: [String] = [] }

    init(_ options: ServerOptions) {
        let notes = notes
        server = LiveServer(options, clock: clock.server) { notes.lines.append($0) }
    }

    /// What the server said to the person who started it.
    var lines: [String] { notes.lines }

    /// A client that is connected.
    func connect(from address: String = "127.0.0.1") throws -> TrialClient { try TrialClient(self, from: address) }

    /// Lets time pass, second by second.
    func pass(seconds: Int) {
        for _ in 0..<seconds {
            clock.pass(seconds: 1)
            server.pass()
        }
    }
}

/// One connection to a server in memory.
final class TrialClient {
    let channel = EmbeddedChannel()
    private let trial: TrialServer
    private(set) var received: [UInt8] = []

    init(_ trial: TrialServer, from address: String) throws {
        self.trial = trial
        channel.remoteAddress = try SocketAddress(ipAddress: address, port: 1)
        try trial.server.attach(channel)
        try channel.connect(to: SocketAddress(ipAddress: address, port: 1)).wait()
    }

    /// Sends bytes, and takes what comes back.
    func send(_ bytes: some Sequence<UInt8>) {
        guard channel.isActive else { return }
        _ = try? channel.writeInbound(ByteBuffer(bytes: bytes))
        channel.embeddedEventLoop.run()
        receive()
    }

    func send(_ text: String) { send(text.utf8) }

    func receive() {
        while let part = try? channel.readOutbound(as: IOData.self) {
            if case .byteBuffer(let bytes) = part { received += Array(bytes.readableBytesView) }
        }
    }

    var text: String {
        receive()
        return String(decoding: received, as: UTF8.self)
    }

    /// Whether the server keeps the connection.
    var isOpen: Bool { channel.isActive }

    /// The statuses of all answers so far.
    var statuses: [Int] {
        text.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).dropFirst().compactMap {
            Int($0.prefix(3), in: .countable)
        }
    }
}

/// Frames as a client of a WebSocket sends them.
enum TrialFrame {
    static let upgrade =
        "GET /samples HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"

    /// A frame; `length` replaces the length of the payload in its header.
    static func make(
        _ code: UInt8, _ payload: [UInt8] = [], isLast: Bool = true, length: UInt64? = nil,
        mask: [UInt8] = [7, 77, 177, 17]
    ) -> [UInt8] {
        let length = length ?? UInt64(payload.count)
        let inNetworkOrder = (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
        let masked: UInt8 = 0x80
        var bytes = [(isLast ? 0x80 : 0) | code]
        switch length {
        case ..<126: bytes.append(masked | UInt8(length))
        case ..<65536: bytes += [masked | 126] + inNetworkOrder.suffix(2)
        default: bytes += [masked | 127] + inNetworkOrder
        }
        return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
    }
}
