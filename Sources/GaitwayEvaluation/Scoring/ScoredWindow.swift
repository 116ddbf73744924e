// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition
// log; Foundation is not needed.
internal import Glibc

/// One window of a ride that a model did not learn from, with the truth and what the model says.
package struct ScoredWindow: Sendable, Hashable {
    /// The ride: the index of its row in the manifest.
    package var recordingIndex: Int
    /// The window's number in the ride; neighbours differ by one, and a gap in the recording leaves numbers out.
    package var windowIndex: Int
    /// Where the window begins, in seconds since the recording's first accelerometer sample.
    package var start: Double
    /// The data set, as an index into the caller's list of names; not negative.
    package var dataSet: Int
    /// The fold that held it out; 0 for all windows when there are no folds.
    package var fold: Int
    /// The ride's activity; nil for rides labelled none or unknown.
    package var truth: Activity?
    package var probabilities: ActivityProbabilities
    /// Whether the recogniser refused to answer: it said unknown.
    package var isRefused: Bool
    /// Why it refused, or would have.
    package var reason = UnknownReason.farFromTraining
    /// Which probability gives which confidence, in the model that answered.
    package var levels: ConfidenceLevels
    /// The squared distance to the model's training data; 0 where it was not measured.
    package var squaredDistance: Double
    /// The speed by the fixes in the window and right before, in m/s, or nil.
    package var speed: Double?
    /// What is joined over time in place of the probabilities; nil where that is the same.
    package var evidence: ActivityProbabilities?

    package init(
        recordingIndex: Int, windowIndex: Int, start: Double, dataSet: Int, fold: Int = 0,
        truth: Activity?, probabilities: ActivityProbabilities, isRefused: Bool = false,
        levels: ConfidenceLevels = .standard, squaredDistance: Double = 0,
        speed: Double? = nil
    ) {
        precondition(dataSet >= 0, "a data set is an index")
        self.recordingIndex = recordingIndex
        self.windowIndex = windowIndex
        self.start = start
        self.dataSet = dataSet
        self.fold = fold
        self.truth = truth
        self.probabilities = probabilities
        self.isRefused = isRefused
        self.levels = levels
        self.squaredDistance = squaredDistance
        self.speed = speed
    }

    /// The recogniser's answer: the most likely class, or unknown.
    package var prediction: Prediction { isRefused ? .unknown : Prediction(probabilities.mostLikely) }

    /// Whether the answer is the truth; for rides labelled none or unknown, either answer is.
    package var isRight: Bool { truth.map { prediction == Prediction($0) } ?? !prediction.isActivity }

    /// How unlike the five activities it is: the log-odds of none, and how far it lies from the training data. The
    /// weight of the distance matters little between 2 and 5.
    package var novelty: Double {
        let none = probabilities.noneOfThese
        return log(max(none, 1e-9) / max(1 - none, 1e-9)) + 4 * log(max(squaredDistance, 1e-9))
    }
}
