// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// How often the likeliest class is right, by the probability it was given.
///
/// Bins of equal width over 0...1, each with its upper edge: bin i holds i/n < p <= (i + 1)/n. Source of the expected
/// calibration error: C. Guo et al., "On Calibration of Modern Neural Networks", ICML 2017.
package struct ReliabilityTable: Sendable, Hashable {
    /// The windows whose top probability lies in a range.
    package struct Bin: Sendable, Hashable {
        package var weight = 0.0
        var confidenceSum = 0.0
        var rightSum = 0.0

        /// The mean probability of the likeliest class; nil in an empty bin.
        package var meanConfidence: Double? { weight > 0 ? confidenceSum / weight : nil }
        /// The share of windows whose likeliest class is right; nil in an empty bin.
        package var accuracy: Double? { weight > 0 ? rightSum / weight : nil }
    }

    package private(set) var bins: [Bin]

    package init(binCount: Int = 15) {
        precondition(binCount > 0, "a table has at least one bin")
        bins = [Bin](repeating: Bin(), count: binCount)
    }

    /// Counts a window whose likeliest class has the probability `confidence`.
    package mutating func add(confidence: Double, isRight: Bool, weight: Double) {
        guard weight > 0 else { return }
        // The comparison comes first, since a conversion of NaN to Int would trap.
        let scaled = (confidence * Double(bins.count)).rounded(.up)
        let index = scaled >= 1 ? Int(clamping: min(scaled, Double(bins.count))) - 1 : 0
        bins[index].weight += weight
        bins[index].confidenceSum += weight * confidence
        bins[index].rightSum += isRight ? weight : 0
    }

    /// Expected calibration error: sum over bins of (bin weight / total) |accuracy - mean confidence|; nil without
    /// weight.
    package var expectedCalibrationError: Double? {
        let total = bins.reduce(0) { $0 + $1.weight }
        guard total > 0 else { return nil }
        return bins.reduce(0) { $0 + ($1.rightSum - $1.confidenceSum).magnitude } / total
    }
}
