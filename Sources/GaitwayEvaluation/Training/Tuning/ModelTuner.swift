// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
internal import GaitwayRecognition

/// Chooses what a model takes from rides that it did not learn from.
///
/// Every window was scored by the model of its fold, which did not see it. A fold's own tuning comes from the windows
/// of all other folds, so that nothing is chosen on what is then reported. Windows whose truth the model of their fold
/// has never seen have no say: they would make every model look hopeless.
struct ModelTuner {
    /// The share of windows of known rides that may be farther than the limit.
    private static let farShare = 0.005

    /// The windows with a say that a choice needs, two minutes of them.
    private static let leastWindows = 50

    /// The scored windows for each penalty, in the same order for each; refused are those that no model serves.
    let scored: [Double: [ScoredWindow]]
    /// The probability to stay, when it is not to be learnt.
    let stay: Double?
    /// The truths that a fold's model has not seen.
    private let unseen: UnseenTruths

    /// A tuner of windows that models scored which did not learn from them.
    init(scored: [Double: [ScoredWindow]], stay: Double?) {
        self.scored = scored
        self.stay = stay
        let served = (scored.first?.value ?? []).filter { !$0.isRefused }
        unseen = UnseenTruths(
            served.map { (fold: $0.fold, activityClass: $0.truth.map { ActivityClass($0) } ?? .noneOfThese) })
    }

    /// The windows of a penalty that have a say.
    private func heard(_ windows: [ScoredWindow], excluding excluded: Int?) -> [ScoredWindow] {
        windows.filter { $0.fold != excluded && !unseen.contains($0) }
    }

    /// The tuning from the windows of all folds but `excluded`; nil: of all folds.
    func tuning(excluding excluded: Int?) throws -> ModelTuning {
        let all = heard(scored.first?.value ?? [], excluding: excluded).filter { $0.truth != nil }
        guard all.count >= Self.leastWindows, Set(all.map(\.truth)).count > 1 else {
            let standard = ModelTrainer.Options().penalty
            return .standard(
                penalty: scored[standard] == nil ? scored.keys.max() ?? standard : standard, stay: stay,
                findings: [
                    "settings cannot be tuned, so penalty, confidence and dwell times are the defaults: too few "
                        + "windows of rides left out show an activity that the other rides show, too"
                ])
        }
        var findings: [String] = []
        var losses: [Double: Double] = [:]
        for (penalty, windows) in scored {
            let known = heard(windows, excluding: excluded).filter { $0.truth != nil }
            losses[penalty] = Metrics(known, weights: Self.weights(known)).logLoss ?? .infinity
        }
        // Of equals, the strongest.
        let penalty =
            losses.min { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? ModelTrainer.Options().penalty
        let heard = heard(scored[penalty] ?? [], excluding: excluded)
        var known = heard.filter { $0.truth != nil }
        let weights = Self.weights(known)
        // None of the activities has a say, as in the fit: else a scale of its own could make of its probability what
        // it likes.
        let others = heard.filter { $0.truth == nil && !$0.isRefused }
        let noneWeight = ModelTrainer.Options().noneWeight / Double(Activity.allCases.count * max(1, others.count))
        let calibration = try Calibration.best(
            for: known + others, weights: weights + others.map { _ in noneWeight }, classes: unseen.all)
        if case .refused(let scaling) = calibration {
            findings.append(
                "calibration skipped: rides left out are classified almost without doubt (temperature beyond "
                    + "\(scaling.temperature))")
        }
        if let scaling = calibration.scaling {
            for index in known.indices {
                var logits = known[index].probabilities.logits(centredOver: unseen.all)
                scaling.apply(to: &logits)
                known[index].probabilities = ActivityProbabilities(logits: logits)
            }
        }
        let sureness = Sureness(known, weights: weights, classes: unseen.all).factor
        // A fold's model is judged on rides like those that tuned it. The model of all rides meets others, too.
        let caution =
            excluded == nil
            ? Caution.factor(of: calibration.temperature * sureness, rides: Set(known.map(\.recordingIndex)).count) : 1
        known = known.map { $0.surer(by: sureness * caution, unseen.all) }
        var confidence = ConfidenceLevels(fitting: known, weights: weights)
        let rare = activitiesOfFewRides(excluding: excluded)
        if !rare.isEmpty, confidence.high < 1 {
            confidence.high = 1
            findings.append(
                "no answer has high confidence, since \(rare.map(\.rawValue).joined(separator: ", ")) "
                    + "\(rare.count == 1 ? "has" : "have") fewer than \(Caution.leastRides) rides: "
                    + "so few cannot show how sure the model may be")
        }
        let smoothing = try SmoothingParameters(fitting: known, stay: stay) { findings.append($0) }
        // Without the activities that no fold's model knew, the limit could refuse them in the model that does.
        let distances = (scored[penalty] ?? []).filter { $0.truth != nil && $0.fold != excluded }.map(\.squaredDistance)
        return ModelTuning(
            penalty: penalty, lossOfPenalty: losses, calibration: calibration, sureness: sureness, caution: caution,
            confidence: confidence,
            distanceLimit: Quantile.value(1 - Self.farShare, of: distances.sorted())
                ?? TrainingDistance.noLimit,
            smoothing: smoothing, findings: findings)
    }

    /// The activities of all folds but one that too few rides show, also those that no other fold shows.
    private func activitiesOfFewRides(excluding excluded: Int?) -> [Activity] {
        var rides: [Activity: Set<Int>] = [:]
        for window in scored.first?.value ?? [] where window.fold != excluded {
            if let truth = window.truth { rides[truth, default: []].insert(window.recordingIndex) }
        }
        return Activity.allCases.filter { rides[$0].map { $0.count < Caution.leastRides } ?? false }
    }

    /// What each window weighs. An activity that has few windows in every data set counts all the same: else short
    /// rides alone would weigh nothing, and the windows of none of the activities would choose the calibration.
    private static func weights(_ windows: [ScoredWindow]) -> [Double] {
        CellWeights(windows, keepsEveryActivity: true).weights
    }
}
