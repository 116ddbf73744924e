// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
internal import GaitwayRecognition

/// Moves the model of a sensor case towards a person's own rides, if that improves other rides of theirs.
///
/// The person's recordings are left out in turn. The penalty is the one with the least log-loss on them, every activity
/// weighing the same. The weights stay what they were unless log-loss falls and macro-F1 does not. Where no recording
/// can be left out, they stay, too, unless the caller wants an untested change: its penalty is one that moves little.
struct PersonalAdaptation: Sendable {
    var scope = AdaptationScope.weights

    struct Outcome: Sendable {
        /// The model, moved or as it was.
        var model: CaseModel
        /// λ; nil where the weights stay.
        var penalty: Double?
        /// Log-loss and macro-F1 on recordings left out, of the model as it was; nil where none can be.
        var before: Metrics?
        /// The same of the best of the adapted models.
        var after: Metrics?
        /// The log-loss for each penalty that was tried.
        var lossOfPenalty: [Double: Double] = [:]
        var hasConverged = true
    }

    /// The penalty to use instead of those of the scope; nil: it is chosen.
    var penalty: Double?
    /// Whether the weights move where no recording can be left out to test that.
    var movesUntested = false

    /// The model adapted to those of `windows` that `selection` lists: one person's, of the model's sensor case.
    ///
    /// - Throws: `FitError` when there is nothing to tell apart.
    func adapt(_ base: CaseModel, to windows: LabelledWindows, selection: [Int]) throws(FitError) -> Outcome {
        var outcome = Outcome(model: base)
        if let folds = RecordingFolds(windows, selection: selection)?.folds {
            let known = folds.map { $0.filter { windows.label($0).activity != nil } }
            let before = Self.metrics(try Self.score(base, windows, known.flatMap(\.self)))
            outcome.before = before
            for penalty in penalty.map({ [$0] }) ?? scope.penalties {
                var scored: [ScoredWindow] = []
                for (fold, judged) in zip(folds, known) {
                    let heldOut = Set(fold)
                    let rest = selection.filter { !heldOut.contains($0) }
                    // Recordings of several activities may take all of one with them.
                    let model =
                        windows.activities(rest).count > 1
                        ? try adapted(base, windows, rest, penalty).model : base
                    scored += try Self.score(model, windows, judged)
                }
                let metrics = Self.metrics(scored)
                outcome.lossOfPenalty[penalty] = metrics.logLoss
                if (metrics.logLoss ?? .infinity) < (outcome.after?.logLoss ?? .infinity) {
                    outcome.after = metrics
                    outcome.penalty = penalty
                }
            }
            guard let after = outcome.after, (after.logLoss ?? .infinity) < (before.logLoss ?? .infinity),
                (after.macroF1 ?? 0) >= (before.macroF1 ?? 0)
            else {
                outcome.penalty = nil
                return outcome
            }
        } else {
            outcome.penalty = movesUntested ? penalty ?? scope.cautiousPenalty : nil
        }
        guard let penalty = outcome.penalty else { return outcome }
        let result = try adapted(base, windows, selection, penalty)
        outcome.model = result.model
        outcome.hasConverged = result.isConverged
        return outcome
    }

    private func adapted(
        _ base: CaseModel, _ windows: LabelledWindows, _ selection: [Int], _ penalty: Double
    ) throws(FitError) -> ModelAdapter.Result {
        let adapter = ModelAdapter(base)
        return switch scope {
        case .weights: try adapter.adapted(to: windows.training, selection: selection, penalty: penalty)
        case .intercepts: try adapter.adaptedIntercepts(to: windows.training, selection: selection, penalty: penalty)
        }
    }

    /// The windows as the model of one sensor case answers them.
    static func score(
        _ model: CaseModel, _ windows: LabelledWindows, _ indices: [Int]
    ) throws(FitError) -> [ScoredWindow] {
        let alone = ActivityModel(
            name: "", schema: .motion, cases: [model],
            smoothing: SmoothingParameters(stay: SmoothingParameters.standardStay),
            provenance: .none)
        do throws(InputError) {
            return try ModelScorer(alone).score(windows, indices: indices)
        } catch {
            throw .unkept(problem: error.problem)
        }
    }

    /// The figures in which every activity weighs the same.
    static func metrics(_ scored: [ScoredWindow]) -> Metrics {
        let weights = CellWeights(scored, minimumWindows: 1).weights
        return Metrics(scored, weights: weights)
    }
}

extension PersonalAdaptation.Outcome {
    var explanation: String {
        func number(_ value: Double?) -> String { DecimalText.text(value ?? 0, places: 3) }
        guard let before, let after else {
            return "no activity has two recordings, so nothing can be left out to test a change: "
                + (penalty.map { "adapted untested, with penalty \($0)" } ?? "the weights stay as they are")
        }
        let losses = lossOfPenalty.sorted { $0.key < $1.key }.map { "\($0.key): \(number($0.value))" }
        let figures =
            "rides left out have a log-loss of \(number(before.logLoss)) before and "
            + "\(number(after.logLoss)) after (by penalty "
            + losses.joined(separator: ", ") + "), macro-F1 \(number(before.macroF1)) before and "
            + "\(number(after.macroF1)) after"
        return figures
            + (penalty.map { ": adapted with penalty \($0)" } ?? ": adapting does not pay, "
                + "the weights stay as they are")
    }

    /// What a model's file keeps of it.
    func figures(of sensorCase: SensorCase) -> [String: Double] {
        var figures: [String: Double] = [:]
        figures["penalty"] = penalty
        figures["log_loss_before"] = before?.logLoss
        figures["macro_f1_before"] = before?.macroF1
        if penalty != nil {
            figures["log_loss"] = after?.logLoss
            figures["macro_f1"] = after?.macroF1
        }
        return Dictionary(uniqueKeysWithValues: figures.map { (sensorCase.rawValue + "." + $0, $1) })
    }
}
