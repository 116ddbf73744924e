// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import NIOEmbedded
import TestSupport
import Testing

@testable import GaitwayLiveServer

/// A program that has nothing at any address, and says so.
private struct EmptyProgram: ServedApplication {
    let model: ActivityModel

    func methods(at path: String) -> [String] { ["GET", "POST"] }

    func answer(_ request: ServedRequest, reply: @escaping @Sendable (ServedResponse) -> Void) {
        var answer = ServedResponse(status: 404, body: Array("{\"problem\":\"gone\"}".utf8))
        answer.fault = .init(problem: "This ride does not exist.", remedy: "It may have been moved or deleted.")
        reply(answer)
    }

    func keep(_ labels: [PressedLabel], of folder: String, until end: Double) {}

    func end() {}
}

/// A browser that opens an address gets a page, whatever is wrong; a program gets text or JSON.
struct ProblemPageTests {
    private let trial: TrialServer
    private static let browser = "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n"

    init() throws {
        var options = try TrialOptions.make()
        options.token = "correct-horse"
        options.application = EmptyProgram(model: try DefaultModel.load())
        options.problemPage = { ("<h1>\($0.problem)</h1><p>\($0.remedy)</p>", "default-src 'none'") }
        trial = TrialServer(options)
    }

    private func ask(_ path: String, _ fields: String, method: String = "GET") throws -> TrialClient {
        let client = try trial.connect()
        client.send("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n")
        client.channel.embeddedEventLoop.run()
        return client
    }

    @Test func aWrongTokenIsAPage() throws {
        let page = try ask("/?token=wrong", Self.browser)
        #expect(page.statuses == [401] && page.text.contains("<h1>This address has no token, or a wrong one.</h1>"))
        #expect(page.text.contains("Content-Type: text/html; charset=utf-8"))
        #expect(page.text.contains("default-src 'none'; base-uri 'none'"))
        for fields in ["", "Accept: */*\r\n", "Accept: application/json\r\n"] {
            let text = try ask("/?token=wrong", fields)
            #expect(text.statuses == [401] && !text.text.contains("<h1>"))
        }
    }

    @Test func anAddressWithoutAPageIsOne() throws {
        let page = try ask("/rides?token=correct-horse", Self.browser)
        #expect(page.statuses == [404] && page.text.contains("<h1>No page is at this address.</h1>"))
        let text = try ask("/rides?token=correct-horse", "")
        #expect(text.statuses == [404] && text.text.hasSuffix("Not Found.\n"))
    }

    @Test func aRefusalOfTheProgramIsAPage() throws {
        let page = try ask("/api/ride?ride=gone&token=correct-horse", Self.browser)
        #expect(page.statuses == [404] && page.text.contains("<h1>This ride does not exist.</h1>"))
        let json = try ask("/api/ride?ride=gone&token=correct-horse", "Accept: */*\r\n")
        #expect(json.statuses == [404] && json.text.hasSuffix("{\"problem\":\"gone\"}"))
        // What a page's script sends is answered in JSON.
        let change = try ask(
            "/api/labels", Self.browser + "Authorization: Bearer correct-horse\r\nContent-Length: 0\r\n", method: "POST"
        )
        #expect(change.statuses == [404] && change.text.hasSuffix("{\"problem\":\"gone\"}"))
    }
}
