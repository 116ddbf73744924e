// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// What the server repeats of requests: their text comes back in part only, and nothing in it ends a line or turns its
/// order round.
@Suite struct ServeRequestTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// No character of any page, field or name here.
    private static let long = String(repeating: "\u{10D}", count: 3000)
    private static let bidi = "a\u{202E}b\u{2067}"
    private static let texts = [long, bidi]

    /// A request, and the status of its answer.
    private struct Exchange {
        var request: [UInt8]
        var status: Int
        /// Whether the answer quotes the text.
        var quotes = false

        init(_ line: String, _ field: String = "X-Any: thing", host: String = "localhost", gives status: Int) {
            request = Array("\(line) HTTP/1.1\r\nHost: \(host)\r\n\(field)\r\nConnection: close\r\n\r\n".utf8)
            self.status = status
        }

        init(post path: String, _ body: String, gives status: Int, quotes: Bool = false) {
            let head =
                "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                + "\(body.utf8.count)\r\nConnection: close\r\n\r\n"
            request = Array((head + body).utf8)
            self.status = status
            self.quotes = quotes
        }
    }

    /// Sends requests to a server of their own, one after the other; their answers, and what the server said. The last
    /// session's events come behind them.
    private func predictions(
        _ requests: [[UInt8]], options: String = "--no-token"
    ) throws -> (predictions: [[UInt8]], said: String) {
        for (number, request) in requests.enumerated() { try folder.write(request, to: "\(number).request") }
        let result = try Command.shell(
            """
            set -eu
            cd '\(folder.root)'
            "$GAITWAY" serve --port 0 --record log \(options) 2> said.txt &
            until grep -q 'the page is at' said.txt; do kill -0 $!; done
            port=$(sed -n 's/.*127.0.0.1:\\([0-9]*\\).*/\\1/p' said.txt | head -1)
            for number in $(seq 0 \(requests.count - 1)); do
                exec 3<>"/dev/tcp/127.0.0.1/$port"
                cat $number.request >&3 || true
                cat <&3 > $number.answer
                exec 3>&-
            done
            kill -TERM $!
            wait $!
            """, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let said = String(decoding: try folder.read("said.txt"), as: UTF8.self)
        return (try requests.indices.map { try folder.read("\($0).answer") }, said)
    }

    /// Whether a text shows little of what was sent, and nothing that turns its order round.
    private func isTame(_ text: String) -> Bool {
        longestRun(text) <= 80 && !text.unicodeScalars.contains { $0.properties.isBidiControl }
    }

    private func longestRun(_ text: String) -> Int { text.split { $0 != "\u{10D}" }.map(\.count).max() ?? 0 }

    /// Every byte as an escape of an address, and line ends with a field behind them.
    private func escaped(_ text: String) -> String {
        let bytes = text.utf8.prefix(3000).map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return bytes.joined() + "%0d%0aX-Evil:%201%0a"
    }

    @Test(arguments: texts) func requestsComeBackInPartOnly(text: String) throws {
        let body = text == Self.long ? String(repeating: text, count: 100) : text
        let samples = "{\"gaitway\":\"samples\",\"version\":1,\"session\":\"\(body)\",\"device\":\"\(body)\"}\n"
        let sample = "{\"sensor\":\"linear\",\"ns\":1777622400000000000,\"x\":1,\"y\":2,\"z\":3}\n"
        let entry = "{\"name\":\"accelerometer\",\"time\":1777622400000000000,\"values\":{\"x\":1,\"y\":2,\"z\":3}}"
        let exchanges: [Exchange] = [
            Exchange("GET /\(text)", gives: 400), Exchange("GET /\(escaped(text))", gives: 404),
            Exchange("GET /sessions/\(escaped(text))/events", gives: 404),
            Exchange("GET /?token=\(escaped(text))", gives: 200),
            Exchange("GET /?\(escaped(text))=1", gives: 200), Exchange("GET /sessions?\(text)", gives: 400),
            Exchange("\(text) /", gives: 400), Exchange("GET \(text)", gives: 400),
            Exchange("PUT /push?\(text)", gives: 400),
            Exchange("GET /", "X-Any: \(text)", gives: 200), Exchange("GET /", "\(text): thing", gives: 400),
            Exchange("GET /", "Authorization: \(text)", gives: 200),
            Exchange("GET /", "Origin: http://\(text)", gives: 403),
            Exchange("GET /", "Content-Length: \(text)", gives: 400), Exchange("GET /", host: text, gives: 403),
            Exchange("GET /samples", "Sec-WebSocket-Key: \(text)", gives: 400),
            Exchange(post: "/push", "{\"\(body)\":1,\"\(body)\":2}", gives: 400, quotes: true),
            Exchange(post: "/push", body, gives: 400), Exchange(post: "/push", "{\"payload\":\(body)}", gives: 400),
            Exchange(post: "/samples", samples + "{\"\(body)\":1}\n", gives: 400, quotes: true),
            Exchange(post: "/samples", samples + "{\"sensor\":\"\(body)\",\"ns\":1}\n", gives: 400, quotes: true),
            Exchange(post: "/samples", samples + sample, gives: 200),
            Exchange(
                post: "/push", "{\"sessionId\":\"s\\n\(body)\",\"deviceId\":\"d\\n\(body)\",\"payload\":[\(entry)]}",
                gives: 200),
        ]
        let list = Exchange("GET /sessions", gives: 200)
        let (predictions, said) = try predictions((exchanges + [list]).map(\.request))
        for (exchange, prediction) in zip(exchanges + [list], predictions) {
            let request = String(decoding: exchange.request.prefix(60), as: UTF8.self)
            let prediction = try #require(String(validating: prediction, as: UTF8.self), "\(request)")
            #expect(prediction.hasPrefix("HTTP/1.1 \(exchange.status) "), "\(request): \(prediction.prefix(100))")
            #expect(isTame(prediction), "\(request): \(longestRun(prediction)) characters, \(prediction.prefix(600))")
            let quotes = longestRun(prediction) > 20 || prediction.contains("\\u{202e}")
            #expect(!exchange.quotes || quotes, "\(request): \(prediction.suffix(300))")
            // One head, and no field that was sent.
            let lines = prediction.prefix(while: { $0 != "{" && $0 != "<" }).split(separator: "\r\n")
            #expect(!lines.contains { $0.hasPrefix("X-Evil") || $0.hasPrefix("X-Any") }, "\(request): \(lines)")
        }
        // Both sessions are listed, and kept below names that are made of letters.
        let sessions = try #require(predictions.last.map { String(decoding: $0, as: UTF8.self) })
        #expect(sessions.split(separator: "\"id\":").count == 3, "\(sessions)")
        let names = try folder.names(in: "log")
        #expect(names.count == 2 && names.allSatisfy { $0.utf8.allSatisfy { $0 > 44 && $0 < 123 } }, "\(names)")
        for name in names {
            let metadata = String(decoding: try folder.read("log/\(name)/Metadata.csv"), as: UTF8.self)
            #expect(isTame(metadata) && metadata.utf8.count < 400, "\(metadata.prefix(600))")
        }
        // The server's terminal shows no requests.
        #expect(said.split(separator: "\n").count == 3 && isTame(said), "\(said.prefix(600))")
    }

    @Test(arguments: texts) func aWrongTokenComesBackNowhere(text: String) throws {
        let requests = [
            Exchange("GET /?token=\(escaped(text))", gives: 401),
            Exchange("GET /", "Authorization: Bearer \(text)", gives: 401),
            Exchange("GET /\(text)?token=\(text)", gives: 400),
        ]
        let (predictions, said) = try predictions(requests.map(\.request), options: "--token 0123456789abcdef")
        for (request, prediction) in zip(requests, predictions.map({ String(decoding: $0, as: UTF8.self) })) {
            #expect(
                prediction.hasPrefix("HTTP/1.1 \(request.status) ") && longestRun(prediction) == 0
                    && isTame(prediction),
                "\(prediction)")
            #expect(!prediction.contains("0123456789abcdef") && !prediction.contains("X-Evil"))
        }
        #expect(isTame(said) && longestRun(said) == 0)
    }

    /// The reason of a close frame has 123 bytes at the most, which must be whole characters.
    @Test func aWebSocketIsEndedWithAWholeReason() throws {
        let upgrade =
            "GET /samples HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        let requests = ["", "a", "ab", "\u{202E}"].map { start -> [UInt8] in
            let key = start + String(repeating: "\u{20AC}", count: 200)
            let lines = Array("{\"gaitway\":\"samples\",\"version\":1,\"session\":\"s\"}\n{\"\(key)\":1}\n".utf8)
            // The mask is zero, under which bytes are themselves.
            let head: [UInt8] = [0x81, 0xFE, UInt8(lines.count >> 8), UInt8(lines.count & 255), 0, 0, 0, 0]
            return Array(upgrade.utf8) + head + lines
        }
        let (predictions, said) = try predictions(requests)
        for prediction in predictions {
            let end = try #require(prediction.firstRange(of: Array("\r\n\r\n".utf8)))
            let frame = Array(prediction[end.upperBound...])
            try #require(frame.count > 4 && frame[0] == 0x88 && Int(frame[1]) == frame.count - 2 && frame[1] <= 125)
            #expect(Int(frame[2]) << 8 | Int(frame[3]) == 1007)
            let reason = try #require(String(validating: frame[4...], as: UTF8.self))
            #expect(reason.hasPrefix("line 2") && reason.contains("\u{20AC}") && isTame(reason), "\(reason)")
        }
        #expect(said.split(separator: "\n").count == 3, "\(said)")
    }
}
