import Geofencing
import MotionTypes
import NotificationGate
import RideReplay
import TextFormats

/// Results of simulations as text, for people.
enum SimulationText {
    /// The header of ``row(_:)``'s rows.
    static let header = [
        "strategy", "policy", "entries", "seen", "missed", "false", "repeated", "median delay", "worst",
        "registrations", "delivered", "after deferral", "skipped", "dropped", "waiting",
    ]

    /// One row of figures.
    static func row(_ result: ReplayResult) -> [String] {
        let coverage = result.coverage
        return [
            result.strategy.name, result.policy, "\(coverage.entries)", "\(coverage.seen.count)",
            "\(coverage.missed.count)", "\(coverage.wrong)", "\(coverage.repeated)", seconds(coverage.medianDelay),
            seconds(coverage.worstDelay), "\(coverage.registrations)", "\(result.tally.count(.deliver))",
            "\(result.tally.deferredAndDelivered)", "\(result.tally.count(.skip))", "\(result.tally.count(.drop))",
            "\(result.waiting)",
        ]
    }

    /// The decisions and the figures, for people.
    static func report(_ result: ReplayResult, _ scene: RideScene) -> String {
        var rows = [["time", "place", "decision", "reasons"]]
        for decision in result.decisions {
            let time =
                scene.ride.origin == nil
                ? String(decision.time.iso8601.dropFirst(11).dropLast()) : decision.time.iso8601
            let others = decision.others > 0 ? " and \(decision.others) more" : ""
            rows.append([
                time, decision.place + others, decision.kind.rawValue,
                decision.reasons.map(\.rawValue).joined(separator: ", "),
            ])
        }
        var text = ColumnTable.text(rows) + "\n" + ColumnTable.text([header, row(result)])
        let missed = CoverageReport.Reason.allCases.compactMap { reason in
            result.coverage.reasons[reason].map { "\(reason.rawValue) \($0)" }
        }
        if !missed.isEmpty { text += "missed: " + missed.joined(separator: ", ") + "\n" }
        for kind in GateDecision.Kind.allCases {
            let reasons = result.tally.reasons(kind)
            guard !reasons.isEmpty else { continue }
            text += "\(kind.rawValue): "
            text += reasons.map { "\($0.reason.rawValue) \($0.entries)" }.joined(separator: ", ") + "\n"
        }
        return text
    }

    private static func seconds(_ value: Duration?) -> String {
        value.map { DecimalText.text(Nanoseconds.product($0.wholeNanoseconds), places: 1) + " s" } ?? "-"
    }
}
