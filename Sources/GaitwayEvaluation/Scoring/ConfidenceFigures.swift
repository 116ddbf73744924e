// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// How many of the answers to known rides come with each confidence, and how many of these are right.
package struct ConfidenceFigures: Sendable, Hashable {
    package struct Level: Sendable, Hashable {
        package let confidence: Confidence
        /// Their share of all windows.
        package let share: Double
        /// The share of right ones among them; nil without any.
        package let right: Double?
    }

    /// Low, medium, high. Windows without an estimate count as low, and as wrong.
    package let levels: [Level]

    /// The figures of windows whose truth is known, which weigh `weights`; nil without any.
    package init?(_ windows: [ScoredWindow], weights: [Double]) {
        precondition(windows.count == weights.count, "one weight per window")
        var totals: [Confidence: (all: Double, right: Double)] = [:]
        var sum = 0.0
        for (window, weight) in zip(windows, weights) where window.truth != nil && weight > 0 {
            let likeliest = window.probabilities.mostLikely
            let confidence =
                window.isRefused ? Confidence.low : window.levels.confidence(of: window.probabilities[likeliest])
            totals[confidence, default: (0, 0)].all += weight
            totals[confidence, default: (0, 0)].right += window.isRight ? weight : 0
            sum += weight
        }
        guard sum > 0 else { return nil }
        levels = [Confidence.low, .medium, .high].map { confidence in
            let (all, right) = totals[confidence] ?? (0, 0)
            return Level(confidence: confidence, share: all / sum, right: all > 0 ? right / all : nil)
        }
    }
}
