import Geofencing
import MotionTypes
import NotificationGate
import TextFormats

extension ReplayResult {
    /// The decisions, the entries missed and the figures, one JSON object a line. SIMULATION.md describes them.
    public var ndjson: String {
        var lines = decisions.map(\.json)
        for entry in coverage.missed { lines.append(Self.missed(entry, at: scene.ride.time(entry.edge))) }
        lines.append(end)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func missed(_ entry: CoverageReport.Missed, at time: Timestamp) -> String {
        var line = JSONLine()
        line.add("missed", entry.place)
        line.add("edge", time.iso8601)
        line.add("speed", json: entry.speed.map { DecimalText.text($0, places: 1) })
        line.add("reason", entry.reason.rawValue)
        return line.text
    }

    /// The line that closes the result.
    private var end: String {
        let tally = tally
        var line = JSONLine()
        func add(_ key: String, _ count: Int) { line.add(key, json: "\(count)") }
        func add(_ key: String, seconds: Double?) {
            line.add(key, json: seconds.map { DecimalText.text($0, places: 3) })
        }
        line.add("end", json: "true")
        line.add("strategy", strategy.name)
        line.add("policy", policy)
        add("entries", coverage.entries)
        add("seen", coverage.seen.count)
        add("missed", coverage.missed.count)
        add("false", coverage.wrong)
        add("repeated", coverage.repeated)
        add("median_delay", seconds: coverage.medianDelay)
        add("worst_delay", seconds: coverage.worstDelay)
        add("registrations", coverage.registrations)
        add("delivered", tally.count(.deliver))
        add("delivered_after_deferral", tally.deferredAndDelivered)
        add("skipped", tally.count(.skip))
        add("dropped", tally.count(.drop))
        add("waiting", waiting)
        add("most_waiting", mostWaiting)
        line.add("reasons", json: Self.reasons(tally))
        return line.text
    }

    /// `{"drop":{"left":2,"expired":1}}`, for each kind that occurs.
    private static func reasons(_ tally: DecisionTally) -> String {
        var kinds = JSONLine()
        for kind in GateDecision.Kind.allCases {
            let reasons = tally.reasons(kind)
            guard !reasons.isEmpty else { continue }
            var counts = JSONLine()
            for (reason, entries) in reasons { counts.add(reason.rawValue, json: "\(entries)") }
            kinds.add(kind.rawValue, json: counts.text)
        }
        return kinds.text
    }
}
