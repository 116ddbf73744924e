import ActivityStream
import LiveSessions
import MotionTypes
import TextFormats

/// Events as browsers listen to them (server-sent events), each with one line of JSON.
enum EventText {
    /// Appends what a session tells; a line of the stream of changes is none of it.
    static func append(_ event: LiveEvent, to bytes: inout [UInt8]) {
        switch event {
        case .report(let report):
            bytes.append(text: "event: report\ndata: ")
            // The line ends with a line feed; one more ends the event.
            StreamText.append(report, to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        case .change: break
        case .outlook(let outlook, let elapsed):
            append("gate", to: &bytes) { outlook.write(elapsed: elapsed, to: &$0) }
        case .envelope(let piece): append("envelope", to: &bytes) { piece.write(to: &$0) }
        case .decision(let decision, let elapsed):
            append("alert", to: &bytes) { decision.write(elapsed: elapsed, to: &$0) }
        case .end: append("end", to: &bytes) { json in json.object { _ in } }
        }
    }

    /// Appends an event with what `body` writes.
    static func append(_ name: String, to bytes: inout [UInt8], _ body: (inout JSONWriter) -> Void) {
        bytes.append(text: "event: \(name)\ndata: ")
        JSONWriter.appendLine(to: &bytes, body)
        bytes.append(UInt8(ascii: "\n"))
    }
}

/// Lines of the activity stream.
enum StreamText {
    static func append(_ header: StreamHeader, to bytes: inout [UInt8]) { append(.header(header), to: &bytes) }
    static func append(_ report: ActivityReport, to bytes: inout [UInt8]) { append(.report(report), to: &bytes) }
    static func append(_ footer: StreamFooter, to bytes: inout [UInt8]) { append(.footer(footer), to: &bytes) }

    private static func append(_ element: StreamElement, to bytes: inout [UInt8]) {
        var encoder = StreamEncoder(.ndjson)
        encoder.append(element, to: &bytes)
    }
}

/// How a session stands.
enum StateText {
    /// What the phone does, in words; nil before the first report.
    static func answer(_ session: LiveSession) -> String? {
        guard let flags = session.reports.last?.activity.flags else { return nil }
        let named: [(ActivityFlags, String)] = [
            (.stationary, "stationary"), (.walking, "walking"), (.running, "running"), (.cycling, "cycling"),
            (.automotive, "automotive"), (.unknown, "unknown"),
        ]
        let words = named.filter { flags.contains($0.0) }.map(\.1)
        return words.isEmpty ? "none" : words.joined(separator: ", ")
    }

    /// Writes it as the page reads it.
    static func write(_ session: LiveSession, path: String?, fault: String?, now: Int64, to json: inout JSONWriter) {
        let total = session.total
        json.object { json in
            json.add("id", session.identifier)
            json.add("name", session.name)
            json.add("device", session.device)
            json.add("source", session.source)
            json.add("elapsed", seconds: session.elapsed, places: 3)
            json.add("rate", session.rate, places: 1)
            json.add("delay", seconds: session.delay, places: 3)
            json.add("late", total.late)
            json.add("repeated", total.repeated)
            json.add("unreadable", total.unreadable)
            json.add("withoutGravity", total.withoutGravity)
            json.add("unused", total.unused)
            json.add("clockFaults", total.clocks + total.ofWrongClock)
            json.object("recording") { json in
                json.add("path", path)
                json.add("fault", fault)
            }
            json.add("isLive", session.isLive(at: now))
        }
    }
}
