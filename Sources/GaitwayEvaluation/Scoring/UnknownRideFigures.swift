// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// How well rides outside the five activities are told from those that are. All windows count the same.
package struct UnknownRideFigures: Sendable, Hashable {
    /// The number of windows of rides labelled none or unknown.
    package let windows: Int
    /// The share of these that are classified as none or unknown; nil without any.
    package let shareRight: Double?
    /// The probability that such a window has a greater P(none) than a window of a known ride, ties half
    /// (the area under the receiver operating characteristic); nil unless there are both.
    package let auroc: Double?
    /// The same for ``ScoredWindow/novelty``, which has the distance from the training data beside P(none).
    package let noveltyAUROC: Double?
    /// The share of these windows that would be classified as none if P(none) were asked alone, with 4 % of the windows
    /// of known rides lost to it; nil unless there are both.
    package let shareFoundAtFourPercent: Double?
    /// The share of windows of known rides that are classified as none or unknown; nil without any.
    package let knownRefused: Double?

    package init(_ windows: [ScoredWindow]) {
        var (unknown, unknownRefused, known, knownRefused) = (0, 0, 0, 0)
        for window in windows {
            let refused = window.prediction.isActivity ? 0 : 1
            if window.truth == nil {
                unknown += 1
                unknownRefused += refused
            } else {
                known += 1
                knownRefused += refused
            }
        }
        self.windows = unknown
        shareRight = unknown > 0 ? Double(unknownRefused) / Double(unknown) : nil
        self.knownRefused = known > 0 ? Double(knownRefused) / Double(known) : nil
        auroc = Self.areaUnderCurve(
            windows.map { (score: $0.probabilities.noneOfThese, isPositive: $0.truth == nil) })
        shareFoundAtFourPercent = Self.shareFound(windows, losing: 0.04)
        noveltyAUROC = Self.areaUnderCurve(windows.map { (score: $0.novelty, isPositive: $0.truth == nil) })
    }

    /// The share of windows without a truth whose P(none) exceeds that of all but a share `lost` of those with one.
    private static func shareFound(_ windows: [ScoredWindow], losing lost: Double) -> Double? {
        let known = windows.filter { $0.truth != nil }.map(\.probabilities.noneOfThese).sorted()
        let others = windows.filter { $0.truth == nil }.map(\.probabilities.noneOfThese)
        guard !known.isEmpty, !others.isEmpty else { return nil }
        let limit = known[min(known.count - 1, Int(clamping: Double(known.count) * (1 - lost)))]
        return Double(others.count { $0 > limit }) / Double(others.count)
    }

    /// P(score of a positive > score of a negative) + P(equal)/2, from the ranks (Mann and Whitney 1947):
    /// (sum of the positives' mid-ranks - P (P + 1)/2) / (P N).
    static func areaUnderCurve(_ scored: [(score: Double, isPositive: Bool)]) -> Double? {
        let positives = scored.count { $0.isPositive }
        let negatives = scored.count - positives
        guard positives > 0, negatives > 0 else { return nil }
        let sorted = scored.sorted { $0.score < $1.score }
        var rankSum = 0.0
        var start = 0
        while start < sorted.count {
            var end = start + 1
            while end < sorted.count, sorted[end].score == sorted[start].score { end += 1 }
            let midRank = Double(start + 1 + end) / 2
            rankSum += midRank * Double(sorted[start..<end].count { $0.isPositive })
            start = end
        }
        let (p, n) = (Double(positives), Double(negatives))
        return (rankSum - p * (p + 1) / 2) / (p * n)
    }
}
