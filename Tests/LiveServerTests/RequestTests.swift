import MotionTypes
import TestSupport
import Testing

@testable import LiveServer

@Suite struct RequestTests {
    private func head(_ text: String) -> RequestHead.Outcome { RequestHead.read(Array(text.utf8)[...]) }

    private func request(_ text: String) throws -> RequestHead {
        guard case .head(let head, _) = head(text) else { throw InputError(.malformed, problem: "no head") }
        return head
    }

    @Test func readsAHead() throws {
        let text =
            "POST /a%20b?token=x%3Dy&z HTTP/1.1\r\nHost: localhost:8080\r\nX-Any:  some thing \r\nContent-Length: 12\r\n\r\nbody"
        guard case .head(let head, let length) = head(text) else {
            Issue.record("it is no head")
            return
        }
        #expect(length == text.utf8.count - 4)
        #expect((head.method, head.path) == ("POST", "/a b"))
        #expect(head.query == ["token": "x=y", "z": ""])
        #expect(head["x-any"] == "some thing")
        #expect(head.body == .length(12))
        #expect(head.staysOpen)
        #expect(try !request("GET / HTTP/1.0\r\n\r\n").staysOpen)
        #expect(try !request("GET / HTTP/1.1\r\nConnection: Close\r\n\r\n").staysOpen)
    }

    @Test func isIncompleteUntilTheEmptyLine() {
        let text = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        for count in 0..<text.utf8.count {
            #expect(RequestHead.read(Array(text.utf8.prefix(count))[...]) == .incomplete)
        }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: +5\r\n\r\n",
        "GET / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", "GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n",
        "GET / HTTP/1.1\r\nA : b\r\n\r\n", "GET / HTTP/1.1\r\nA: b\rc\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\n\r\n", "GET /%zz HTTP/1.1\r\n\r\n", "GET /%ff HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET / HTTP/1.1\r\n: b\r\n\r\n",
        "GET / HTTP/1.1\r\nA: \u{0}\r\n\r\n",
    ])
    func refusesWhatCanBeReadInTwoWays(_ text: String) { #expect(head(text) == .refused(.badRequest)) }

    @Test func refusesALongHead() {
        let line = "A: " + String(repeating: "b", count: 1000) + "\r\n"
        #expect(
            head("GET / HTTP/1.1\r\n" + String(repeating: line, count: 20)) == .refused(.headTooLarge))
    }

    @Test func readsABodyInWhateverPiecesItComes() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<Rounds.count(400) {
            let body = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
                UInt8.random(in: .min ... .max, using: &generator)
            }
            var coded: [UInt8] = []
            var rest = body[...]
            while !rest.isEmpty {
                let part = rest.prefix(Int.random(in: 1...80, using: &generator))
                rest = rest.dropFirst(part.count)
                coded += Array((String(part.count, radix: 16) + ";x=y\r\n").utf8) + part + Array("\r\n".utf8)
            }
            coded += Array("0\r\nTrailer: x\r\n\r\n".utf8)
            let next = Array("GET".utf8)
            for (form, bytes) in [(RequestHead.Body.chunked, coded), (.length(body.count), body)] {
                var reader = try #require(BodyReader(form, limit: 1000))
                var waiting: [UInt8] = []
                var sent = (bytes + next)[...]
                var outcome = BodyReader.Outcome.incomplete
                while outcome == .incomplete {
                    let part = sent.prefix(Int.random(in: 0...50, using: &generator))
                    sent = sent.dropFirst(part.count)
                    waiting += part
                    var slice = waiting[...]
                    outcome = reader.take(from: &slice)
                    waiting = Array(slice)
                }
                #expect(outcome == .complete)
                #expect(reader.bytes == body)
                #expect(waiting + sent == next)
            }
        }
    }

    @Test func boundsABody() {
        #expect(BodyReader(.length(101), limit: 100) == nil)
        var reader = BodyReader(.chunked, limit: 100)
        var bytes = Array("65\r\n".utf8)[...]
        #expect(reader?.take(from: &bytes) == .refused(.bodyTooLarge))
        var second = BodyReader(.chunked, limit: 100)
        bytes = Array("7fffffffffffffff\r\n".utf8)[...]
        #expect(second?.take(from: &bytes) == .refused(.badRequest))
    }

    @Test func knowsItsOwnNames() throws {
        let rules = AccessRules(token: nil, machine: "Desk")
        func isAllowed(_ fields: String) throws -> Bool {
            rules.refusal(of: try request("GET / HTTP/1.1\r\n\(fields)\r\n\r\n")) == nil
        }
        for host in [
            "localhost", "localhost:80", "LOCALHOST:8080", "127.0.0.1:1", "192.168.0.7", "[::1]:80", "desk",
            "desk.local:80",
        ] {
            #expect(try isAllowed("Host: \(host)"), "\(host)")
        }
        for host in [
            "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "1.2.3", "", "a:b", "[::1",
            "localhost:80:80",
        ] {
            #expect(try !isAllowed("Host: \(host)"), "\(host)")
        }
        #expect(try isAllowed("Host: localhost:80\r\nOrigin: http://localhost:80"))
        #expect(try !isAllowed("Host: localhost:80\r\nOrigin: http://localhost:81"))
        #expect(try !isAllowed("Host: localhost:80\r\nOrigin: null"))
        #expect(try !isAllowed("Host: localhost:80\r\nSec-Fetch-Site: same-site"))
    }

    @Test func comparesTokens() throws {
        #expect(AccessRules.areEqual([1, 2, 3], [1, 2, 3]))
        for wrong in [[], [1, 2], [1, 2, 4], [1, 2, 3, 3], [0, 2, 3]] as [[UInt8]] {
            #expect(!AccessRules.areEqual(wrong, [1, 2, 3]))
        }
        let rules = AccessRules(token: "secret-token", machine: "desk")
        func status(_ target: String, _ field: String = "X: y") throws -> Status? {
            rules.refusal(of: try request("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n\r\n"))?.status
        }
        #expect(try status("/") == .unauthorised)
        #expect(try status("/?token=secret-token") == nil)
        #expect(try status("/", "Authorization: Bearer secret-token") == nil)
        #expect(try status("/?token=secret-token", "Authorization: Bearer other") == .unauthorised)
        let made = try (AccessToken.random(), AccessToken.random())
        #expect(made.0 != made.1)
        #expect(made.0.utf8.count == 26)
    }
}
