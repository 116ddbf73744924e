// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Which probability of the reported class gives which confidence; part of a model, as the scale is the model's.
package struct ConfidenceLevels: Sendable, Hashable {
    /// The least probability that is medium.
    package var medium: Double
    /// The least probability that is high; 1: none is.
    package var high: Double

    /// Levels for a model whose probabilities were not judged: what a study of the default model's data found.
    package static let standard = ConfidenceLevels(medium: 0.6, high: 0.9)

    /// Levels for a model whose probabilities could not be judged: none is high.
    package static let unjudged = ConfidenceLevels(medium: standard.high, high: 1)

    /// Levels for answers by the speed of fixes alone: none is high, since a car in town and a bicycle are as fast.
    static let bySpeedAlone = ConfidenceLevels(medium: standard.medium, high: 1)

    package init(medium: Double, high: Double) {
        self.medium = medium
        self.high = high
    }

    /// The confidence in a class of this probability in the window's posterior.
    package func confidence(of probability: Double) -> Confidence {
        probability >= high && high < 1 ? .high : probability >= medium ? .medium : .low
    }
}
