// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import GaitwayLiveServer

@Suite struct AccessTests {
    private func request(_ fields: [(String, String)], target: String = "/") throws -> RequestHead {
        try RequestHead(HTTPRequestHead(version: .http1_1, method: .GET, uri: target, headers: HTTPHeaders(fields)))
    }

    @Test func knowsItsOwnNames() throws {
        let rules = AccessRules(token: nil, machine: "Desk")
        for host in [
            "localhost", "localhost:80", "LOCALHOST:8080", "127.0.0.1:1", "192.168.0.7", "[::1]:80", "desk",
            "desk.local:80",
        ] {
            #expect(try rules.refusal(of: request([("Host", host)])) == nil, "\(host)")
        }
        for host in [
            "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "1.2.3", "", "a:b", "[::1",
            "localhost:80:80",
            "des\u{212A}", "localhost:8\u{661}",
        ] {
            #expect(try rules.refusal(of: request([("Host", host)]))?.status == .forbidden, "\(host)")
        }
        let own = ("Host", "localhost:80")
        #expect(try rules.refusal(of: request([own, ("Origin", "http://localhost:80")])) == nil)
        #expect(try rules.refusal(of: request([own, ("Origin", "http://localhost:81")])) != nil)
        #expect(try rules.refusal(of: request([own, ("Origin", "null")])) != nil)
        #expect(try rules.refusal(of: request([own, ("Sec-Fetch-Site", "same-site")])) != nil)
    }

    /// A link or a picture of another site adds no fix, even where no token is asked for.
    @Test func aForeignPageAddsNoFix() throws {
        for token in [nil, "secret-token"] {
            let rules = AccessRules(token: token, machine: "desk")
            func status(_ path: String, _ referer: String) throws -> HTTPResponseStatus? {
                let fields = [("Host", "localhost:80"), ("Referer", referer)]
                return try rules.refusal(of: request(fields, target: path + "?token=secret-token&lat=1"))?.status
            }
            for referer in [
                "http://evil.example/", "https://localhost:80/", "http://localhost:80.evil.example/", "about:client",
                "http://localhost:8/", "http://localhost:80@evil.example/",
            ] {
                #expect(try status("/track/osmand", referer) == .forbidden, "\(referer)")
            }
            for referer in ["http://localhost:80/", "http://LOCALHOST:80", ""] {
                #expect(try status("/track/osmand", referer) == nil, "\(referer)")
            }
            #expect(try status("/", "http://evil.example/") == nil)
        }
    }

    @Test func comparesTokens() throws {
        #expect(AccessRules.areEqual([1, 2, 3], [1, 2, 3]))
        for wrong in [[], [1, 2], [1, 2, 4], [1, 2, 3, 3], [0, 2, 3]] as [[UInt8]] {
            #expect(!AccessRules.areEqual(wrong, [1, 2, 3]))
        }
        let rules = AccessRules(token: "secret-token", machine: "desk")
        func status(_ target: String, _ fields: (String, String)...) throws -> HTTPResponseStatus? {
            try rules.refusal(of: request([("Host", "localhost")] + fields, target: target))?.status
        }
        #expect(try status("/") == .unauthorized)
        #expect(try status("/?token=secret-token") == nil)
        #expect(try status("/?token=secret-tokem") == .unauthorized)
        #expect(try status("/", ("Authorization", "bearer secret-token")) == nil)
        #expect(try status("/", ("Authorization", "Basic secret-token")) == .unauthorized)
        #expect(try status("/?token=secret-token", ("Authorization", "Bearer other")) == .unauthorized)
        let made = (AccessToken.random(), AccessToken.random())
        #expect(made.0 != made.1 && made.0.utf8.count == 26)
    }

    @Test func aBrowserKeepsItsAccessInACookie() throws {
        var options = try TrialOptions.make()
        options.token = "correct;horse"
        let trial = TrialServer(options)
        func ask(_ path: String, _ fields: String, host: String = "localhost:80") throws -> TrialClient {
            let client = try trial.connect()
            client.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\(fields)\r\n")
            return client
        }
        let first = try ask("/?token=correct;horse", "").text
        let line = try #require(first.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") })
        #expect(line.hasSuffix("; Path=/; HttpOnly; SameSite=Strict") && !first.contains("correct"))
        let cookie = try #require(line.dropFirst(12).split(separator: ";").first)
        #expect(try ask("/sessions", "Cookie: a=b; \(cookie); c=d\r\n").statuses == [200])
        // A server on another port has another cookie, and a wrong token is wrong beside a right cookie.
        #expect(try ask("/sessions", "Cookie: \(cookie)\r\n", host: "localhost:81").statuses == [401])
        #expect(try ask("/sessions", "Cookie: x\(cookie)\r\n").statuses == [401])
        #expect(try ask("/sessions", "Cookie: \(cookie)0\r\n").statuses == [401])
        #expect(try ask("/sessions?token=wrong", "Cookie: \(cookie)\r\n").statuses == [401])
        #expect(try ask("/sessions", "Cookie: \(cookie)\r\nAuthorization: Bearer no\r\n").statuses == [401])
        // Pages of other sites may not use it.
        #expect(try ask("/sessions", "Cookie: \(cookie)\r\nOrigin: http://evil.example\r\n").statuses == [403])
        let open = try TrialServer(try TrialOptions.make()).connect()
        open.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(open.statuses == [200] && !open.text.contains("Set-Cookie"))
    }

    @Test func wrongTokensAreSlowedDownAndCounted() throws {
        var options = try TrialOptions.make()
        options.token = "correct-horse"
        let trial = TrialServer(options)
        func ask(_ token: String) throws -> TrialClient {
            let client = try trial.connect()
            client.send("GET /sessions?token=\(token) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return client
        }
        for _ in 0..<10 { #expect(try ask("wrong").statuses == [401]) }
        // From here on an answer takes a second. A right token does not wait.
        let slow = try ask("wrong")
        #expect(slow.statuses.isEmpty && slow.isOpen)
        #expect(try ask("correct-horse").statuses == [200])
        slow.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(slow.statuses == [401] && !slow.isOpen)
        trial.pass(seconds: 59)
        #expect(trial.lines.isEmpty)
        trial.pass(seconds: 2)
        #expect(trial.lines == ["11 requests with a missing or wrong token in the last minute"])
        #expect(try ask("wrong").statuses == [401])
    }

    @Test func aBudgetIsNeverExceeded() {
        var budget = Budget(limit: 10)
        #expect(budget.change(from: 0, to: 10) && budget.used == 10)
        #expect(!budget.change(from: 0, to: 1) && budget.used == 10)
        #expect(budget.change(from: 10, to: 4) && budget.change(from: 0, to: 6) && budget.used == 10)
        #expect(!budget.change(from: 0, to: .max) && budget.used == 10)
    }
}
