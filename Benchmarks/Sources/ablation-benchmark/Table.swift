// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import Glibc

/// Writes the table row by row, since each takes minutes.
struct Table {
    private let judge: Judge

    init(_ judge: Judge) { self.judge = judge }

    /// Judges the variants and prints a row for each, with its difference from the first.
    func print(_ variants: [Variant]) async throws {
        line(judge.plan.description)
        line(
            "| features | count | macro-F1 | difference, "
                + "points (90 %) | worst activity | log-loss | ECE | causal, spliced |"
        )
        line("| --- | --- | --- | --- | --- | --- | --- | --- |")
        var reference: [ScoredWindow]?
        for variant in variants {
            let scored = try await judge.outcome(variant).windows
            line(row(variant, scored, reference: reference))
            if reference == nil { reference = scored }
        }
    }

    private func row(_ variant: Variant, _ scored: [ScoredWindow], reference: [ScoredWindow]?) -> String {
        let metrics = Metrics(scored, weights: CellWeights(scored).weights)
        let figures: [(activity: Activity, f1: Double)] = Activity.allCases.compactMap { activity in
            metrics[activity].f1.map { (activity, $0) }
        }
        let worst = figures.min { $0.f1 < $1.f1 }
        let causal = Judge.overTime(scored, stay: variant.stay).metrics
        let cells = [
            variant.name, String(variant.featureCount), Decimal.text(metrics.macroF1), difference(scored, reference),
            worst.map { "\($0.activity.rawValue) " + Decimal.text($0.f1) } ?? "-", Decimal.text(metrics.logLoss),
            Decimal.text(metrics.calibrationError), Decimal.text(causal.macroF1),
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }

    private func difference(_ scored: [ScoredWindow], _ reference: [ScoredWindow]?) -> String {
        guard let reference, let difference = MacroF1Difference(scored, over: reference) else { return "" }
        let values = [difference.value, difference.interval.lower, difference.interval.upper].map {
            Decimal.text(100 * $0, places: 1, isSigned: true)
        }
        return "\(values[0]) (\(values[1]) to \(values[2]))"
    }

    private func line(_ text: String) {
        Swift.print(text)
        fflush(nil)
    }
}

/// Decimal text, independent of the locale.
enum Decimal {
    /// A number with `places` decimals, or a dash.
    static func text(_ value: Double?, places: Int = 3, isSigned: Bool = false) -> String {
        guard let value, value.isFinite else { return "-" }
        var scale = 1
        for _ in 0..<places { scale *= 10 }
        let units = Int(proven: (value.magnitude * Double(scale)).rounded())
        let decimals = String(units % scale + scale).dropFirst()
        let sign = value < 0 && units > 0 ? "−" : isSigned && units > 0 ? "+" : ""
        return sign + String(units / scale) + (places > 0 ? "." + decimals : "")
    }
}
