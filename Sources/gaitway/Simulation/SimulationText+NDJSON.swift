import Geofencing
import MotionTypes
import NotificationGate
import TextFormats

extension SimulationText {
    /// The decisions, the entries missed and the figures, one JSON object a line. SIMULATION.md describes them.
    static func ndjson(_ result: SimulationResult, _ scene: SimulationScene) -> String {
        var lines = result.decisions.map(\.json)
        for entry in result.coverage.missed { lines.append(missed(entry, at: scene.time(entry.edge))) }
        lines.append(end(result))
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
    private static func end(_ result: SimulationResult) -> String {
        let coverage = result.coverage
        let tally = result.tally
        var line = JSONLine()
        func add(_ key: String, _ count: Int) { line.add(key, json: "\(count)") }
        func add(_ key: String, seconds: Duration?) {
            line.add(key, json: seconds.map { DecimalText.text(Nanoseconds.product($0.wholeNanoseconds), places: 3) })
        }
        line.add("end", json: "true")
        line.add("strategy", result.strategy.name)
        line.add("policy", result.policy)
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
        add("waiting", result.waiting)
        add("most_waiting", result.mostWaiting)
        line.add("reasons", json: reasons(tally))
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
