// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayLiveSessions
import NIOCore
import NIOEmbedded
import Testing

@testable import GaitwayLiveServer

/// What brings samples by itself: phones with phyphox, which may answer anything.
@Suite struct FeedTests {
    private static let wall = Timestamp(nanoseconds: 1_777_741_200_000_000_000)
    private static let config = Array(
        #"{"inputs":[{"source":"accelerometer","outputs":[{"x":"x"},{"y":"y"},{"z":"z"},{"t":"t"}]}]}"#.utf8)

    private func answer(_ times: String, session: String = "a", isMeasuring: Bool = true) -> [UInt8] {
        Array(
            (#"{"buffer":{"t":{"buffer":[\#(times)]},"x":{"buffer":[\#(times)]},"y":{"buffer":[\#(times)]},"#
                + #""z":{"buffer":[\#(times)]}},"status":{"session":"\#(session)","measuring":\#(isMeasuring)}}"#)
                .utf8)
    }

    private func asked(_ pieces: [FeedPiece]) -> String? {
        if case .ask(let request)? = pieces.last { request.path } else { nil }
    }

    private func notes(_ pieces: [FeedPiece]) -> [String] {
        pieces.compactMap { if case .note(let text) = $0 { text } else { nil } }
    }

    @Test func asksForTheExperimentAndThenForWhatIsNew() throws {
        let feed = try PhyphoxFeed(url: "http://phone:8080/")
        #expect(feed.name == "phone")
        #expect(asked(feed.take(at: 0, wall: Self.wall)) == "/config")
        // One question at a time.
        #expect(feed.take(at: 1_000_000_000, wall: Self.wall).isEmpty)
        #expect(feed.answer(.success(Self.config), at: 0, wall: Self.wall).isEmpty)
        #expect(asked(feed.take(at: 1_000_000_000, wall: Self.wall)) == "/get?t=full&x=full&y=full&z=full")
        let pieces = feed.answer(.success(answer("1,2.5")), at: 1_000_000_000, wall: Self.wall)
        #expect(notes(pieces) == ["phyphox at phone sends"])
        guard case .message(let message)? = pieces.last else {
            Issue.record("there is no message")
            return
        }
        // The newest reading was measured now.
        #expect(message.readings.map(\.time) == [Self.wall.nanoseconds - 1_500_000_000, Self.wall.nanoseconds])
        #expect((message.session, message.device, message.number) == ("phyphox-phone-a", "phyphox at phone", 0))
        // A quarter of a second later it asks again.
        #expect(feed.take(at: 1_200_000_000, wall: Self.wall).isEmpty)
        #expect(asked(feed.take(at: 1_250_000_000, wall: Self.wall)) == "/get?t=2.5&x=2.5%7Ct&y=2.5%7Ct&z=2.5%7Ct")
    }

    @Test func aNewRunIsANewSession() throws {
        let feed = try PhyphoxFeed(url: "phone")
        _ = feed.take(at: 0, wall: Self.wall)
        _ = feed.answer(.success(Self.config), at: 0, wall: Self.wall)
        _ = feed.take(at: 1_000_000_000, wall: Self.wall)
        _ = feed.answer(.success(answer("1")), at: 1_000_000_000, wall: Self.wall)
        _ = feed.take(at: 2_000_000_000, wall: Self.wall)
        let pieces = feed.answer(.success(answer("1", session: "b")), at: 2_000_000_000, wall: Self.wall)
        guard case .end(let session)? = pieces.first else {
            Issue.record("the session goes on")
            return
        }
        #expect(session == SessionList.identifier("phyphox-phone-a", source: "phyphox"))
        #expect(asked(feed.take(at: 3_000_000_000, wall: Self.wall)) == "/config")
    }

    @Test(arguments: [
        "", "null", "[]", #"{"inputs":[]}"#, #"{"inputs":7}"#, #"{"inputs":[{"source":"light"}]}"#, "<html>", "\u{0}",
    ])
    func whatIsNotAnExperimentIsSaidOnce(_ body: String) throws {
        let feed = try PhyphoxFeed(url: "phone")
        var said: [String] = []
        for second in 0..<10 as Range<Int64> {
            let now = second * 1_000_000_000
            if asked(feed.take(at: now, wall: Self.wall)) != nil {
                said += notes(feed.answer(.success(Array(body.utf8)), at: now, wall: Self.wall))
            }
        }
        #expect(said.count == 1 && said[0].hasPrefix("phyphox at phone: "), "\(said)")
    }

    /// Few bytes of JSON can stand for much memory.
    @Test func anAnswerThatGrowsInMemoryIsRefused() throws {
        let feed = try PhyphoxFeed(url: "phone")
        func said(_ body: [UInt8]) -> [String] { notes(feed.answer(.success(body), at: 0, wall: Self.wall)) }
        let empty = Array(repeating: UInt8(ascii: " "), count: 1 << 20)
        #expect(said(Self.config + empty).first?.contains("too long") == true)
        #expect(said(Self.config).isEmpty)
        let numbers = Array((#"{"buffer":{"t":{"buffer":["# + String(repeating: "1,", count: 2_000_000) + "1]}}}").utf8)
        #expect(said(numbers).first?.contains("more than 2000000 numbers") == true)
        #expect(said(Self.config).isEmpty)
        let nested = String(repeating: "[[],[]],", count: 1000) + "[]"
        let status = #"{"buffer":{},"status":{"session":[\#(nested)],"measuring":{},"other":[\#(nested)]}}"#
        #expect(said(Array(status.utf8)).first?.contains("does not measure") == true)
    }

    @Test func aFaultIsFollowedByARest() throws {
        let feed = try PhyphoxFeed(url: "phone")
        _ = feed.take(at: 0, wall: Self.wall)
        #expect(
            notes(feed.answer(.failure(PhoneFault(problem: "gone")), at: 0, wall: Self.wall)) == [
                "phyphox at phone: gone"
            ])
        #expect(feed.take(at: 1_900_000_000, wall: Self.wall).isEmpty)
        #expect(asked(feed.take(at: 2_000_000_000, wall: Self.wall)) == "/config")
    }

    @Test(arguments: ["ftp://phone", "http://phone:0", "http://phone:65536", "a:b:c", "", "http://", "a b", "a/b"])
    func refusesWhatIsNotAnAddress(_ url: String) { #expect(throws: InputError.self) { try PhyphoxFeed(url: url) } }

    // MARK: Its answers

    /// What becomes of an answer that comes in pieces of a size, and then ends.
    private func result(of text: String, pieces size: Int) throws -> Result<[UInt8], PhoneFault> {
        let channel = EmbeddedChannel()
        let promise = channel.eventLoop.makePromise(of: [UInt8].self)
        try PhoneExchange.attach(to: channel, PhoneRequest(host: "phone", port: 80, path: "/config"), promise)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) where channel.isActive {
            _ = try? channel.writeInbound(ByteBuffer(bytes: bytes[start..<min(start + size, bytes.count)]))
        }
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return Result { try promise.futureResult.wait() }.mapError(PhoneFault.init)
    }

    private static func ok(_ rest: String) -> String { "HTTP/1.1 200 OK\r\n" + rest }

    @Test(
        arguments: [
            (ok("Content-Length: 2\r\n\r\n{}"), .success(Array("{}".utf8))),
            (ok("Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n"), .success(Array("{}".utf8))),
            (ok("\r\n{}"), .success(Array("{}".utf8))), ("HTTP/1.0 200 OK\r\n\r\n{}", .success(Array("{}".utf8))),
            ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", .failure(PhoneFault(problem: "the answer is 404"))),
            ("HTTP/1.1 302 Found\r\nLocation: /x\r\n\r\n", .failure(PhoneFault(problem: "the answer is 302"))),
            ("SSH-2.0-OpenSSH_9\r\n", .failure(PhoneFault(problem: "what answers there is not phyphox"))),
            ("", .failure(PhoneFault(problem: "the answer ends too early"))),
            (ok("Content-Length: 5\r\n\r\n{}"), .failure(PhoneFault(problem: "the answer ends too early"))),
            (
                ok("Transfer-Encoding: chunked\r\n\r\n5\r\n{}"),
                .failure(PhoneFault(problem: "the answer ends too early"))
            ),
            (ok("Transfer-Encoding: chunked\r\n\r\nzz\r\n"), .failure(PhoneFault(problem: "the answer is broken"))),
            (
                ok("X: \(String(repeating: "a", count: 17 << 10))\r\n\r\n"),
                .failure(PhoneFault(problem: "the answer is too long"))
            ),
        ] as [(String, Result<[UInt8], PhoneFault>)])
    func takesOnlyAWholeAnswer(_ text: String, _ expected: Result<[UInt8], PhoneFault>) throws {
        for size in [text.utf8.count + 1, 1] {
            #expect(try result(of: text, pieces: size) == expected, "\(text.prefix(80)) in pieces of \(size)")
        }
    }

    @Test func anEndlessAnswerIsCut() throws {
        let channel = EmbeddedChannel()
        let promise = channel.eventLoop.makePromise(of: [UInt8].self)
        try PhoneExchange.attach(to: channel, PhoneRequest(host: "phone", port: 80, path: "/get"), promise)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        _ = try? channel.writeInbound(ByteBuffer(string: Self.ok("\r\n")))
        let part = ByteBuffer(repeating: 97, count: 1 << 20)
        var count = 0
        while channel.isActive, count < 100 {
            _ = try? channel.writeInbound(part)
            count += 1
        }
        #expect(count == 33)
        #expect(throws: PhoneFault(problem: "the answer is too long")) { try promise.futureResult.wait() }
    }
}
