// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// By how much one model's weighted macro-F1 exceeds another's on the same windows.
///
/// Both are scored in the same draws of the bootstrap over data sets. What makes a data set hard makes it hard for both
/// and cancels, so that the interval is far narrower than either's own: it tells a gain from noise.
package struct MacroF1Difference: Sendable, Hashable {
    /// The macro-F1 less that of the other.
    package let value: Double
    /// Where the difference lies in most of the draws.
    package let interval: FigureInterval

    /// The difference of `windows` over `reference`: the same windows in the same order, answered by another model.
    ///
    /// Nil with fewer than two data sets that have a weighted cell.
    package init?(_ windows: [ScoredWindow], over reference: [ScoredWindow], draws: Int = 1000, seed: UInt64 = 1) {
        precondition(
            windows.count == reference.count
                && zip(windows, reference).allSatisfy { $0.dataSet == $1.dataSet && $0.truth == $1.truth },
            "a paired difference is over the same windows")
        /// Which data sets are drawn depends on the cells alone, which both have.
        func scores(_ windows: [ScoredWindow]) -> [Double] {
            DataSetBootstrap(
                DataSetBootstrap.Cell.weighted(windows), isBalanced: true, count: draws, seed: seed
            ).draws.compactMap(\.macroF1)
        }
        let weights = CellWeights(windows).weights
        let differences = zip(scores(windows), scores(reference)).map { $0 - $1 }
        guard let score = Metrics(windows, weights: weights).macroF1,
            let other = Metrics(reference, weights: weights).macroF1,
            let interval = FigureInterval(of: differences)
        else { return nil }
        value = score - other
        self.interval = interval
    }
}
