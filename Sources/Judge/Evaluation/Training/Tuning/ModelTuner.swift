internal import ActivityRecognition
internal import Learning
internal import MotionTypes

/// Chooses what a model takes from rides that it did not learn from.
///
/// Every window was scored by the model of its fold, which did not see it. A fold's own tuning comes from the windows
/// of all other folds, so that nothing is chosen on what is then reported.
struct ModelTuner {
    /// The share of windows of known rides that may be farther than the limit.
    private static let farShare = 0.005

    /// The scored windows for each penalty, none refused, in the same order for each.
    let scored: [Double: [ScoredWindow]]
    /// The probability to stay, when it is not to be learnt.
    let stay: Double?

    /// The tuning from the windows of all folds but `excluded`; nil: of all folds.
    func tuning(excluding excluded: Int?) throws -> ModelTuning {
        var losses: [Double: Double] = [:]
        for (penalty, windows) in scored {
            let known = windows.filter { $0.truth != nil && $0.fold != excluded }
            losses[penalty] = Metrics(known, weights: Self.weights(known)).logLoss ?? .infinity
        }
        // Of equals, the strongest.
        let penalty =
            losses.min { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? ModelTrainer.Options().penalty
        var known = (scored[penalty] ?? []).filter { $0.truth != nil && $0.fold != excluded }
        let weights = Self.weights(known)
        // None of the activities has a say, as in the fit: else a scale of its own could make of its probability what
        // it likes.
        let others = (scored[penalty] ?? []).filter { $0.truth == nil && $0.fold != excluded && !$0.isRefused }
        let noneWeight = ModelTrainer.Options().noneWeight / Double(Activity.allCases.count * max(1, others.count))
        let calibration = try Calibration.best(
            for: known + others, weights: weights + others.map { _ in noneWeight })
        if let scaling = calibration.scaling {
            for index in known.indices {
                var logits = known[index].probabilities.logits
                scaling.apply(to: &logits)
                known[index].probabilities = ActivityProbabilities(logits: logits)
            }
        }
        return ModelTuning(
            penalty: penalty, lossOfPenalty: losses, calibration: calibration,
            confidence: ConfidenceLevels(fitting: known, weights: weights),
            distanceLimit: Quantile.value(1 - Self.farShare, of: known.map(\.squaredDistance).sorted())
                ?? TrainingDistance.noLimit,
            smoothing: try SmoothingParameters(fitting: known, stay: stay))
    }

    /// What each window weighs. An activity that has few windows in every data set counts all the same: else short
    /// rides alone would weigh nothing, and the windows of none of the activities would choose the calibration.
    private static func weights(_ windows: [ScoredWindow]) -> [Double] {
        CellWeights(windows, keepsEveryActivity: true).weights
    }
}
