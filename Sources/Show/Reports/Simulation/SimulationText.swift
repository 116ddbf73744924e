import Formats
import Geofencing
package import MotionTypes
import NotificationGate
package import RideReplay

/// Results of simulations as text for the terminal.
package enum SimulationText {
    /// The header of ``row(_:)``.
    private static let header = [
        "strategy, policy", "entries", "seen", "missed", "false", "repeated", "median delay", "worst",
        "registrations", "delivered", "after deferral", "skipped", "dropped", "waiting",
    ]

    /// One row of figures.
    private static func row(_ result: ReplayResult) -> [String] {
        let coverage = result.coverage
        return [
            result.strategy.name + ", " + result.policy, "\(coverage.entries)", "\(coverage.seen.count)",
            "\(coverage.missed.count)", "\(coverage.wrong)", "\(coverage.repeated)",
            FigureText.seconds(coverage.medianDelay),
            FigureText.seconds(coverage.worstDelay), "\(coverage.registrations)", "\(result.tally.count(.deliver))",
            "\(result.tally.deferredAndDelivered)", "\(result.tally.count(.skip))", "\(result.tally.count(.drop))",
            "\(result.waiting)",
        ]
    }

    /// Figures with the battery use of each strategy, for a reader of `width` columns.
    package static func comparison(_ results: [ReplayResult], width: Int) -> String {
        let model = EnergyModel()
        var table = TextTable(header + ["wake-ups", "GPS min", "energy J"])
        for result in results {
            table.add(
                row(result) + [
                    "\(result.use.wakeUps)", FigureText.decimal(model.receiverTime(result.use) / 60, places: 1),
                    FigureText.decimal(model.energy(result.use), places: 1),
                ])
        }
        return table.text(width: width)
    }

    /// A row of figures for each strategy and policy, for a reader of `width` columns.
    package static func figures(_ results: [ReplayResult], width: Int) -> String {
        var table = TextTable(header)
        for result in results { table.add(row(result)) }
        return table.text(width: width)
    }

    /// The decisions, the figures, and counts of their reasons.
    ///
    /// - Parameters:
    ///   - times: the title of the column of times.
    ///   - clock: formats a time.
    ///   - width: the reader's columns.
    package static func report(
        _ result: ReplayResult, times: String, clock: (Timestamp) -> String, width: Int
    ) -> String {
        var table = TextTable([times, "place", "decision", "reasons"], texts: 4)
        for decision in result.decisions {
            let others = decision.others > 0 ? " and \(decision.others) more" : ""
            table.add([
                clock(decision.time), decision.place + others, decision.kind.rawValue,
                decision.reasons.map(\.rawValue).joined(separator: ", "),
            ])
        }
        var text = table.text(width: width) + "\n" + figures([result], width: width) + "\n"
        let missed = CoverageReport.Reason.allCases.compactMap { reason in
            result.coverage.reasons[reason].map { "\(reason.rawValue) \($0)" }
        }
        func add(_ line: String) { text += TextWidth.wrapped(line, width: width, indent: 2) }
        if !missed.isEmpty { add("missed: " + missed.joined(separator: ", ")) }
        for kind in GateDecision.Kind.allCases {
            let reasons = result.tally.reasons(kind)
            guard !reasons.isEmpty else { continue }
            let counts = reasons.map { "\($0.reason.rawValue) \($0.entries)" }
            add("\(kind.rawValue): " + counts.joined(separator: ", "))
        }
        for line in circumstances(result) { add(line) }
        return text
    }

    /// What lay behind the decisions, and behind their absence: the fixes, the crossings without an entry, and the
    /// gate's answer over time.
    private static func circumstances(_ result: ReplayResult) -> [String] {
        let (use, policy) = (result.fixUse, result.monitorPolicy)
        var fixes = "fixes: used \(use.used)"
        for reason in FixUse.Refusal.allCases {
            guard let count = use.refused[reason] else { continue }
            fixes += ", \(reason.rawValue) \(count)"
            if reason == .inaccurate, let best = use.bestRefusedAccuracy {
                fixes += " (above \(number(policy.maximumAccuracy)) m, the best of them \(number(best)) m)"
            }
        }
        var lines = [fixes]
        let passes = RegionPass.Reason.allCases.compactMap { reason in
            let count = result.passes.count { $0.reason == reason }
            return count > 0 ? "\(reason.rawValue) \(count)" : nil
        }
        if !passes.isEmpty {
            var line = "crossed without an entry: " + passes.joined(separator: ", ")
            if let longest = result.passes.compactMap(\.inside).max() {
                line += " (an entry needs \(number(policy.settleTime.inSeconds)) s inside; the longest had "
                line += "\(number(longest.inSeconds)) s)"
            }
            lines.append(line)
        }
        for isHeld in [true, false] {
            let times = result.outlookTimes
            let reasons = times.reasons(held: isHeld).map {
                "\($0.reason.rawValue) \(ClockText.text(seconds: $0.time.inSeconds))"
            }
            let length = ClockText.text(seconds: (isHeld ? times.held : times.allowed).inSeconds)
            lines.append(([(isHeld ? "held " : "allowed ") + length] + reasons).joined(separator: ", "))
        }
        return lines
    }

    /// A number with one decimal, or without one if it is whole.
    private static func number(_ value: Double) -> String {
        FigureText.decimal(value, places: value == value.rounded() ? 0 : 1)
    }
}
