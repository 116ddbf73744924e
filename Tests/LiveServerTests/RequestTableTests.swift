// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import GaitwayLiveServer

/// Requests as RFC 9112 and RFC 9110 allow and forbid them, and the statuses of the answers. Each is read in one way or
/// refused, so that a proxy in front of the server sees no other requests than the server.
@Suite struct RequestTableTests {
    struct Case: CustomTestStringConvertible {
        var request: String
        var statuses: [Int]
        var testDescription: String { String(request.prefix(90).debugDescription) }

        init(_ request: String, _ statuses: Int...) {
            self.request = request
            self.statuses = statuses
        }
    }

    private static let host = "Host: localhost\r\n"
    private static let rest = "GET /sessions HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// A request for the list of sessions with a line of its own.
    private static func get(_ line: String, _ statuses: Int...) -> Case {
        var made = Case("GET /sessions HTTP/1.1\r\n\(host)\(line)\r\n\r\n")
        made.statuses = statuses
        return made
    }

    /// A POST with fields and a body, and another request behind it.
    private static func post(_ fields: String, _ body: String, _ statuses: Int...) -> Case {
        var made = Case("POST /push HTTP/1.1\r\n\(host)\(fields)\r\n\r\n\(body)\(rest)")
        made.statuses = statuses
        return made
    }

    /// Section 3: the first line.
    static let lines: [Case] = [
        Case("GET / HTTP/1.1\r\n\(host)\r\n", 200), Case("HEAD / HTTP/1.1\r\n\(host)\r\n", 200),
        Case("GET /sessions HTTP/1.0\r\n\(host)\r\n", 200), Case("GET /sessions HTTP/1.0\r\n\r\n", 403),
        Case("\r\n\r\nGET / HTTP/1.1\r\n\(host)\r\n", 200),
        Case("GET / HTTP/1.1\r\n\(host)\r\nHEAD /sessions HTTP/1.1\r\n\(host)\r\n\(rest)", 200, 200, 200),
        Case("GET  / HTTP/1.1\r\n\(host)\r\n", 200), Case("GET\t/ HTTP/1.1\r\n\(host)\r\n", 400),
        Case("GET /  HTTP/1.1\r\n\(host)\r\n", 200), Case(" GET / HTTP/1.1\r\n\(host)\r\n", 400),
        Case("GET /\r\n\(host)\r\n", 505), Case("GET / HTTP/1.1 \r\n\(host)\r\n", 505),
        Case("get / HTTP/1.1\r\n\(host)\r\n", 400), Case("BREW / HTTP/1.1\r\n\(host)\r\n", 400),
        Case("GET / http/1.1\r\n\(host)\r\n", 400), Case("GET / HTTPS/1.1\r\n\(host)\r\n", 400),
        Case("GET / HTTP/2.0\r\n\(host)\r\n", 505), Case("GET / HTTP/1.2\r\n\(host)\r\n", 505),
        Case("GET / HTTP/0.9\r\n\(host)\r\n", 505), Case("GET / HTTP/3.0\r\n\(host)\r\n", 505),
        Case("GET / HTTP/1.1\n\(host)\r\n", 505), Case("GET / HTTP/1.1\r\(host)\r\n", 400),
        Case("\u{16}\u{3}\u{1}\u{2}\r\n\r\n", 400),
    ]

    /// Section 3.2: the address.
    static let targets: [Case] = [
        Case("GET /%73essions HTTP/1.1\r\n\(host)\r\n", 200), Case("GET /sessions? HTTP/1.1\r\n\(host)\r\n", 200),
        Case("GET /sessions?a=%20&a&=b&&c==d HTTP/1.1\r\n\(host)\r\n", 200),
        Case("GET http://localhost/sessions HTTP/1.1\r\n\(host)\r\n", 200),
        Case("GET HTTP://LOCALHOST/sessions?x HTTP/1.1\r\n\(host)\r\n", 200),
        Case("GET http://localhost HTTP/1.1\r\n\(host)\r\n", 200),
        Case("GET http://other/sessions HTTP/1.1\r\n\(host)\r\n", 400),
        Case("GET http://localhost:80/sessions HTTP/1.1\r\n\(host)\r\n", 400),
        Case("GET https://localhost/sessions HTTP/1.1\r\n\(host)\r\n", 400),
        Case("GET http:///sessions HTTP/1.1\r\n\(host)\r\n", 400), Case("GET sessions HTTP/1.1\r\n\(host)\r\n", 400),
        Case("OPTIONS * HTTP/1.1\r\n\(host)\r\n", 400), Case("CONNECT localhost:80 HTTP/1.1\r\n\(host)\r\n", 400),
        Case("GET /%zz HTTP/1.1\r\n\(host)\r\n", 400), Case("GET /% HTTP/1.1\r\n\(host)\r\n", 400),
        Case("GET /%4 HTTP/1.1\r\n\(host)\r\n", 400), Case("GET /%+1 HTTP/1.1\r\n\(host)\r\n", 400),
        Case("GET /%ff HTTP/1.1\r\n\(host)\r\n", 400), Case("GET /#x HTTP/1.1\r\n\(host)\r\n", 400),
        Case("GET /a\u{7f}b HTTP/1.1\r\n\(host)\r\n", 400), Case("GET /a\u{0}b HTTP/1.1\r\n\(host)\r\n", 400),
        Case("GET /../sessions HTTP/1.1\r\n\(host)\r\n", 404), Case("GET //sessions HTTP/1.1\r\n\(host)\r\n", 404),
        Case("GET /\u{10D} HTTP/1.1\r\n\(host)\r\n", 400),
    ]

    /// Section 5: fields.
    static let fields: [Case] = [
        get("X-Any:  some thing\t", 200), get("X-Any:", 200), get("X-Any: caf\u{e9}", 200),
        get("!#$%&'*+-.^_`|~: x", 200),
        get("X-Any : x", 400), get("X-Any\t: x", 400), get(" X-Any: x", 400), get("X-Any: a\r\n folded", 400),
        get("X-Any: a\r\n\tfolded", 400), get(": x", 400), get("X Any: x", 400), get("X-Any", 400),
        get("X(Any): x", 400),
        get("\u{10D}: x", 400), get("X-Any: a\rb", 400), get("X-Any: a\nY: b", 400), get("X-Any: a\u{0}b", 400),
        get("X-Any: a\u{1b}b", 400), get("X-Any: a\u{7f}b", 400), get("Host: localhost", 400),
        get("HOST: evil.example", 400),
        get("Origin: http://localhost\r\nOrigin: http://localhost", 400),
        get("Authorization: Bearer a\r\nAuthorization: Bearer b", 400), get("X-Any: a\r\nX-Any: b", 200),
        Case("GET /sessions HTTP/1.1\r\n\r\n", 400), Case("GET /sessions HTTP/1.1\r\nHost:\r\n\r\n", 403),
        Case("GET /sessions HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403),
        Case("GET /sessions HTTP/1.1\r\nHost: localhost, evil.example\r\n\r\n", 403),
        get("Origin: http://evil.example", 403), get("Origin: null", 403), get("Origin: http://localhost", 200),
        get("Origin: https://localhost", 200), get("Origin: https://evil.example", 403),
        get("Origin: ftp://localhost", 403),
        get("Sec-Fetch-Site: cross-site", 403), get("Sec-Fetch-Site: same-origin", 200),
    ]

    /// Sections 6 and 7: where the body ends.
    static let bodies: [Case] = [
        post("Content-Length: 2", "{}", 400, 200), post("Content-Length: 0", "", 400, 200),
        post("Content-Length: 002", "{}", 400, 200),
        post("Transfer-Encoding: chunked", "2\r\n{}\r\n0\r\n\r\n", 400, 200),
        post("Transfer-Encoding: CHUNKED", "2;a=b\r\n{}\r\n0\r\nX-Any: x\r\n\r\n", 400, 200),
        post("Transfer-Encoding: chunked", "002\r\n{}\r\n000\r\n\r\n", 400, 200),
        post("Content-Length: +2", "{}", 400), post("Content-Length: -2", "{}", 400),
        post("Content-Length: 0x2", "{}", 400),
        post("Content-Length: 2 2", "{}", 400), post("Content-Length: 2,2", "{}", 400),
        post("Content-Length:", "{}", 400),
        post("Content-Length: 2\r\nContent-Length: 2", "{}", 400),
        post("Content-Length: 2\r\nContent-Length: 3", "{}", 400),
        post("Content-Length: 9223372036854775807", "{}", 413), post("Content-Length: 9223372036854775808", "{}", 400),
        post("Content-Length: 99999999999999999999999", "{}", 400),
        post("Content-Length: 2\r\nTransfer-Encoding: chunked", "2\r\n{}\r\n0\r\n\r\n", 400),
        post("Transfer-Encoding: gzip, chunked", "2\r\n{}\r\n0\r\n\r\n", 400),
        post("Transfer-Encoding: chunked, chunked", "2\r\n{}\r\n0\r\n\r\n", 400),
        post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "2\r\n{}\r\n0\r\n\r\n", 400),
        post("Transfer-Encoding: identity", "{}", 400),
        post("Transfer-Encoding: \u{b}chunked", "2\r\n{}\r\n0\r\n\r\n", 400),
        // The Kelvin sign becomes a k in lower case.
        post("Transfer-Encoding: chun\u{212A}ed", "2\r\n{}\r\n0\r\n\r\n", 400),
        Case("POST /push HTTP/1.0\r\n\(host)Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 400),
        post("Transfer-Encoding: chunked", "zz\r\n", 400),
        post("Transfer-Encoding: chunked", "2 \r\n{}\r\n0\r\n\r\n", 400),
        post("Transfer-Encoding: chunked", " 2\r\n{}\r\n0\r\n\r\n", 400),
        post("Transfer-Encoding: chunked", "0x2\r\n{}\r\n", 400),
        post("Transfer-Encoding: chunked", "-2\r\n{}\r\n", 400),
        post("Transfer-Encoding: chunked", "2\n{}\r\n0\r\n\r\n", 400),
        post("Transfer-Encoding: chunked", "2\r\n{}0\r\n\r\n", 400),
        post("Transfer-Encoding: chunked", "2\r\n{}\n0\r\n\r\n", 400),
        post("Transfer-Encoding: chunked", "ffffffffffffffffff\r\n", 400),
        Case("POST /push HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n{}"),
        post("Transfer-Encoding: chunked", "0\r\nContent-Length: 5\r\n\r\n", 400),
        post("Transfer-Encoding: chunked", "0\r\nHost: evil.example\r\n\r\n", 400),
        post("Transfer-Encoding: chunked", "0\r\nX Any: x\r\n\r\n", 400),
        Case("GET /sessions HTTP/1.1\r\n\(host)Content-Length: 2\r\n\r\n{}", 413),
        Case("GET /sessions HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 413),
        post("Content-Length: 2\r\nExpect: 100-continue", "{}", 100, 400, 200),
        post("Content-Length: 2\r\nExpect: a-miracle", "{}", 417),
    ]

    /// RFC 9110: methods, and connections that end.
    static let methods: [Case] = [
        Case("DELETE /sessions HTTP/1.1\r\n\(host)\r\n\(rest)", 405),
        Case("POST /sessions/x/events HTTP/1.1\r\n\(host)\r\n", 405),
        Case("GET /push HTTP/1.1\r\n\(host)\r\n", 405), Case("PUT /samples HTTP/1.1\r\n\(host)\r\n", 405),
        Case("GET /sessions/x/events HTTP/1.1\r\n\(host)\r\n\(rest)", 404, 200),
        get("Connection: close", 200), Case("GET /sessions HTTP/1.1\r\n\(host)Connection: Close\r\n\r\n\(rest)", 200),
        Case("GET /sessions HTTP/1.1\r\n\(host)Connection: keep-alive, close\r\n\r\n\(rest)", 200),
        Case("GET /sessions HTTP/1.1\r\n\(host)Connection: closed\r\n\r\n\(rest)", 200, 200),
        Case("GET /sessions HTTP/1.0\r\n\(host)Connection: keep-alive\r\n\r\n\(rest)", 200),
        Case("GET /sessions HTTP/1.1\r\n\(host)Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n\(rest)", 200),
        Case("GET /sessions HTTP/1.1\r\n\(host)Upgrade: h2c\r\n\r\n\(rest)", 200),
    ]

    static let all: [Case] = [lines, targets, fields, bodies, methods].flatMap(\.self)

    @Test(arguments: all)
    func isReadInOneWay(_ made: Case) throws {
        for size in [made.request.utf8.count, 7, 1] {
            let trial = TrialServer(try TrialOptions.make())
            let client = try trial.connect()
            let bytes = Array(made.request.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                client.send(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(
                client.statuses == made.statuses,
                "\(made.request.debugDescription) in pieces of \(size): \(client.text)")
            // What cannot be read in one way is the end: what comes behind it may be anything.
            let isRefused = made.statuses.contains { [405, 413, 417, 505].contains($0) }
            #expect(!isRefused || !client.isOpen)
        }
    }

    @Test func thereAreManyCases() {
        #expect(Self.all.count >= 90)
    }

    @Test func saysWhatAnAddressAllows() throws {
        for (path, allowed) in [
            ("/push", "POST"), ("/samples", "GET, HEAD, POST"), ("/", "GET, HEAD"), ("/sessions", "GET, HEAD"),
        ] {
            let client = try TrialServer(try TrialOptions.make()).connect()
            client.send("DELETE \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(client.text.contains("\r\nAllow: \(allowed)\r\n"), "\(client.text)")
        }
    }

    @Test func aHeadHasTheSameFieldsAndNoBody() throws {
        for path in ["/", "/sessions"] {
            let trial = TrialServer(try TrialOptions.make())
            let (whole, head) = (try trial.connect(), try trial.connect())
            whole.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            head.send("HEAD \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(head.text.hasSuffix("\r\n\r\n") && whole.text.hasPrefix(head.text) && whole.text != head.text)
        }
    }
}
