import MotionTypes

/// How far the weighted macro-F1 would move with other data sets: its 90 % interval under the bootstrap over data sets.
///
/// As many data sets as there are get drawn with replacement, 1000 times; in each draw the cells weigh as in
/// ``CellWeights``, a cell drawn twice counting twice. Draws in which an activity is missing altogether are repeated, as
/// their macro-F1 is the mean of fewer activities. Source: B. Efron, Annals of Statistics 7 (1979).
public struct MacroF1Interval: Sendable, Hashable {
    /// The 5 % quantile.
    public let lower: Double
    /// The 95 % quantile.
    public let upper: Double

    /// The interval for `windows`; nil with fewer than two data sets that have a weighted cell.
    public init?(_ windows: [ScoredWindow], draws: Int = 1000, seed: UInt64 = 1) {
        precondition(draws > 0, "a bootstrap needs draws")
        let parts = Self.parts(windows)
        guard parts.count > 1 else { return nil }
        let wanted = Set(parts.flatMap { $0.map(\.activity) })
        var generator = SplitMix64(seed: seed)
        var scores: [Double] = []
        // The activities of few data sets are drawn often enough: with one of n data sets, in 63 % of draws.
        for _ in 0..<draws * 100 where scores.count < draws {
            var times = [Int](repeating: 0, count: parts.count)
            for _ in parts { times[generator.below(parts.count)] += 1 }
            if let score = Self.macroF1(parts, times: times, activities: wanted) { scores.append(score) }
        }
        guard let lower = Quantile.value(0.05, of: scores), let upper = Quantile.value(0.95, of: scores)
        else { return nil }
        self.lower = lower
        self.upper = upper
    }

    /// The answers to one cell, as shares of its windows.
    private struct CellAnswers {
        let activity: Activity
        var shares: [Double]
    }

    /// The weighted cells of each data set that has any.
    private static func parts(_ windows: [ScoredWindow]) -> [[CellAnswers]] {
        let cells = CellWeights(windows).cells
        var matrices: [Int: ConfusionMatrix] = [:]
        for window in windows {
            if let truth = window.truth {
                matrices[window.dataSet, default: ConfusionMatrix()][truth, window.answer] += 1
            }
        }
        var parts: [[CellAnswers]] = []
        var last: Int?
        // Cells come by data set.
        for cell in cells {
            let matrix = matrices[cell.dataSet] ?? ConfusionMatrix()
            let shares = Answer.allCases.map { matrix[cell.activity, $0] / Double(cell.windows) }
            if cell.dataSet != last { parts.append([]) }
            parts[parts.count - 1].append(CellAnswers(activity: cell.activity, shares: shares))
            last = cell.dataSet
        }
        return parts
    }

    /// The macro-F1 when part i is there times[i] times; nil when an activity is missing.
    private static func macroF1(
        _ parts: [[CellAnswers]], times: [Int], activities: Set<Activity>
    ) -> Double? {
        var sums = ConfusionMatrix()
        for (part, count) in zip(parts, times) where count > 0 {
            for cell in part {
                for answer in Answer.allCases {
                    sums[cell.activity, answer] += Double(count) * cell.shares[answer.rawValue]
                }
            }
        }
        var balanced = ConfusionMatrix()
        for activity in activities {
            let total = sums.total(of: activity)
            guard total > 0 else { return nil }
            for answer in Answer.allCases { balanced[activity, answer] = sums[activity, answer] / total }
        }
        return balanced.macroF1
    }
}
