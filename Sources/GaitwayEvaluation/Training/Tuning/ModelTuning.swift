// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
package import GaitwayRecognition

/// What a model takes from rides that it did not learn from: all that is not a weight.
package struct ModelTuning: Sendable, Hashable {
    /// λ of the penalty λ/2 |W|².
    package var penalty: Double
    /// The balanced log-loss of held-out windows for each penalty that was tried.
    package var lossOfPenalty: [Double: Double]
    /// What brings the probabilities to what they claim.
    package var calibration: Calibration
    /// What the temperature is multiplied by after that.
    package var sureness = 1.0
    /// What the temperature is multiplied by then, since few rides say little of it.
    package var caution = 1.0
    /// Which probability gives which confidence.
    package var confidence: ConfidenceLevels
    /// The squared distance from the training data from which a window is far.
    package var distanceLimit: Double
    /// How windows are joined over time.
    package var smoothing: SmoothingParameters
    /// What could not be chosen on rides left out and why, a sentence each.
    package var findings: [String] = []

    /// The tuning where there are no rides to leave out.
    package static func standard(penalty: Double, stay: Double?, findings: [String] = []) -> ModelTuning {
        ModelTuning(
            penalty: penalty, lossOfPenalty: [:], calibration: .none, caution: Caution.temperature,
            confidence: .unjudged, distanceLimit: TrainingDistance.noLimit,
            smoothing: SmoothingParameters(stay: stay ?? SmoothingParameters.standardStay), findings: findings)
    }

    package func applied(to model: CaseModel) -> CaseModel {
        var tuned = model
        if let scaling { tuned.classifier = model.classifier.calibrated(by: scaling) }
        tuned.confidence = confidence
        tuned.distance.limit = distanceLimit
        return tuned
    }

    /// A scale and an offset for each class that make up calibration, sureness and caution; nil for none of them.
    var scaling: VectorScaling? {
        let identity = VectorScaling(TemperatureScaling(temperature: 1), classes: ActivityClass.allCases.count)
        let factor = sureness * caution
        return factor == 1 ? calibration.scaling : (calibration.scaling ?? identity).divided(by: factor)
    }

    /// What was chosen and why, a line each.
    package var explanation: [String] {
        func text(_ value: Double) -> String { String((value * 10000).rounded() / 10000) }
        func percent(_ share: Double) -> String { "\(Int(clamping: (share * 100).rounded())) %" }
        let losses = lossOfPenalty.sorted { $0.key < $1.key }.map { "\($0.key): \(text($0.value))" }
        let targets = ConfidenceLevels.targets
        return [
            "the penalty is \(penalty)"
                + (losses.count > 1
                    ? ", which has the least log-loss on rides left out (" + losses.joined(separator: ", ") + ")" : ""),
            "the probabilities are calibrated by: \(calibration.name)"
                + (sureness == 1
                    ? "" : ", and made surer: the temperature times \(sureness) has the least error of calibration")
                + (caution == 1
                    ? "" : "; for the number of rides left out the temperature is multiplied by \(text(caution))"),
            "confidence is medium from a probability of \(text(confidence.medium)) and "
                + (confidence.high < 1 ? "high from \(text(confidence.high))" : "never high")
                + (losses.isEmpty || confidence.high >= 1
                    ? ""
                    : ", so that on rides left out \(percent(targets.medium)) of medium and \(percent(targets.high)) "
                        + "of high answers are right, or more"),
            "a window is far from the training data beyond a squared distance of \(text(distanceLimit))",
            "an activity goes on over the next 2.56 s with probability \(text(smoothing.stay))",
            "a window's evidence counts with the power \(smoothing.evidence.causal) for causal smoothing, "
                + "\(smoothing.evidence.lag) for lag, \(smoothing.evidence.viterbi) for viterbi",
            "the smoothed probabilities have the temperature \(text(smoothing.temperature))",
        ]
    }
}
