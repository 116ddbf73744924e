// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import Glibc

/// The full model over time with this build's window and hop: one row of the table of windows.
struct OverTime {
    static let header = """
        | window s | hop s | macro-F1 | interval (90 %) | worst activity | log-loss | macro-F1 in force | \
        delay s: median, 90 % | changes per change |
        | --- | --- | --- | --- | --- | --- | --- | --- | --- |
        """

    static func row(_ judge: Judge, rides: Rides, blocks path: String) async throws -> String {
        var variant = Variant.everything
        variant.stay = stay(perHopOf: variant.stay)
        var judge = judge
        if Files.exists(path) { try judge.adoptFolds(of: Block.read(path), source: path) }
        let outcome = try await judge.outcome(variant)
        let scored = outcome.windows
        if !Files.exists(path) { try Block.write(scored, rides: rides.rows.count, to: path) }
        let blocks = try Block.read(path)
        var play = SplicedPlay()
        for fold in Set(blocks.map(\.fold)).sorted() {
            let own = blocks.filter { $0.fold == fold }
            guard let model = outcome.models[fold] else {
                throw InputError(
                    .unsupported, source: path, problem: "no window of this length is in fold \(fold + 1)",
                    remedy: "remove the file, and blocks are cut from the rides that have one")
            }
            try play.play(own, of: rides, to: model)
        }
        let metrics = Metrics(scored, weights: CellWeights(scored).weights)
        let figures = Activity.allCases.compactMap { activity in metrics[activity].f1.map { (activity, $0) } }
        let worst = figures.min { $0.1 < $1.1 }
        let interval = FigureIntervals(scored).macroF1
        let cells = [
            Decimal.text(Double(WindowGrid.duration) * 1e-9, places: 2),
            Decimal.text(Double(WindowGrid.hopDuration) * 1e-9, places: 2), Decimal.text(metrics.macroF1),
            Decimal.text(interval?.lower) + " to " + Decimal.text(interval?.upper),
            worst.map { "\($0.0.rawValue) " + Decimal.text($0.1) } ?? "-", Decimal.text(metrics.logLoss),
            Decimal.text(play.confusion.macroF1),
            Decimal.text(play.delay(0.5), places: 1) + ", " + Decimal.text(play.delay(0.9), places: 1),
            Decimal.text(Double(play.changes) / Double(max(1, play.delays.count)), places: 2),
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }

    /// The probability to stay over this build's hop, from that over 2.56 s: the same chain, sampled at another rate.
    private static func stay(perHopOf stay: Double) -> Double {
        let classes = Double(ActivityClass.allCases.count)
        let contraction = 1 - (1 - stay) * classes / (classes - 1)
        let own = pow(contraction, Double(WindowGrid.hopDuration) * 1e-9 / 2.56)
        return 1 - (1 - own) * (classes - 1) / classes
    }
}
