// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayRecognition
import NIOCore
import NIOEmbedded
import Synchronization
import TestSupport
import Testing

@testable import GaitwayLiveServer

/// A program below the server: it answers with as many bytes as a path names, and with bodies when the test says so.
private final class TrialProgram: ServedApplication {
    let model: ActivityModel
    let file: InputFile?
    /// Whether answers wait until the test gives them.
    let waits: Bool
    /// The bodies that are read now, with their replies.
    let reading = Mutex<[(bytes: Int, reply: @Sendable (ServedResponse) -> Void)]>([])

    init(file: InputFile? = nil, waits: Bool = false) throws {
        self.waits = waits
        model = try DefaultModel.load()
        self.file = file
    }

    func methods(at path: String) -> [String] { ["GET", "HEAD", "POST"] }

    func answer(_ request: ServedRequest, reply: @escaping @Sendable (ServedResponse) -> Void) {
        if request.method == "POST" {
            return reading.withLock { $0.append((request.body.count, reply)) }
        }
        var answer = ServedResponse(type: "text/plain", body: [])
        if request.path == "/api/file", let file {
            answer = ServedResponse(type: "application/octet-stream", file: file, fileName: "ride.csv")
        } else {
            answer.body = [UInt8](repeating: 97, count: Int(request.path.dropFirst(5), in: .countable) ?? 0)
        }
        guard waits else { return reply(answer) }
        let made = answer
        reading.withLock { $0.append((0, { _ in reply(made) })) }
    }

    /// Gives the answers that wait to a client that reads nothing from now on.
    func answer(unread client: TrialClient) {
        client.channel.isWritable = false
        let waiting = reading.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for (_, reply) in waiting {
            reply(ServedResponse(body: []))
        }
        client.channel.embeddedEventLoop.run()
        client.receive()
    }

    func keep(_ labels: [PressedLabel], of folder: String, until end: Double) {}
    func end() {}
}

/// Answers of any size arrive whole or fail with a status, and little of them waits in memory.
@Suite(.timeLimit(.minutes(5))) struct ResponseTests {
    private func options(_ program: TrialProgram) throws -> ServerOptions {
        var options = try TrialOptions.make()
        options.application = program
        return options
    }

    private func get(_ path: String, closes: Bool = false) -> String {
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(closes ? "Connection: close\r\n" : "")\r\n"
    }

    /// The bytes of an answer's body.
    private func body(_ answer: [UInt8]) throws -> ArraySlice<UInt8> {
        answer[try #require(answer.firstRange(of: Array("\r\n\r\n".utf8))).upperBound...]
    }

    /// A name of plain letters stands once; another one also whole, for browsers that read RFC 8187.
    @Test(arguments: [
        ("mine-web.zip", "attachment; filename=\"mine-web.zip\""),
        (
            "Füße \u{1F6B2}.csv",
            "attachment; filename=\"F____e_____.csv\"; filename*=UTF-8''F%C3%BC%C3%9Fe%20%F0%9F%9A%B2.csv"
        ),
        ("a\"b;c'd\r\n.csv", "attachment; filename=\"a_b_c'd__.csv\"; filename*=UTF-8''a%22b%3Bc%27d%0D%0A.csv"),
    ])
    func aFileKeepsItsName(name: String, field: String) {
        #expect(LiveServer.disposition(name) == field)
        let whole = field.split(separator: "UTF-8''").dropFirst().first.map(String.init) ?? name
        #expect(whole.removingPercentEncoding == name)
    }

    @Test func anAnswerOfAnySizeArrivesWhole() throws {
        let server = try SocketServer(try options(try TrialProgram()))
        defer { server.end() }
        for count in [0, 1, 65_535, 65_536, 65_537, 6 << 20, 40_000_000] {
            let client = try LiveSocket(server.port)
            client.send(get("/api/\(count)", closes: true))
            #expect(try body(client.receive(until: nil)).count == count)
        }
    }

    /// A client that reads a little at a time, with pauses that are shorter than the time it has to read, gets all of
    /// an answer after which the connection closes.
    @Test func aSlowReaderGetsAll() throws {
        let server = try SocketServer(try options(try TrialProgram()))
        defer { server.end() }
        let client = try LiveSocket(server.port, receiveBuffer: 1 << 16)
        client.send(get("/api/40000000", closes: true))
        var all: [UInt8] = []
        var last = 0
        while true {
            let more = client.receive()
            if more.isEmpty { break }
            all += more
            if all.count - last > 4 << 20 {
                last = all.count
                server.clock.pass(seconds: 5)
            }
        }
        #expect(try body(all).count == 40_000_000)
    }

    @Test func aFileIsReadAsItsClientTakesIt() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gaitway-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try OutputFolder.create(folder)
        let bytes = (0..<(7 << 20)).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
        try OutputFile.save(bytes, to: folder + "/ride.csv")
        let program = try TrialProgram(file: try InputFile(path: folder + "/ride.csv"), waits: true)
        let trial = TrialServer(try options(program))
        let client = try trial.connect()
        client.send(get("/api/file") + get("/api/3"))
        program.answer(unread: client)
        #expect(try body(client.received).isEmpty)
        #expect(trial.server.answers.used == 0)
        client.channel.isWritable = true
        client.channel.pipeline.fireChannelWritabilityChanged()
        client.channel.embeddedEventLoop.run()
        client.receive()
        let received = try body(client.received)
        #expect(Array(received.prefix(bytes.count)) == bytes)
        // The next request waited for the end.
        #expect(received.count == bytes.count)
        program.answer(unread: client)
        #expect(client.statuses == [200, 200])
    }

    /// A request behind one that closes the connection is not served, whether its answer comes at once or later.
    @Test func nothingFollowsAnAnswerThatCloses() throws {
        let trial = TrialServer(try options(try TrialProgram()))
        for count in [100_000, 3_000_000] {
            let client = try trial.connect()
            client.send(get("/api/\(count)", closes: true) + get("/api/5"))
            client.channel.embeddedEventLoop.run()
            client.receive()
            #expect(try body(client.received).count == count)
        }
    }

    @Test func answersThatAreNotReadHaveABound() throws {
        let program = try TrialProgram(waits: true)
        let trial = TrialServer(try options(program))
        let clients = try (0..<40).map { _ in
            let client = try trial.connect()
            client.send(get("/api/\(6 << 20)"))
            program.answer(unread: client)
            return client
        }
        // 21 times six MiB fit into 128 MiB. The other clients are told so, and the connection goes on.
        #expect(trial.server.answers.used == 21 * 6 << 20)
        #expect(clients.flatMap(\.statuses) == Array(repeating: 200, count: 21) + Array(repeating: 503, count: 19))
        #expect(clients[0].received.count < 1000)
        #expect(clients[39].text.contains("Retry-After: 5"))
        // A reader that vanishes gives its room back, and so does one that reads to the end.
        _ = try? clients[0].channel.finish(acceptAlreadyClosed: true)
        #expect(trial.server.answers.used == 20 * 6 << 20)
        clients[1].channel.isWritable = true
        clients[1].channel.pipeline.fireChannelWritabilityChanged()
        clients[1].channel.embeddedEventLoop.run()
        clients[1].receive()
        #expect(try body(clients[1].received).count == 6 << 20)
        #expect(trial.server.answers.used == 19 * 6 << 20)
        for client in clients { _ = try? client.channel.finish(acceptAlreadyClosed: true) }
        #expect(trial.server.answers.used == 0 && trial.server.budget.used == 0)
    }

    // MARK: Long bodies

    /// Long bodies are read one after the other; short requests do not wait for them.
    @Test func longBodiesWaitForEachOther() throws {
        let program = try TrialProgram()
        let trial = TrialServer(try options(program))
        let long = [UInt8](repeating: 97, count: 3 << 20)
        let clients = try (0..<30).map { _ in
            let client = try trial.connect()
            client.send(
                "POST /api/a HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer a\r\n"
                    + "Content-Length: \(long.count)\r\n\r\n")
            client.send(long)
            return client
        }
        // 21 times three MiB fit into 64 MiB; the others are refused.
        #expect(clients.flatMap(\.statuses) == Array(repeating: 503, count: 9))
        #expect(program.reading.withLock { $0.map(\.bytes) } == [long.count])
        let other = try trial.connect()
        other.send(get("/api/5"))
        #expect(other.statuses == [200])
        // A client that vanishes has no turn.
        _ = try? clients[1].channel.finish(acceptAlreadyClosed: true)
        var answered = 0
        while let (bytes, reply) = program.reading.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            #expect(bytes == long.count)
            #expect(program.reading.withLock { $0.isEmpty })
            reply(ServedResponse(body: Array("{}".utf8)))
            for client in clients where client.isOpen { client.channel.embeddedEventLoop.run() }
            answered += 1
        }
        #expect(answered == 20)
        #expect(clients.flatMap(\.statuses).count { $0 == 200 } == 20)
        #expect(trial.server.longRequests.reading == 0 && trial.server.budget.used == 0)
    }
}
