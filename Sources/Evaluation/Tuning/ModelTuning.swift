package import ActivityRecognition
internal import LogisticRegression

/// What a model takes from rides that it did not learn from: all that is not a weight.
package struct ModelTuning: Sendable, Hashable {
    /// λ of the penalty λ/2 |W|².
    package var penalty: Double
    /// The balanced log-loss of held-out windows for each penalty that was tried.
    package var lossOfPenalty: [Double: Double]
    /// What brings the probabilities to what they claim.
    package var calibration: Calibration
    /// Which probability gives which confidence.
    package var confidence: ConfidenceLevels
    /// The squared distance from the training data from which a window is far.
    package var distanceLimit: Double
    /// How windows are joined over time.
    package var smoothing: SmoothingParameters

    /// The tuning where there are no rides to leave out.
    package static func standard(penalty: Double, stay: Double?) -> ModelTuning {
        ModelTuning(
            penalty: penalty, lossOfPenalty: [:], calibration: .none, confidence: .standard,
            distanceLimit: TrainingDistance.noLimit,
            smoothing: SmoothingParameters(stay: stay ?? SmoothingParameters.standardStay))
    }

    /// The model with this tuning.
    package func applied(to model: CaseModel) -> CaseModel {
        var tuned = model
        if let scaling = calibration.scaling { tuned.classifier = model.classifier.calibrated(by: scaling) }
        tuned.confidence = confidence
        tuned.distance.limit = distanceLimit
        return tuned
    }

    /// What was chosen and why, a line each.
    package var explanation: [String] {
        func text(_ value: Double) -> String { String((value * 10000).rounded() / 10000) }
        let losses = lossOfPenalty.sorted { $0.key < $1.key }.map { "\($0.key): \(text($0.value))" }
        return [
            "penalty \(penalty)"
                + (losses.count > 1 ? ", of the log-losses on rides left out " + losses.joined(separator: ", ") : ""),
            "calibration \(calibration.name): of none, temperature and vector scaling the one that rides left out call for",
            "confidence medium from \(text(confidence.medium)), high from \(text(confidence.high)), for at least "
                + "\(ConfidenceLevels.targets.medium) and \(ConfidenceLevels.targets.high) right on rides left out",
            "far from training beyond a squared distance of \(text(distanceLimit))",
            "stays with probability \(text(smoothing.stay)) over 2.56 s, as long as activities last on spliced rides; evidence "
                + "to the power \(smoothing.evidence.causal) causal, \(smoothing.evidence.lag) lag, "
                + "\(smoothing.evidence.viterbi) viterbi, for the macro-F1 there; smoothed posterior at temperature "
                + text(smoothing.temperature),
        ]
    }
}
