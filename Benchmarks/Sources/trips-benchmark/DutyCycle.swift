// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The times at which a duty-cycled phone recorded. It sleeps behind a geofence until the person leaves it, and again
/// once the person has stopped.
package struct DutyCycle: Sendable, Hashable {
    /// The longest step between fixes, in seconds, that shows the phone to be awake. The file of its state machine
    /// lacks events.
    static let longestStep = 300.0

    private struct Event: Sendable, Hashable {
        var isWaking: Bool
        var time: Double
        var written: Double
    }

    /// The transitions, in the order of the file.
    private var events: [Event] = []

    /// Reads a file of `statemachine~transition`: an array of entries with `data.transition` and `data.ts` or
    /// `metadata.write_ts`.
    ///
    /// - Throws: ``InputError`` with the line.
    package init(transitions bytes: [UInt8]) throws(InputError) {
        var events: [Event] = []
        var reader = JSONReader(bytes)
        try reader.array { (reader) throws(InputError) in
            let entry = try reader.element()
            guard let data = entry["data"], let written = entry["metadata"]?["write_ts"]?.number else {
                throw InputError(
                    .malformed, line: entry.line, problem: "a transition without data and metadata.write_ts",
                    remedy: "get the file again")
            }
            let name = data["transition"]?.text?.uppercased() ?? ""
            let isWaking = name.hasSuffix("EXITED_GEOFENCE")
            guard isWaking || ["STOPPED_MOVING", "TRIP_ENDED", "STOP_TRACKING"].contains(where: name.hasSuffix) else {
                return
            }
            let own = data["ts"]?.number.flatMap { $0 == 0 ? nil : $0 }
            events.append(Event(isWaking: isWaking, time: own ?? written, written: written))
        }
        try reader.expectEnd()
        self.events = events.sorted { $0.written < $1.written }
    }

    /// A phone without a state machine: only its fixes show when it recorded.
    package init() {}

    /// The parts of a period in which the phone recorded.
    package func tracked(in period: TimeSpan, fixes: [Timestamp]) -> [TimeSpan] {
        let times = fixes.map(\.seconds).sorted()
        var parts = zip(times, times.dropFirst()).filter { $1 - $0 <= Self.longestStep }.map { (start: $0, end: $1) }
        var since: Double?
        for event in events {
            if event.isWaking {
                since = since ?? event.time
            } else if let start = since {
                parts.append((start, event.time))
                since = nil
            }
        }
        if let since { parts.append((since, period.end.seconds)) }
        var union: [(start: Double, end: Double)] = []
        for part in parts.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
            if let last = union.last, part.start <= last.end {
                union[union.count - 1].end = max(last.end, part.end)
            } else {
                union.append(part)
            }
        }
        return union.map { TimeSpan(start: Timestamp(seconds: $0.start), end: Timestamp(seconds: $0.end)) }
    }
}
