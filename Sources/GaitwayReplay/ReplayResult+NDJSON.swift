// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase

extension ReplayResult {
    /// The decisions, the entries missed and the figures, one JSON object a line. SIMULATION.md describes them.
    public var ndjson: String { decisions.map { $0.json + "\n" }.joined() + closingLines }

    /// What follows the decisions.
    package var closingLines: String {
        var lines = coverage.missed.map { Self.missed($0, at: scene.ride.time($0.edge)) }
        lines.append(end)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func missed(_ entry: CoverageReport.Missed, at time: Timestamp) -> String {
        JSONWriter.object { json in
            json.add("missed", entry.place)
            json.add("edge", time)
            json.add("speed", entry.speed, places: 1)
            json.add("reason", entry.reason.rawValue)
        }
    }

    /// The figures and what they cost, as a line: one of a comparison.
    package var comparisonLine: String {
        let model = EnergyModel()
        return JSONWriter.objectLine { json in
            writeFigures(to: &json)
            json.add("wake_ups", use.wakeUps)
            json.add("receiver_seconds", model.receiverTime(use), places: 1)
            json.add("energy", model.energy(use), places: 2)
        }
    }

    /// The line that closes the result.
    private var end: String {
        JSONWriter.object { json in
            json.add("end", true)
            writeFigures(to: &json)
        }
    }

    private func writeFigures(to json: inout JSONWriter) {
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
        json.object("fixes") { json in
            json.add("used", fixUse.used)
            for reason in FixUse.Refusal.allCases { json.add(reason.rawValue, fixUse.refused[reason] ?? 0) }
            json.add("best_refused_accuracy", fixUse.bestRefusedAccuracy, places: 1)
        }
        json.object("crossed") { json in
            for reason in RegionPass.Reason.allCases {
                json.add(reason.rawValue, passes.count { $0.reason == reason })
            }
        }
        Self.write(outlookTimes, held: true, "held", to: &json)
        Self.write(outlookTimes, held: false, "allowed", to: &json)
    }

    /// `{"seconds":900,"reasons":{"driving":780,"recently-driving":120}}`.
    private static func write(_ times: OutlookTimes, held: Bool, _ key: String, to json: inout JSONWriter) {
        json.object(key) { json in
            json.add("seconds", seconds: held ? times.held : times.allowed, places: 3)
            json.object("reasons") { json in
                for (reason, time) in times.reasons(held: held) { json.add(reason.rawValue, seconds: time, places: 3) }
            }
        }
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
