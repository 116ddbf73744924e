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
        JSONWriter.text { json in
            json.object { json in
                json.add("missed", entry.place)
                json.add("edge", time)
                json.add("speed", entry.speed, places: 1)
                json.add("reason", entry.reason.rawValue)
            }
        }
    }

    /// The figures and what they cost, as a line: one of a comparison.
    public var comparisonLine: String {
        let model = EnergyModel()
        return JSONWriter.line { json in
            json.object { json in
                writeFigures(to: &json)
                json.add("wake_ups", use.wakeUps)
                json.add("receiver_seconds", model.receiverTime(use), places: 1)
                json.add("energy", model.energy(use), places: 2)
            }
        }
    }

    /// The line that closes the result.
    private var end: String {
        JSONWriter.text { json in
            json.object { json in
                json.add("end", true)
                writeFigures(to: &json)
            }
        }
    }

    private func writeFigures(to json: inout JSONWriter) {
        let tally = tally
        json.add("strategy", strategy.name)
        json.add("policy", policy)
        json.add("entries", coverage.entries)
        json.add("seen", coverage.seen.count)
        json.add("missed", coverage.missed.count)
        json.add("false", coverage.wrong)
        json.add("repeated", coverage.repeated)
        json.add("median_delay", coverage.medianDelay?.inSeconds, places: 3)
        json.add("worst_delay", coverage.worstDelay?.inSeconds, places: 3)
        json.add("registrations", coverage.registrations)
        json.add("delivered", tally.count(.deliver))
        json.add("delivered_after_deferral", tally.deferredAndDelivered)
        json.add("skipped", tally.count(.skip))
        json.add("dropped", tally.count(.drop))
        json.add("waiting", waiting)
        json.add("most_waiting", mostWaiting)
        json.object("reasons") { json in Self.write(tally, to: &json) }
    }

    /// `{"drop":{"left":2,"expired":1}}`, for each kind that occurs.
    private static func write(_ tally: DecisionTally, to json: inout JSONWriter) {
        for kind in GateDecision.Kind.allCases {
            let reasons = tally.reasons(kind)
            guard !reasons.isEmpty else { continue }
            json.object(kind.rawValue) { json in
                for (reason, entries) in reasons { json.add(reason.rawValue, entries) }
            }
        }
    }
}
