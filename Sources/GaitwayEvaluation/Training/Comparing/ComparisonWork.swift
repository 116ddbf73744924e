// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
internal import GaitwayRecognition

/// Makes the models of a comparison, each without the rides that it answers.
struct ComparisonWork: Sendable {
    let rides: LabelledRides
    /// The windows as they were recorded.
    let windows: LabelledWindows
    let folds: ComparisonFolds
    let training: ModelTraining

    /// The figures of what `score` makes, or why it could not be made.
    func row(
        _ model: ModelComparison.Model, _ score: () async throws -> [ScoredWindow]
    ) async throws -> ModelComparison.Row {
        let shown = windows.activities(Array(0..<windows.count))
        guard shown.count > 1 else { return .init(model, problem: Self.tooFewActivities(shown)) }
        do {
            return .init(model, try await Arithmetic.inFixedOrder(training.isReproducible) { try await score() })
        } catch let fault as FitError where !fault.isOfFiles {
            return .init(
                model, problem: "without the rides left out, \(Self.reason(fault)); add rides of each activity")
        }
    }

    private static func reason(_ fault: FitError) -> String {
        guard case .oneClass(let label) = fault, let shown = ActivityClass(rawValue: label) else {
            return "no model can be trained: \(fault)"
        }
        return "a kind of sensor shows \(shown.activity?.rawValue ?? "none") alone"
    }

    /// Why rides of one activity teach no model.
    static func tooFewActivities(_ shown: Set<Activity>) -> String {
        "the rides show " + (shown.first.map { "\($0.rawValue) alone" } ?? "no activity")
            + ", and a model needs two activities; label rides of another"
    }

    /// The windows that a sensor case learns from, with the fold of each; nil where no ride needs the case.
    private func read(
        for sensorCase: SensorCase, progress: @Sendable (WorkProgress) throws -> Void
    ) async throws -> (windows: LabelledWindows, foldOfWindow: [Int])? {
        let recorded = windows.sensorCases
        switch sensorCase {
        case .total:
            guard !recorded.isDisjoint(with: sensorCase.learnt) else { return nil }
            return (windows, folds.foldOfWindow(windows))
        case .fast: return recorded.contains(.fast) ? (windows, folds.foldOfWindow(windows)) : nil
        case .slow, .linear:
            guard recorded.contains(sensorCase) else { return nil }
            let converted = try await rides.read(as: sensorCase, progress: progress).windows
            return (converted, folds.foldOfWindow(converted))
        }
    }

    /// The windows as the given model answers them, adapted to the other folds.
    func adapted(
        _ base: ActivityModel, progress: @Sendable (WorkProgress) throws -> Void
    ) async throws -> [ScoredWindow] {
        let count = folds.plan.folds.count
        var models = [ActivityModel](repeating: base, count: count)
        let adaptation = PersonalAdaptation(penalty: training.penalty, movesUntested: true)
        for (place, part) in base.cases.enumerated() {
            guard let (own, foldOfWindow) = try await read(for: part.sensorCase, progress: progress) else { continue }
            let all =
                part.sensorCase == .fast ? own.evaluatedIndices(of: .fast) : own.indices(of: part.sensorCase)
            let stage =
                "adapting for \(count) folds" + (part.sensorCase == .total ? "" : ", \(part.sensorCase.rawValue)")
            try progress(.step(stage: stage, done: 0, total: count))
            let outcomes = try await inFolds { fold -> PersonalAdaptation.Outcome? in
                let rest = all.filter { foldOfWindow[$0] != fold }
                // Recordings of several activities may take all of one with them: then the model stays.
                guard own.activities(rest).count > 1 else { return nil }
                return try adaptation.adapt(part, to: own, selection: rest)
            } progress: { done in
                try progress(.step(stage: stage, done: done, total: count))
            }
            for (fold, outcome) in outcomes.enumerated() {
                if let outcome { models[fold].cases[place] = outcome.model }
            }
            let adaptedFolds = outcomes.count { $0?.penalty != nil }
            try progress(.note("\(part.sensorCase.rawValue): adapting pays in \(adaptedFolds) of \(count) folds"))
        }
        return try ModelScorer.score(
            windows, foldOfWindow: folds.foldOfWindow(windows),
            models: Dictionary(uniqueKeysWithValues: models.enumerated().map { ($0, $1) }))
    }

    /// What `work` makes of each fold, two at a time.
    private func inFolds<Result: Sendable>(
        _ work: @escaping @Sendable (Int) throws -> Result, progress: (Int) throws -> Void
    ) async throws -> [Result] {
        var results = [Result?](repeating: nil, count: folds.plan.folds.count)
        var done = 0
        try await WorkPool.run(results.count, workers: 2, work) { fold, result in
            results[fold] = result
            done += 1
            try progress(done)
        }
        return results.compactMap(\.self)
    }

    /// The models of the other folds alone, with the windows as they answer them.
    func trained(progress: @Sendable (WorkProgress) throws -> Void) async throws -> CrossValidation.Outcome {
        var outcome: CrossValidation.Outcome?
        for sensorCase in SensorCase.allCases {
            guard let (own, foldOfWindow) = try await read(for: sensorCase, progress: progress) else { continue }
            let validation = CrossValidation(
                options: training.options(for: sensorCase, penalty: training.penalty))
            let total = validation.fits(folds: folds.plan.folds.count)
            let stage =
                WorkProgress.fits(of: "\(folds.plan.folds.count) folds")
                + (sensorCase == .total ? "" : ", \(sensorCase.rawValue)")
            try progress(.step(stage: stage, done: 0, total: total))
            let part = try await validation.score(own, foldOfWindow: foldOfWindow) { done in
                try progress(.step(stage: stage, done: done, total: total))
            }
            guard var whole = outcome else {
                outcome = part
                continue
            }
            for (fold, model) in part.models { whole.models[fold]?.cases += model.cases }
            outcome = whole
        }
        guard var outcome else { throw FitError.empty }
        // It takes up to half a gigabyte.
        outcome.start = nil
        outcome.windows = try ModelScorer.score(
            windows, foldOfWindow: folds.foldOfWindow(windows), models: outcome.models)
        return outcome
    }
}
