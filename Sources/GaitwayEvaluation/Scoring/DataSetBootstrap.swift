// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Confusion matrices as other data sets would have given them: the bootstrap over data sets.
///
/// As many data sets as there are get drawn with replacement, a data set drawn twice counting twice. Draws in which an
/// activity is missing altogether are repeated, as their macro-F1 is the mean of fewer activities. Source: B. Efron,
/// Annals of Statistics 7 (1979). Cells that bring ``Cell/shares`` are drawn anew in each draw; see
/// ``PredictionShares``.
struct DataSetBootstrap {
    /// The answers to the windows of one activity in one data set, as weights by `Prediction`.
    struct Cell {
        let dataSet: Int
        let activity: Activity
        let weights: [Double]
        /// What the answers might have been with other rides; nil where drawing data sets says enough.
        var shares: PredictionShares?
    }

    /// The matrix of each draw; empty with fewer than two data sets, unless the cells of the one are drawn anew.
    let draws: [ConfusionMatrix]

    /// The draws of `cells`; with `isBalanced` every activity of a draw gets the sum 1.
    init(_ cells: [Cell], isBalanced: Bool, count: Int = 1000, seed: UInt64 = 1) {
        precondition(count > 0, "a bootstrap needs draws")
        let dataSets = Set(cells.map(\.dataSet)).sorted()
        guard dataSets.count > 1 || (!cells.isEmpty && cells.allSatisfy { $0.shares != nil }) else {
            draws = []
            return
        }
        let parts = dataSets.map { dataSet in cells.filter { $0.dataSet == dataSet } }
        let wanted = Set(cells.map(\.activity))
        var generator = SplitMix64(seed: seed)
        // A sequence of its own, so that the data sets drawn do not depend on it.
        var shareGenerator = SplitMix64(seed: ~seed)
        draws = generator.draws(count, of: parts.count) { times in
            Self.matrix(parts, times: times, activities: wanted, isBalanced: isBalanced, generator: &shareGenerator)
        }
    }

    /// The interval of a figure of the matrix; nil when no draw has it.
    func interval(_ figure: (ConfusionMatrix) -> Double?) -> FigureInterval? {
        FigureInterval(of: draws.compactMap(figure))
    }

    /// The matrix when part i is there times[i] times; nil when an activity is missing.
    private static func matrix(
        _ parts: [[Cell]], times: [Int], activities: Set<Activity>, isBalanced: Bool, generator: inout SplitMix64
    ) -> ConfusionMatrix? {
        var sums = ConfusionMatrix()
        for (part, count) in zip(parts, times) where count > 0 {
            for cell in part {
                let total = cell.weights.reduce(0, +)
                let weights = cell.shares?.drawn(&generator).map { total * $0 } ?? cell.weights
                for prediction in Prediction.allCases {
                    sums[cell.activity, prediction] += Double(count) * weights[prediction.rawValue]
                }
            }
        }
        for activity in activities {
            let total = sums.total(of: activity)
            guard total > 0 else { return nil }
            guard isBalanced else { continue }
            for prediction in Prediction.allCases { sums[activity, prediction] /= total }
        }
        return sums
    }
}

extension SplitMix64 {
    /// Makes `wanted` draws of a bootstrap: as many units as there are, with replacement. `make` learns how often each
    /// unit is drawn. A draw for which it gives nil is repeated.
    ///
    /// The activities of few units are drawn often enough: with one of n units, in 63 % of draws.
    mutating func draws<Draw>(_ wanted: Int, of units: Int, _ make: (_ times: [Int]) -> Draw?) -> [Draw] {
        var draws: [Draw] = []
        for _ in 0..<wanted * 100 where draws.count < wanted {
            var times = [Int](repeating: 0, count: units)
            for _ in 0..<units { times[below(units)] += 1 }
            if let draw = make(times) { draws.append(draw) }
        }
        return draws
    }
}

/// The range that holds a figure in most draws of a bootstrap: 90 % of them, unless ``percent`` is set for a task.
package struct FigureInterval: Sendable, Hashable {
    /// How many percent of the draws lie within an interval. Figures, texts and pages of one task have the same.
    @TaskLocal package static var percent = standardPercent

    package static let standardPercent = 90

    package static var title: String { "\(percent) % interval" }

    /// The lower quantile: 5 % for an interval of 90 %.
    package let lower: Double
    /// The upper quantile: 95 % for an interval of 90 %.
    package let upper: Double
}

extension FigureInterval {
    /// The range of the draws' values without the same share at both ends; nil without values.
    init?(of draws: [Double]) {
        let percent = Double(Self.percent)
        guard let lower = Quantile.value((100 - percent) / 200, of: draws),
            let upper = Quantile.value((100 + percent) / 200, of: draws)
        else { return nil }
        self.init(lower: lower, upper: upper)
    }

    func reaching(_ value: Double) -> FigureInterval {
        FigureInterval(lower: min(lower, value), upper: max(upper, value))
    }
}
