// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import GaitwayLiveServer

/// What phones send and listeners hear, over connections in memory.
@Suite struct ListenerTests {
    private let trial: TrialServer

    init() throws { trial = TrialServer(try TrialOptions.make()) }

    private func samples(_ session: String, seconds: Range<Int>) -> String {
        let lines = (seconds.lowerBound * 50..<seconds.upperBound * 50).map { index in
            #"{"sensor":"acceleration","ns":\#(1_777_741_200_000_000_000 + index * 20_000_000),"#
                + #""x":0,"y":0.01,"z":9.81}"#
        }
        return ([#"{"gaitway":"samples","version":1,"session":"\#(session)"}"#] + lines).joined(separator: "\n")
    }

    private func post(_ body: String, on client: TrialClient) {
        client.send("POST /samples HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    private func listen(_ path: String) throws -> TrialClient {
        let client = try trial.connect()
        client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return client
    }

    @Test func aListenerHearsThePastAndThePresent() throws {
        let phone = try trial.connect()
        post(samples("ride", seconds: 0..<20), on: phone)
        #expect(phone.statuses == [200])
        let events = try listen("/sessions/ride/events")
        #expect(events.text.contains("Content-Type: text/event-stream\r\n"))
        let past = events.text.split(separator: "event: report").count - 1
        #expect(past > 1 && events.text.contains("event: session\n") && events.text.contains("event: envelope\n"))
        post(samples("ride", seconds: 20..<40), on: phone)
        #expect(events.text.split(separator: "event: report").count - 1 > past)
        // Its state is told each second, and the end of the session once.
        let states = events.text.split(separator: "event: session\n").count
        trial.pass(seconds: 3)
        #expect(events.text.split(separator: "event: session\n").count == states + 3)
        trial.pass(seconds: 6 * 3600)
        #expect(events.text.hasSuffix("event: end\ndata: {}\n\n") && !events.isOpen)
        // A listener that comes later hears the same, and the end.
        #expect(try listen("/sessions/ride/events").text.hasSuffix("event: end\ndata: {}\n\n"))
    }

    @Test func aStreamIsWholeHoweverLateOneListens() throws {
        let phone = try trial.connect()
        // The session is known before its first sample is.
        post(samples("ride", seconds: 0..<1), on: phone)
        let early = try listen("/sessions/ride/stream")
        #expect(early.text.hasSuffix("\r\n\r\n"))
        for start in stride(from: 1, to: 60, by: 5) { post(samples("ride", seconds: start..<start + 5), on: phone) }
        let late = try listen("/sessions/ride/stream")
        trial.server.end()
        let lines = try [early, late].map {
            try #require($0.text.split(separator: "\r\n\r\n").last).split(separator: "\n")
        }
        #expect(lines[0] == lines[1] && lines[0].count >= 3)
        #expect(lines[0].first?.hasPrefix(#"{"gaitway":"activity-stream""#) == true)
        #expect(lines[0].last?.hasPrefix(#"{"end":"#) == true)
    }

    @Test func listsItsSessions() throws {
        let phone = try trial.connect()
        phone.send("GET /sessions HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(phone.text.hasSuffix("\r\n\r\n[]\n"))
        post(samples("a", seconds: 0..<5), on: phone)
        post(samples("b", seconds: 0..<5), on: phone)
        phone.send("GET /sessions HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(phone.text.contains(#"[{"id":"a","#) && phone.text.contains(#"{"id":"b","#))
        #expect(phone.text.contains(#""isLive":true"#))
    }

    @Test func aWebSocketTakesSamples() throws {
        let phone = try trial.connect()
        phone.send(TrialFrame.upgrade)
        let text = samples("socket", seconds: 0..<20)
        let middle = text.index(text.startIndex, offsetBy: text.count / 2)
        phone.send(TrialFrame.make(0x1, Array(text[..<middle].utf8), isLast: false))
        phone.send(TrialFrame.make(0x0, Array(text[middle...].utf8)))
        #expect(try listen("/sessions/socket/events").text.contains("event: report\n"))
        // A fault ends the WebSocket, and not the session.
        phone.send(TrialFrame.make(0x1, Array(#"{"sensor":"lidar","ns":1}"#.utf8)))
        #expect(!phone.isOpen && String(decoding: phone.received, as: UTF8.self).contains("lidar"))
        #expect(try listen("/sessions/socket/events").isOpen)
    }

    @Test func theHeaderWithTheLastNumberIsTaken() throws {
        let phone = try trial.connect()
        for number in [
            "9223372036854775806", "9223372036854775807", "9223372036854775807", "0", "-9223372036854775808",
        ] {
            post(#"{"gaitway":"samples","version":1,"session":"s","message":\#(number)}"#, on: phone)
        }
        post(#"{"gaitway":"samples","version":1,"session":"s","message":9223372036854775808}"#, on: phone)
        #expect(phone.statuses == [200, 200, 200, 200, 200, 400])
    }
}
