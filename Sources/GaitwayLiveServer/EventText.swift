// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayLiveSessions
import GaitwayRecognition

/// Writes server-sent events, each with one line of JSON.
package enum EventText {
    /// Appends a session's event. Lines of the stream of changes are not server-sent events.
    package static func append(_ event: LiveEvent, to bytes: inout [UInt8]) {
        switch event {
        case .report(let report):
            bytes.append(text: "event: report\ndata: ")
            // The report's own line feed and one more end the event.
            StreamText.append(report, to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        case .change: break
        case .outlook(let outlook, let elapsed): append("gate", to: &bytes) { outlook.write(elapsed: elapsed, to: &$0) }
        case .envelope(let piece): append("envelope", to: &bytes) { piece.write(to: &$0) }
        case .decision(let decision, let elapsed):
            append("alert", to: &bytes) { decision.write(elapsed: elapsed, to: &$0) }
        case .fix(let fix):
            append("fix", to: &bytes) { json in
                json.object { json in
                    json.add("elapsed", seconds: fix.elapsed, places: 1)
                    json.add("latitude", fix.latitude, places: 6)
                    json.add("longitude", fix.longitude, places: 6)
                }
            }
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
        // Live streams count steps.
        var encoder = StreamEncoder(linesWith: [.steps, .provisional])
        encoder.append(element, to: &bytes)
    }
}

/// Writes a session's state.
package enum StateText {
    /// The activity in one word, also for a vehicle at rest; `unknown` before the first report.
    static func answer(_ session: LiveSession) -> String {
        (session.reports.last.map { Prediction($0.activity.flags) } ?? .unknown).name
    }

    /// Seconds from the newest sample, by the phone's clock, to its arrival here; nil if the clocks differ by ten
    /// minutes or more.
    private static func delay(_ session: LiveSession, now: Int64, wall: Timestamp) -> Double? {
        guard let newest = session.newest else { return nil }
        let arrival = wall - .nanoseconds(now - session.lastArrival)
        let seconds = (arrival - newest).inSeconds
        return seconds.magnitude < longestDelay ? seconds : nil
    }

    private static let longestDelay = 600.0

    /// Writes the JSON that the page reads; `folder` is the name of the log's folder, without this machine's folders
    /// above it.
    package static func write(
        _ session: LiveSession, folder: String?, fault: String?, now: Int64, wall: Timestamp, to json: inout JSONWriter
    ) {
        let total = session.total
        json.object { json in
            json.add("id", session.identifier)
            json.add("name", session.name)
            json.add("device", session.device)
            json.add("source", session.source)
            json.add("elapsed", seconds: session.elapsed, places: 3)
            json.add("rate", session.rate, places: 1)
            json.add("delay", delay(session, now: now, wall: wall), places: 3)
            json.add("waiting", seconds: session.delay, places: 3)
            json.add("late", total.late)
            json.add("repeated", total.repeated)
            json.add("unreadable", total.unreadable)
            json.add("withoutGravity", total.withoutGravity)
            json.add("unused", total.unused)
            json.add("clockFaults", total.clocks + total.ofWrongClock)
            json.object("recording") { json in
                json.add("folder", folder)
                json.add("fault", fault)
            }
            json.add("isLive", session.isLive(at: now))
        }
    }
}
