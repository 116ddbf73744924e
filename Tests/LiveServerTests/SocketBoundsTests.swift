// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import GaitwayLiveServer

/// Each bound of the server, over real connections.
@Suite(.timeLimit(.minutes(5))) struct SocketBoundsTests {
    private func serve(
        _ change: (inout ServerOptions) -> Void = { _ in }, pageSize: Int = 100, _ body: (SocketServer) throws -> Void
    ) throws {
        var options = try TrialOptions.make(pageSize: pageSize)
        change(&options)
        let server = try SocketServer(options)
        defer { server.end() }
        try body(server)
    }

    private static let get = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    private static let long = String(repeating: "a", count: 1000)

    // MARK: Heads, bodies and frames

    @Test func aHeadHasABound() throws {
        try serve { server in
            let fits = (0..<16).map { "X-\($0): \(Self.long)\r\n" }.joined()
            let cases: [(String, Int)] = [
                ("GET / HTTP/1.1\r\nHost: localhost\r\n\(fits)\r\n", 200),
                ("GET / HTTP/1.1\r\nHost: localhost\r\n\(fits)X: \(Self.long)\r\n\r\n", 431),
                ("GET /\(String(repeating: "a", count: 20_000))", 431),
                ("GET / HTTP/1.1\r\nHost: localhost\r\n\(String(repeating: "a: b\r\n", count: 101))\r\n", 431),
                ("GET / HTTP/1.1\r\nHost: localhost\r\n\(String(repeating: "a: b\r\n", count: 99))\r\n", 200),
            ]
            for (request, status) in cases {
                let client = try LiveSocket(server.port)
                client.send(request)
                #expect(client.status() == status, "\(request.prefix(60))")
            }
        }
    }

    @Test func aBodyHasABound() throws {
        try serve({ $0.longestBody = 1000 }) { server in
            let head = "POST /push HTTP/1.1\r\nHost: localhost\r\n"
            let cases: [(String, Int)] = [
                ("\(head)Content-Length: 1000\r\n\r\n\(Self.long)", 400), ("\(head)Content-Length: 1001\r\n\r\n", 413),
                ("\(head)Transfer-Encoding: chunked\r\n\r\n3e8\r\n\(Self.long)\r\n0\r\n\r\n", 400),
                ("\(head)Transfer-Encoding: chunked\r\n\r\n3e8\r\n\(Self.long)\r\n1\r\na\r\n", 413),
            ]
            for (request, status) in cases {
                let client = try LiveSocket(server.port)
                client.send(request)
                #expect(client.status() == status, "\(request.prefix(80))")
            }
            // What is refused is not read on without end.
            let client = try LiveSocket(server.port)
            client.send(head + "Content-Length: 1073741824\r\n\r\n")
            #expect(client.status() == 413)
            let part = [UInt8](repeating: 97, count: 1 << 20)
            var sent = 0
            while sent < 1 << 30, client.send(part) { sent += part.count }
            #expect(sent < 64 << 20, "\(sent) bytes")
        }
    }

    @Test func aFrameHasABound() throws {
        try serve({ $0.longestBody = 1000 }) { server in
            for length in [1001, 1 << 20, 1 << 63 - 1] as [UInt64] {
                let client = try LiveSocket(server.port)
                client.send(TrialFrame.upgrade)
                #expect(client.status() == 101)
                client.send(TrialFrame.make(0x2, length: length))
                #expect(client.receive(until: nil) == [0x88, 2, 0x03, 0xf1])
            }
        }
    }

    /// All bodies and messages that come share a bound, too.
    @Test func bodiesTogetherHaveABound() throws {
        let trial = TrialServer(try TrialOptions.make())
        let part = [UInt8](repeating: 97, count: 1 << 20)
        var statuses: [[Int]] = []
        var clients: [TrialClient] = []
        for _ in 0..<50 {
            let client = try trial.connect()
            clients.append(client)
            client.send("POST /push HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(4 << 20)\r\n\r\n")
            for _ in 0..<3 { client.send(part) }
            statuses.append(client.statuses)
        }
        // 21 times three MiB fit into 64 MiB, and one more.
        #expect(statuses.prefix(21).joined().isEmpty)
        #expect(statuses.dropFirst(22).contains([503]))
        #expect(trial.server.budget.used <= trial.server.budget.limit)
        for client in clients { _ = try? client.channel.finish(acceptAlreadyClosed: true) }
        #expect(trial.server.budget.used == 0)
    }

    // MARK: Connections

    @Test func connectionsHaveABound() throws {
        try serve({ $0.mostConnections = 8 }) { server in
            let busy = try (0..<8).map { _ in try LiveSocket(server.port) }
            for client in busy {
                client.send(Self.get)
                #expect(client.status() == 200)
            }
            // All have asked within the last second.
            let late = try LiveSocket(server.port)
            #expect(late.status() == 503)
            #expect(server.lines.contains { $0.contains("8 connections are open") })
            // Once they rest, the one that rests longest makes room.
            server.clock.pass(seconds: 2)
            let next = try LiveSocket(server.port)
            next.send(Self.get)
            #expect(next.status() == 200)
        }
    }

    /// Programs of this machine, a proxy among them, share their address with all its users.
    @Test func anotherMachineHasAPartOfTheConnections() throws {
        let trial = TrialServer(try TrialOptions.make())
        let own = try (0..<110).map { _ in try trial.connect() }
        let others = try (0..<101).map { _ in try trial.connect(from: "192.168.0.9") }
        #expect((own + others.prefix(100)).allSatisfy { $0.isOpen && $0.statuses.isEmpty })
        #expect(others[100].statuses == [503] && !others[100].isOpen)
        #expect(try trial.connect(from: "192.168.0.8").isOpen)
    }

    @Test func connectionsThatAskForNothingAllowedMakeRoom() throws {
        try serve({
            $0.mostConnections = 8
            $0.token = "correct-horse"
        }) { server in
            var held: [LiveSocket] = []
            for number in 0..<40 {
                let client = try LiveSocket(server.port)
                // Some are silent, some are refused, and some stop within a head.
                client.send(["", Self.get, "GET / HT"][number % 3])
                held.append(client)
                if number % 4 == 0 {
                    let phone = try LiveSocket(server.port)
                    phone.send(
                        "GET /sessions?token=correct-horse HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    #expect(phone.status() == 200, "behind \(number) others")
                }
            }
        }
    }

    // MARK: Slow clients

    @Test func aClientThatSendsSlowlyIsCutOff() throws {
        try serve { server in
            let silent = try LiveSocket(server.port)
            let half = try LiveSocket(server.port)
            half.send("GET / HT")
            let body = try LiveSocket(server.port)
            body.send("POST /push HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n")
            #expect(body.status() == 100)
            let rests = try LiveSocket(server.port)
            rests.send(Self.get)
            #expect(rests.status() == 200)
            let socket = try LiveSocket(server.port)
            socket.send(TrialFrame.upgrade)
            #expect(socket.status() == 101)
            server.clock.pass(seconds: 16)
            #expect(silent.receive(until: nil).isEmpty && half.receive(until: nil).isEmpty)
            // The others have longer.
            body.send("{")
            rests.send(Self.get)
            #expect(rests.status() == 200)
            socket.send(TrialFrame.make(0x9))
            #expect(socket.receive() == [0x8a, 0])
            server.clock.pass(seconds: 16)
            #expect(body.receive(until: nil).isEmpty)
            server.clock.pass(seconds: 61)
            #expect(rests.receive(until: nil).isEmpty)
            server.clock.pass(seconds: 121)
            #expect(socket.receive(until: nil).isEmpty)
        }
    }

    /// A client that asks for 200 MB of pages and reads none gets what fits into the buffers, and no more is made for
    /// it.
    @Test func aClientThatDoesNotReadIsNotReadFrom() throws {
        try serve(pageSize: 1 << 20) { server in
            let client = try LiveSocket(server.port, receiveBuffer: 1 << 16)
            client.send(String(repeating: Self.get, count: 200))
            // Others are served meanwhile. Each of them is cut off for its idleness, so that much time has passed here,
            // too.
            for _ in 0..<3 {
                let other = try LiveSocket(server.port)
                other.send("GET /sessions HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(other.status() == 200)
                server.clock.pass(seconds: 61)
                _ = other.receive(until: nil)
            }
            let got = client.receive(until: nil).count
            #expect(got < 32 << 20, "\(got) bytes")
        }
    }

    @Test func aClientThatReadsSlowlyGetsAll() throws {
        try serve(pageSize: 1 << 20) { server in
            let client = try LiveSocket(server.port, receiveBuffer: 1 << 16)
            client.send(
                String(repeating: Self.get, count: 19)
                    + "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(client.receive(until: nil).count > 20 << 20)
        }
    }

    @Test func pingsWithoutReadingTakeNoMemory() throws {
        let trial = TrialServer(try TrialOptions.make())
        let client = try trial.connect()
        client.send(TrialFrame.upgrade)
        client.receive()
        client.channel.isWritable = false
        let head = client.received.count
        for number in 0..<1000 { client.send(TrialFrame.make(0x9, [UInt8(number & 255)])) }
        #expect(client.received.count == head)
        client.channel.isWritable = true
        client.channel.pipeline.fireChannelWritabilityChanged()
        client.receive()
        // The newest is answered; the others need no answer.
        #expect(Array(client.received[head...]) == [0x8a, 1, 231])
    }

    @Test func requestsWaitForTheClientToRead() throws {
        let trial = TrialServer(try TrialOptions.make())
        let client = try trial.connect()
        client.channel.isWritable = false
        client.send(String(repeating: Self.get, count: 50))
        #expect(client.statuses.isEmpty)
        client.channel.isWritable = true
        client.channel.pipeline.fireChannelWritabilityChanged()
        #expect(client.statuses == Array(repeating: 200, count: 50))
        // A client that goes on to send all the same is not kept.
        client.channel.isWritable = false
        client.send(String(repeating: Self.get, count: 3000))
        #expect(!client.isOpen)
    }

    // MARK: Ends

    @Test func theEndIsTold() throws {
        let server = try SocketServer(try TrialOptions.make())
        let (socket, listener, rests) = (
            try LiveSocket(server.port), try LiveSocket(server.port), try LiveSocket(server.port)
        )
        socket.send(TrialFrame.upgrade)
        #expect(socket.status() == 101)
        let body = #"{"sessionId":"s","payload":[]}"#
        rests.send(
            "POST /push HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(rests.status() == 200)
        listener.send("GET /sessions/s/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = listener.receive(until: "event: session")
        server.end()
        #expect(socket.receive(until: nil) == [0x88, 2, 0x03, 0xe9])
        #expect(String(decoding: listener.receive(until: nil), as: UTF8.self).contains("event: end\n"))
        #expect(rests.receive(until: nil).isEmpty)
        #expect(server.lines.last == "ending")
    }
}
