// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
package import GaitwayBase
package import GaitwayReplay

package enum SimulationText {
    static let header = [
        "entries", "seen", "missed", "false", "repeated", "median delay", "worst", "registrations", "delivered",
        "after deferral", "skipped", "dropped", "waiting",
    ]

    static func row(_ result: ReplayResult) -> [String] {
        let coverage = result.coverage
        return [
            "\(coverage.entries)", "\(coverage.seen.count)", "\(coverage.missed.count)", "\(coverage.wrong)",
            "\(coverage.repeated)", FigureText.seconds(coverage.medianDelay),
            FigureText.seconds(coverage.worstDelay), "\(coverage.registrations)", "\(result.tally.count(.deliver))",
            "\(result.tally.deferredAndDelivered)", "\(result.tally.count(.skip))", "\(result.tally.count(.drop))",
            "\(result.waiting)",
        ]
    }

    private static func figures(_ result: ReplayResult, width: Int) -> String {
        let figures = zip(header, row(result)).map { $0 + " " + $1 }
        return TextWidth.wrapped(
            result.strategy.name + ", " + result.policy + ": " + figures.joined(separator: ", "), width: width,
            indent: 2)
    }

    /// The verdict, then how each entry ended, the figures, and counts of their reasons.
    ///
    /// - Parameters:
    ///   - times: the title of the column of times.
    ///   - clock: formats a time.
    ///   - showsAll: whether every decision has a row, not only the outcome of each entry.
    ///   - width: the reader's columns.
    package static func report(
        _ result: ReplayResult, times: String, clock: (Timestamp) -> String, showsAll: Bool = false, width: Int
    ) -> String {
        let table = showsAll ? decisions(result, times, clock) : entries(result, times, clock)
        var text = TextWidth.wrapped(SimulationVerdict(result).text, width: width) + "\n"
        if !result.decisions.isEmpty { text += table.text(width: width) + "\n" }
        text += figures(result, width: width)
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

    private static func decisions(_ result: ReplayResult, _ times: String, _ clock: (Timestamp) -> String) -> TextTable
    {
        var table = TextTable([times, "place", "decision", "reasons"], texts: 4)
        for decision in result.decisions {
            table.add([
                clock(decision.time), place(of: decision), decision.kind.rawValue,
                decision.reasons.map(\.rawValue).joined(separator: ", "),
            ])
        }
        return table
    }

    private static func entries(_ result: ReplayResult, _ times: String, _ clock: (Timestamp) -> String) -> TextTable {
        var table = TextTable([times, "place", "outcome", "after", "reasons"], texts: 5)
        for outcome in EntryOutcome.outcomes(of: result.decisions) {
            table.add([
                clock(outcome.last.entered), place(of: outcome.last), outcome.word, outcome.delay, outcome.reasons,
            ])
        }
        return table
    }

    private static func place(of decision: GateDecision) -> String {
        decision.place + (decision.others > 0 ? " and \(decision.others) more" : "")
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
        var lines = [fixes, "inside a region at its registration: " + PhoneText.inside(policy)]
        let settings = PhoneText.settings(result.simulator)
        if !settings.isEmpty { lines.append("phone: " + settings.joined(separator: ", ")) }
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
            let lead = isHeld ? "the gate held alerts back for " : "the gate let alerts pass for "
            lines.append(lead + length + (reasons.isEmpty ? "" : ": " + reasons.joined(separator: ", ")))
        }
        return lines
    }

    /// A number with one decimal, or without one if it is whole.
    private static func number(_ value: Double) -> String {
        FigureText.decimal(value, places: value == value.rounded() ? 0 : 1)
    }
}
