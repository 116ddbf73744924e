// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
package import GaitwayRecognition

/// Trains once per fold on all other folds, and scores each fold by the model that never saw it.
package struct CrossValidation: Sendable {
    /// How models are trained and tuned.
    package struct Options: Sendable, Hashable {
        /// How each model is fitted; its penalty is that of a split without tuning.
        package var training: ModelTrainer.Options
        /// The penalties to choose from; the fold held out has no say.
        package var penalties: [Double]
        /// The probability to stay over one hop; nil: learnt.
        package var stay: Double?
        /// The sensor case that is learnt and scored; windows of others are refused.
        package var sensorCase: SensorCase

        /// How many folds are fitted at the same time; the results are the same.
        package var workers: Int

        package init(
            training: ModelTrainer.Options = .init(tolerance: 5e-5), penalties: [Double] = [0.003, 0.01],
            stay: Double? = nil, sensorCase: SensorCase = .total, workers: Int = 2
        ) {
            self.workers = workers
            self.training = training
            self.penalties = penalties
            self.stay = stay
            self.sensorCase = sensorCase
        }
    }

    /// What a cross-validation gives.
    package struct Outcome: Sendable {
        /// The scored windows, in the order of the labelled windows.
        package var windows: [ScoredWindow] = []
        /// The model of each fold, by the fold's index: fitted to all other folds, and tuned on them.
        package var models: [Int: ActivityModel] = [:]
        /// What all folds together would choose: for a model that is trained on all of them.
        package var tuning: ModelTuning?
        /// The truths that a fold's model has not seen.
        package var unseen = UnseenTruths([])
        /// Where the fit to all windows begins, or another split's.
        package var start: ModelTrainer.Start?

        /// Puts the models of `fast` beside those of this case: they answer their windows, and have no other say.
        mutating func add(
            _ fast: Outcome, _ windows: LabelledWindows, plan: FoldPlan
        ) throws(InputError) {
            for (fold, model) in fast.models { models[fold]?.cases += model.cases }
            self.windows = try ModelScorer.score(
                windows, foldOfWindow: windows.foldOfWindow(ofRides: plan.foldOfRide), models: models)
        }
    }

    private let options: Options

    /// A cross-validation with one way to train.
    package init(options: Options = .init()) { self.options = options }

    /// How many fits ``score(_:foldOfWindow:progress:)`` makes for `folds` folds.
    package func fits(folds: Int) -> Int { folds * max(1, options.penalties.count) }

    /// The scored windows and the models that scored them; `foldOfWindow` says which fold holds out each window. No
    /// fold holds out windows of a negative number: every model learns from them, and none is judged on them.
    ///
    /// Folds are fitted a few at a time (``Options/workers``), each for one penalty after the other.
    /// `progress` is called with the number of fits done.
    /// - Throws: `FitError` when a fold's training windows cannot be fitted; what `progress` throws.
    package func score(
        _ windows: LabelledWindows, foldOfWindow: [Int], progress: (Int) throws -> Void = { _ in }
    ) async throws -> Outcome {
        let (fits, start) = try await fit(
            windows, foldOfWindow: foldOfWindow, penalties: options.penalties, progress: progress)
        var scored: [Double: [ScoredWindow]] = [:]
        for penalty in options.penalties {
            let models = fits.compactMapValues { $0[penalty] }
            scored[penalty] = try ModelScorer.score(
                windows, foldOfWindow: foldOfWindow, models: models.mapValues { untuned($0) },
                for: options.sensorCase)
        }
        let tuner = ModelTuner(scored: scored, stay: options.stay)
        var outcome = Outcome()
        outcome.start = start
        let trainable = windows.indices(of: options.sensorCase)
        for (fold, models) in fits {
            let tuning = try tuner.tuning(excluding: fold)
            guard let model = models[tuning.penalty] else { continue }
            outcome.models[fold] = ActivityModel(
                name: "fold \(fold + 1)", schema: .motion, cases: [tuning.applied(to: model)],
                smoothing: tuning.smoothing, provenance: .none,
                speed: SpeedLikelihood(
                    learning: windows.speedExamples(of: trainable.filter { foldOfWindow[$0] != fold })))
        }
        outcome.unseen = UnseenTruths(
            trainable.map { (fold: foldOfWindow[$0], activityClass: windows.training.classes[$0]) })
        outcome.tuning = try tuner.tuning(excluding: nil)
        outcome.windows = try ModelScorer.score(
            windows, foldOfWindow: foldOfWindow, models: outcome.models, for: options.sensorCase)
        return outcome
    }

    /// The same for the folds of a plan.
    func score(
        _ windows: LabelledWindows, plan: FoldPlan, progress: (WorkProgress) throws -> Void
    ) async throws -> Outcome {
        let total = fits(folds: plan.folds.count)
        let stage = WorkProgress.fits(of: "\(plan.folds.count) folds")
        try progress(.step(stage: stage, done: 0, total: total))
        return try await score(windows, foldOfWindow: windows.foldOfWindow(ofRides: plan.foldOfRide)) { done in
            try progress(.step(stage: stage, done: done, total: total))
        }
    }

    /// The scored windows with one penalty and nothing tuned; `start` is that of another split of the same windows.
    package func scoreUntuned(
        _ windows: LabelledWindows, foldOfWindow: [Int], from start: ModelTrainer.Start? = nil,
        progress: (Int) throws -> Void = { _ in }
    ) async throws -> [ScoredWindow] {
        let penalty = options.training.penalty
        let (fits, _) = try await fit(
            windows, foldOfWindow: foldOfWindow, penalties: [penalty], from: start,
            progress: progress)
        return try ModelScorer.score(
            windows, foldOfWindow: foldOfWindow,
            models: fits.compactMapValues { $0[penalty] }.mapValues { untuned($0) }, for: options.sensorCase)
    }

    /// The models of each fold by penalty, and where they started.
    ///
    /// Without a `start`, all folds of a penalty start from the optimum over all windows, loosely, with the curvature
    /// there: a few steps lead from it to a fold's own optimum, which is unique, so that nothing of the fold held out
    /// stays in it.
    private func fit(
        _ windows: LabelledWindows, foldOfWindow: [Int], penalties: [Double], from given: ModelTrainer.Start? = nil,
        progress: (Int) throws -> Void
    ) async throws -> (models: [Int: [Double: CaseModel]], start: ModelTrainer.Start?) {
        let options = options
        let trainable = windows.indices(of: options.sensorCase)
        let folds = Set(foldOfWindow).filter { $0 >= 0 }.sorted()
        var fits: [Int: [Double: CaseModel]] = [:]
        var done = 0
        var common = given
        // From the strongest penalty down: the fits become harder, and each has a better start.
        for penalty in penalties.sorted(by: >) {
            var training = options.training
            training.penalty = penalty
            let trainer = ModelTrainer(options: training)
            training.tolerance = max(training.tolerance, 1e-4)
            let start =
                try given
                ?? ModelTrainer(options: training).start(
                    windows.training, selection: trainable, for: options.sensorCase, from: common)
            common = start
            try await WorkPool.run(folds.count, workers: options.workers) { place in
                let selection = trainable.filter { foldOfWindow[$0] != folds[place] }
                return try trainer.train(
                    windows.training, selection: selection, for: options.sensorCase, from: start
                ).model
            } take: { place, model in
                fits[folds[place], default: [:]][penalty] = model
                done += 1
                try progress(done)
            }
        }
        return (fits, common)
    }

    private func untuned(_ model: CaseModel) -> ActivityModel {
        ActivityModel(
            name: "", schema: .motion, cases: [model],
            smoothing: SmoothingParameters(stay: options.stay ?? SmoothingParameters.standardStay),
            provenance: .none)
    }

    /// The fold of each window under a random split, stratified by class, whatever ride it comes from.
    package static func randomFoldOfWindow(_ windows: LabelledWindows) -> [Int] {
        StratifiedSplit(classes: windows.training.classes.map(\.rawValue)).folds
    }
}
